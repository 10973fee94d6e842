/** The user's project as init and doctor look at it; a file is created whole, and never over another one. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import type { ProjectFiles, ProjectView } from "../../core/onboarding/project-view.ts";
import type { WorkspacePlaces } from "./places.ts";

const largest = 262_144;
const most = 1_000;
const deepest = 6;
const read = /\.(py|[cm]?[jt]sx?|toml|json|lock|ya?ml|sh)$|^(requirements\.txt|Pipfile(\.lock)?)$/;
const passed = new Set([
  "node_modules",
  "dist",
  "build",
  "venv",
  "__pycache__",
  "vendor",
  "third_party",
  "site-packages",
]);

export function openProjectFiles(places: WorkspacePlaces): ProjectFiles {
  return {
    look: () => look(places),
    create: (path, text) => {
      const file = join(places.project, path);
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text, { flag: "wx" });
        return "written";
      } catch (error) {
        // A file in the place of a folder is EEXIST as well, but then the new one is not there.
        const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
        if (taken && existsSync(file)) return "exists";
        const reason = error instanceof Error ? error.message : String(error);
        return {
          code: "not_written",
          message: `${path} can't be written: ${reason}`,
          where: path,
          fix: "Make the folder writable and run again; what was written stays.",
        };
      }
    },
  };
}

function look({ project, shipped }: WorkspacePlaces): ProjectView {
  const files = new Map<string, string>();
  gather(project, "", 0, files);
  const schemas = relative(project, join(shipped, "schemas"));
  const near = !schemas.startsWith("..") && existsSync(join(project, schemas));
  return {
    files,
    interpreters: [".venv/bin/python", "venv/bin/python"].filter((path) =>
      existsSync(join(project, path)),
    ),
    below_repository: belowRepository(project),
    schemas: near ? schemas.replaceAll(sep, "/") : null,
  };
}

function gather(folder: string, path: string, depth: number, files: Map<string, string>): void {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (files.size >= most) return;
    const inside = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < deepest && !entry.name.startsWith(".") && !passed.has(entry.name))
        gather(join(folder, entry.name), inside, depth + 1, files);
    } else if (entry.isFile() && read.test(entry.name))
      files.set(inside, readSmall(join(folder, entry.name)));
  }
}

function readSmall(file: string): string {
  try {
    return statSync(file).size > largest ? "" : readFileSync(file, "utf8");
  } catch {
    // Unreadable is as good as too large: it is there, and its text is not known.
    return "";
  }
}

/** A worktree's .git is a file. */
function belowRepository(project: string): string | null {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return relative(folder, project).replaceAll(sep, "/");
    if (dirname(folder) === folder) return null;
  }
}
