/** The candidates' bill of materials, out of what was recorded when their attempts started: declared, not observed. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { Body } from "../lifecycle/snapshot.ts";
import { type Bom, type BomComponent, type BomProperty, makeBom } from "./cyclonedx.ts";

type Started = Body<"attempt.started">;

const meaning =
  "Packages as lockfiles and package folders declared them when the runs started. It says neither that all are listed nor that any of them was executed.";

/** A pure fold of the streams: host and verifier get the same text. The order of the streams does not matter. */
export function candidatesBom(
  matrix_id: string,
  streams: ReadonlyMap<string, readonly StoredEvent[]>,
): Bom {
  const started = new Map<string, Started[]>();
  for (const [, events] of [...streams].toSorted(byName)) {
    const candidate = events.flatMap(({ body }) =>
      body.type === "job.created" ? [body.candidate] : [],
    )[0];
    if (candidate === undefined) continue;
    const attempts = events.flatMap(({ body }) => (body.type === "attempt.started" ? [body] : []));
    started.set(candidate, [...(started.get(candidate) ?? []), ...attempts]);
  }
  const components = [...started].toSorted(byName).map(describe);
  const root = `matrix:${matrix_id}`;
  const refs = components.map((one) => one["bom-ref"]);
  return makeBom({
    metadata: {
      tools: { components: [{ type: "application", name: "agent-lab" }] },
      component: { type: "application", "bom-ref": root, name: matrix_id },
      properties: [{ name: "agent-lab:meaning", value: meaning }],
    },
    components,
    dependencies: [
      { ref: root, dependsOn: refs },
      ...components.map((one) => ({
        ref: one["bom-ref"],
        dependsOn: (one.components ?? []).map((inner) => inner["bom-ref"]),
      })),
    ],
    compositions: [{ aggregate: "incomplete", assemblies: refs }],
  });
}

function describe([candidate, attempts]: readonly [string, readonly Started[]]): BomComponent {
  const ref = `candidate:${candidate}`;
  const properties: BomProperty[] = [];
  const note = (name: string, values: readonly string[]): void => {
    for (const value of [...new Set(values)].toSorted())
      properties.push({ name: `agent-lab:${name}`, value });
  };
  const packages = new Map<string, BomComponent>();
  const take = (type: "framework" | "library", name: string, version: string): void => {
    const inner = `${ref}/${name}@${version}`;
    if (!packages.has(inner)) packages.set(inner, { type, "bom-ref": inner, name, version });
  };
  for (const { framework, packages: listed } of attempts) {
    if (typeof framework.version === "string") take("framework", framework.name, framework.version);
    for (const { name, version } of listed) take("library", name, version);
  }
  const frameworks = attempts.flatMap(({ framework: { name, version } }) =>
    typeof version === "string" ? [] : [`${name}: ${version.missing}`],
  );
  const locks = attempts.map(({ lockfile_sha256: lock }) =>
    typeof lock === "string" ? lock : `missing: ${lock.missing}`,
  );
  if (attempts.length === 0) note("missing", ["no attempt of this candidate was started"]);
  note("framework_version_missing", frameworks);
  note("lockfile_sha256", locks);
  note(
    "runtime",
    attempts.map(({ runtime }) => `node ${runtime.node} on ${runtime.platform}`),
  );
  return {
    type: "application",
    "bom-ref": ref,
    name: candidate,
    properties,
    components: [...packages].toSorted(byName).map(([, component]) => component),
  };
}

function byName(left: readonly [string, unknown], right: readonly [string, unknown]): number {
  return left[0] < right[0] ? -1 : 1;
}
