/** Builds dist/ from src/: tsc, then ncc, then stubs, adapters and notices. The same tree gives the same bytes. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

import { lock } from "./lock.ts";
import { packagesOf, writeNotices } from "./notices.ts";
import { writeSbom } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const node = "24";

/** webpack's account of a module; one that was joined from several lists them. */
interface Module {
  readonly resource?: string;
  readonly modules?: Iterable<Module>;
}

/** The part of ncc that is used here; it ships no types. */
type Ncc = (
  entry: string,
  options: {
    quiet: boolean;
    cache: false;
    customEmit: () => false;
    externals: Readonly<Record<string, string>>;
  },
) => Promise<{
  code: string;
  assets: Record<string, { source: string | Uint8Array }>;
  stats: { compilation: { modules: Iterable<Module> } };
}>;

/** Adapters that need no install and so come along; they run from source. */
const adapters = ["kit-js", "bare-loop"];

/**
 * The artifact client loads these two for zipped uploads and for downloads, of which we make neither: a module that every
 * Node has stands in. One of them brings packages without any licence.
 */
const unused = { "unzip-stream": "node:zlib", archiver: "node:zlib" };

/** ncc's two inputs, beside tsc's output: what dist/ starts, and the verifier on its own. */
const app = `export { main as startAction } from "./action/main.js";
export { main as startCli } from "./cli/main.js";
`;
const verifier = `import { main } from "./verify/main.js";
main();
`;

/** Parses on any Node that knows modules, so that an old one gets a sentence instead of a syntax error. */
const stub = (start: string): string => `import process from "node:process";
if (Number.parseInt(process.versions.node, 10) < ${node}) {
  process.stderr.write(
    \`Agent Lab needs Node ${node} or newer; this is \${process.version}. Install Node ${node} and run it again. (The verifier, verify.mjs, runs on Node 20.)\\n\`,
  );
  process.exitCode = 50;
} else {
  const { ${start} } = await import("./app/index.js");
  await ${start}();
}
`;

/** `out` is replaced as a whole, and only after everything else worked. */
export async function buildDist(out: string): Promise<void> {
  for (const entry of ["cli", "action", "verify"]) {
    const file = join(root, "src", entry, "main.ts");
    if (!existsSync(file)) throw new Error(`${relative(root, file)} is missing: nothing to build`);
  }
  const unlock = await lock(join(root, "tmp", "build.lock"));
  try {
    // Module ids in the output depend on this folder's place, so every build uses the same one.
    const build = join(root, "build");
    await assemble(build, join(build, "dist"));
    rmSync(out, { recursive: true, force: true });
    mkdirSync(join(out, ".."), { recursive: true });
    renameSync(join(build, "dist"), out);
  } finally {
    unlock();
  }
}

async function assemble(build: string, next: string): Promise<void> {
  rmSync(build, { recursive: true, force: true });
  run("typescript/bin/tsc", "-p", "tsconfig.build.json");
  writeFileSync(join(build, "package.json"), '{"type":"module"}\n');
  writeFileSync(join(build, "app.js"), app);
  writeFileSync(join(build, "verifier.js"), verifier);
  const sources = [
    ...(await bundle(join(build, "app.js"), join(next, "app"))),
    ...(await bundle(join(build, "verifier.js"), join(build, "verifier"))),
  ];
  const extra = readdirSync(join(build, "verifier")).filter(
    (name) => name !== "index.js" && name !== "package.json",
  );
  if (extra.length > 0)
    throw new Error(`the verifier is one file; ncc also wrote ${extra.join(", ")}`);
  cpSync(join(build, "verifier", "index.js"), join(next, "verify.mjs"));
  const prebuilds = join(root, "node_modules", "better-sqlite3", "prebuilds");
  cpSync(prebuilds, join(next, "app", "prebuilds"), { recursive: true });
  writeFileSync(join(next, "package.json"), distPackage());
  writeFileSync(join(next, "index.js"), stub("startAction"));
  writeFileSync(join(next, "cli.js"), `#!/usr/bin/env node\n${stub("startCli")}`, { mode: 0o755 });
  const packages = packagesOf(sources, root);
  writeFileSync(join(next, "THIRD_PARTY_NOTICES"), writeNotices(packages));
  writeFileSync(join(next, "sbom.cdx.json"), writeSbom(packages, root));
  for (const name of adapters) {
    cpSync(join(root, "adapters", name), join(next, "adapters", name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  }
  refuseBuildPaths(next);
}

/**
 * ncc, by its programming interface, for one switch that its command line lacks: `customEmit` off. With it on, ncc guesses
 * which of our path expressions mean a file of the build machine and rewrites them (docs/adr/0005-bundling.md).
 * Resolves to the source files it took.
 */
async function bundle(entry: string, out: string): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const ncc: Ncc = require("@vercel/ncc");
  const { code, assets, stats } = await ncc(entry, {
    quiet: true,
    cache: false,
    customEmit: () => false,
    externals: unused,
  });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "index.js"), code);
  for (const [name, { source }] of Object.entries(assets)) {
    if (!/^(\d+\.index\.js|package\.json)$/.test(name)) {
      throw new Error(`ncc wrote ${name}, which dist/ has no use for`);
    }
    writeFileSync(join(out, name), source);
  }
  return [...sourcesOf(stats.compilation.modules)];
}

function* sourcesOf(modules: Iterable<Module>): Generator<string> {
  for (const { resource, modules: joined } of modules) {
    if (resource !== undefined) yield resource;
    if (joined) yield* sourcesOf(joined);
  }
}

function run(script: string, ...args: string[]): void {
  const file = join(root, "node_modules", script);
  execFileSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Makes dist/ modules of its own, and tells its version where no other package.json comes along. */
function distPackage(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return `${JSON.stringify({ type: "module", version })}\n`;
}

/** A path of the building machine inside dist/ would make every machine's dist another one. */
function refuseBuildPaths(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith(".node")) continue;
    if (readFileSync(file, "utf8").includes(root)) {
      throw new Error(`${relative(folder, file)} contains the path of this checkout`);
    }
  }
}

if (import.meta.main) {
  const [major] = process.versions.node.split(".");
  if (major !== node) throw new Error(`build with Node ${node}; this is ${process.version}`);
  await buildDist(join(root, "dist"));
  for (const entry of readdirSync(join(root, "dist")).toSorted())
    process.stdout.write(`dist/${entry}\n`);
}
