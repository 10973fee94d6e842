/** The report page's script: src/page/main.ts and what it needs of the core, types taken out, as one text without imports. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

import { parseSync } from "oxc-parser";

const root = join(import.meta.dirname, "..");
const entry = join(root, "src/page/main.ts");

/** One statement at the top of a module: what it declares, and its text without comments. */
interface Piece {
  readonly names: readonly string[];
  readonly text: string;
}

interface Module {
  readonly file: string;
  readonly imports: readonly string[];
  readonly pieces: readonly Piece[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Comments become spaces, so that places stay what the parser said. */
function withoutComments(code: string, comments: readonly Span[]): string {
  return comments.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, " ") + text.slice(end),
    code,
  );
}

function refuse(file: string, why: string): never {
  throw new Error(`${relative(root, file)}: ${why}`);
}

function readModule(file: string): Module {
  const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
  const { program, comments, errors } = parseSync("module.js", code);
  const [error] = errors;
  if (error !== undefined) refuse(file, error.message);
  const plain = withoutComments(code, comments);
  const imports: string[] = [];
  const pieces: Piece[] = [];
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      if (statement.specifiers.some((one) => one.local.name !== importedName(one)))
        refuse(file, "an import that renames cannot be put into the page");
      if (statement.specifiers.length > 0)
        imports.push(resolve(dirname(file), statement.source.value));
      continue;
    }
    const declared =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared === null) continue;
    const text = plain.slice(declared.start, declared.end);
    if (declared.type === "FunctionDeclaration") {
      pieces.push({ names: declared.id === null ? [] : [declared.id.name], text });
    } else if (declared.type === "VariableDeclaration") {
      const names = declared.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [id.name] : [],
      );
      pieces.push({ names, text });
    } else if (declared.type === "ExpressionStatement" && file === entry) {
      pieces.push({ names: [], text });
    } else refuse(file, `a ${declared.type} cannot be put into the page`);
  }
  return { file, imports, pieces };
}

function importedName(one: { readonly type: string; readonly imported?: unknown }): string | null {
  const { imported } = one;
  return typeof imported === "object" && imported !== null && "name" in imported
    ? String(imported.name)
    : null;
}

/** Every module that the entry reaches, the ones imported before those that import them. */
function readModules(): readonly Module[] {
  const found = new Map<string, Module>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    const one = readModule(file);
    for (const each of one.imports) visit(each);
    found.set(file, one);
  };
  visit(entry);
  return [...found.values()];
}

/** The pieces that the entry needs; two of one name would hide each other, so they are refused. */
function neededPieces(modules: readonly Module[]): readonly Piece[] {
  const owners = new Map<string, Piece>();
  for (const { file, pieces } of modules) {
    for (const piece of pieces) {
      for (const name of piece.names) {
        if (owners.has(name)) refuse(file, `${name} is declared in another module of the page too`);
        owners.set(name, piece);
      }
    }
  }
  const needed = new Set<Piece>();
  const need = (piece: Piece): void => {
    if (needed.has(piece)) return;
    needed.add(piece);
    for (const [name] of piece.text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const owner = owners.get(name);
      if (owner !== undefined) need(owner);
    }
  };
  for (const piece of modules.at(-1)?.pieces ?? []) need(piece);
  return modules.flatMap(({ pieces }) => pieces.filter((piece) => needed.has(piece)));
}

function format(code: string): string {
  const formatter = join(root, "node_modules/oxfmt/bin/oxfmt");
  return execFileSync(process.execPath, [formatter, "--stdin-filepath", "page.js"], {
    cwd: root,
    encoding: "utf8",
    input: code,
  });
}

/** The script as the page carries it. */
function pageScript(): string {
  const body = neededPieces(readModules())
    .map((piece) => piece.text)
    .join("\n\n");
  return format(`"use strict";\n(() => {\n${body}\n})();\n`);
}

/** The committed module that holds the script and its digest. */
export function pageScriptModule(): string {
  const script = `\n${pageScript()}`;
  const digest = createHash("sha256").update(script).digest("base64");
  const literal = script.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
  return [
    "/** Written by scripts/generate.ts from src/page/main.ts and what it needs of the core: change those. */",
    "",
    "/** SHA-256 of PAGE_SCRIPT in base64, as Content-Security-Policy writes it (CSP3, 2.3.1). */",
    `export const PAGE_SCRIPT_SHA256 = "${digest}";`,
    "",
    `export const PAGE_SCRIPT = \`${literal}\`;`,
    "",
  ].join("\n");
}
