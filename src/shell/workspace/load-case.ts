/** Reads a case from disk: everything it names lies inside the same project, and is read before it is frozen. */
import { caseFile, type CaseContract, type CaseFile } from "../../contracts/case.ts";
import type { Outcome } from "../../contracts/fault.ts";
import type { ToolCatalogue } from "../../contracts/tool-catalogue.ts";
import { freezeCase } from "../../core/planning/freeze-case.ts";
import { loadFixture, loadYaml, readText, resolveInside } from "./documents.ts";
import { rootOf, shownPath, type WorkspacePlaces } from "./places.ts";

/** Reads and freezes one case, with the texts and fixtures it names. */
export function loadCase(
  places: WorkspacePlaces,
  file: string,
  catalogue: ToolCatalogue,
): Outcome<CaseContract> {
  const shown = shownPath(places, file);
  const read = loadYaml<CaseFile>(file, caseFile, shown);
  if (!read.ok) return read;
  const root = rootOf(places, file);
  const text = (value: string | { file: string } | undefined): Outcome<string | null> => {
    if (typeof value !== "object") return { ok: true, value: null };
    const path = resolveInside(root, file, value.file, shown);
    return path.ok ? readText(path.value, shownPath(places, path.value)) : path;
  };
  const system = text(read.value.prompt?.system);
  const user = text(read.value.prompt?.user);
  if (!system.ok) return system;
  if (!user.ok) return user;
  const fixtures: Record<string, CaseContract["fixtures"][string]> = {};
  for (const [name, value] of Object.entries(read.value.fixtures)) {
    if (!isFileReference(value)) {
      fixtures[name] = value;
      continue;
    }
    const path = resolveInside(root, file, value.file, shown);
    if (!path.ok) return path;
    const fixture = loadFixture(path.value, shownPath(places, path.value));
    if (!fixture.ok) return fixture;
    fixtures[name] = fixture.value;
  }
  return freezeCase(
    read.value,
    { system: system.value, user: user.value, fixtures },
    catalogue,
    shown,
  );
}

function isFileReference(value: unknown): value is { readonly file: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 1 &&
    "file" in value &&
    typeof value.file === "string"
  );
}
