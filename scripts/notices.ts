/** Writes the notices of everything that dist/ contains: the packages the bundler really took, not a list kept by hand. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** In no module list, because it is compiled into SQLite's native code. */
const compiledIn = ["node-addon-api"];

/** Ships no licence text, and names MIT and its author in package.json and README; another version is looked at again. */
const mitByHand: Readonly<Record<string, string>> = {
  "@nodable/entities 3.1.0": "Amit Gupta",
};

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly folder: string;
}

/** The packages that own these source files, each once, sorted by folder. */
export function packagesOf(files: Iterable<string>, root: string): Bundled[] {
  const folders = new Set(compiledIn.map((name) => join(root, "node_modules", name)));
  for (const file of files) {
    const owner = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file);
    if (owner?.[1] !== undefined) folders.add(owner[1]);
  }
  return [...folders].toSorted().map((folder) => {
    const about: { name: string; version: string; license?: string } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    return { name: about.name, version: about.version, license: about.license ?? "", folder };
  });
}

/** Throws where a package comes without any licence text: somebody has to look. */
export function writeNotices(packages: readonly Bundled[]): string {
  const parts = packages.map(({ name, version, license, folder }) => {
    const texts = licenceTexts(folder);
    const holder = mitByHand[`${name} ${version}`];
    const text = holder !== undefined && texts.length === 0 ? mit(holder) : texts.join("\n\n");
    if (text === "") throw new Error(`${name} ships no licence text: add it by hand, or drop it`);
    return `${"=".repeat(78)}\n${name} ${version} (${license})\n\n${text}\n`;
  });
  const head =
    "dist/ contains the packages below, each under its own licence. better-sqlite3 contains SQLite,\nwhich is in the public domain.\n\n";
  return head + parts.join("\n");
}

function mit(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}
