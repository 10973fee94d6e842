/** The bill of materials of dist/: the packages the bundler really took, with what package-lock.json says of each. */
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import Database from "better-sqlite3";

import { canonicalJson } from "../src/core/digest/canonical.ts";
import { type BomComponent, makeBom } from "../src/core/sbom/cyclonedx.ts";
import type { Bundled } from "./notices.ts";

interface Locked {
  readonly integrity?: string;
}
interface Lockfile {
  readonly version: string;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Without a time and without a path of this machine: the same tree gives the same bytes. */
export function writeSbom(packages: readonly Bundled[], root: string): string {
  const lock: Lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const components = packages
    .map((one): BomComponent => {
      const place = relative(root, one.folder).split(sep).join("/");
      const locked = lock.packages[place];
      if (locked === undefined) throw new Error(`${place} is bundled, and no lockfile names it`);
      return describe(one, place, locked);
    })
    .toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  const ref = `pkg:npm/agent-lab@${lock.version}`;
  const bom = makeBom({
    metadata: {
      component: {
        type: "application",
        "bom-ref": ref,
        name: "agent-lab",
        version: lock.version,
        licenses: [{ license: { id: "Apache-2.0" } }],
      },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((one) => one["bom-ref"]) }],
    compositions: [{ aggregate: "complete", assemblies: [ref] }],
  });
  return `${canonicalJson(bom)}\n`;
}

/** Two versions of one package are two components, so the place is part of the reference. */
function describe(
  { name, version, license }: Bundled,
  place: string,
  locked: Locked,
): BomComponent {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const integrity = /^sha512-(.+)$/.exec(locked.integrity ?? "")?.[1];
  const content =
    integrity === undefined ? undefined : Buffer.from(integrity, "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": place,
    name,
    version,
    purl,
    ...(content === undefined ? {} : { hashes: [{ alg: "SHA-512", content }] }),
    ...(license === ""
      ? {}
      : {
          licenses: [
            /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license },
          ],
        }),
    ...(name === "better-sqlite3" ? { components: [sqlite()] } : {}),
  };
}

/** Compiled into the native code, and named by no package. */
function sqlite(): BomComponent {
  const database = new Database(":memory:");
  const version = String(database.prepare("SELECT sqlite_version()").pluck().get());
  database.close();
  return {
    type: "library",
    "bom-ref": `sqlite@${version}`,
    name: "sqlite",
    version,
    licenses: [{ license: { id: "blessing" } }],
  };
}
