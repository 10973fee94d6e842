/** Step 5: every stream is gapless and chained, ends at the head the manifest anchors, and the artifacts it names are in the bundle. */
import type { BundleManifest } from "../../contracts/bundle-manifest.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import { genesis } from "../digest/digest.ts";
import { gatherMatrix } from "../shards/streams.ts";
import { artifactsOf } from "./artifacts.ts";
import type { BundleContents } from "./documents.ts";
import { firstFault, type Fault } from "./fault.ts";
import { artifactPath, bundlePaths, eventsPath } from "./layout.ts";
import { checkFinished } from "./lineage.ts";

export function checkChains(contents: BundleContents): Fault | undefined {
  return firstFault(steps(contents));
}

function* steps(contents: BundleContents): Generator<Fault | undefined> {
  const { manifest, streams, links, results } = contents;
  const files = new Map(manifest.files.map(({ path, size }) => [path, size]));
  for (const [job_id, events] of streams) {
    yield checkChain(job_id, events, links.get(job_id) ?? []);
    yield checkArtifacts(job_id, events, files);
  }
  yield checkNamed(manifest, streams);
  yield checkHeads(manifest, streams);
  yield checkCreated(manifest, streams);
  for (const { run_id, events } of results.values()) {
    const stream = streams.get(run_id);
    const path = eventsPath(run_id);
    if (!stream) yield { code: "E-stream_missing", path, message: "this run has no events" };
    else if (stream.length !== events.count || stream.at(-1)?.hash !== events.head) {
      const message = `holds ${stream.length} events; its RunResult was folded from ${events.count}, or another head`;
      yield { code: "E-head_mismatch", path, message };
    }
  }
  yield checkFinished(contents);
}

function checkChain(
  job_id: string,
  events: readonly StoredEvent[],
  links: readonly string[],
): Fault | undefined {
  const path = eventsPath(job_id);
  let previous = genesis;
  for (const [index, event] of events.entries()) {
    const line = index + 1;
    if (event.job_id !== job_id) {
      return { code: "E-stream_foreign", path, line, message: `is an event of ${event.job_id}` };
    }
    if (event.sequence !== line) {
      const message = `has sequence ${event.sequence}; ${line} comes next`;
      return { code: "E-chain_gap", path, line, message };
    }
    // The link is over the predecessor that the event names: it has to be the one that stands before it.
    const hash = links[index];
    if (hash === undefined || event.previous !== previous || event.hash !== hash) {
      const message =
        event.previous === previous
          ? `its content and predecessor give ${hash}; it says ${event.hash}`
          : `names the predecessor ${event.previous}; ${previous} stands before it`;
      return { code: "E-chain_broken", path, line, message };
    }
    previous = hash;
  }
  return undefined;
}

function checkHeads(
  manifest: BundleManifest,
  streams: BundleContents["streams"],
): Fault | undefined {
  const path = bundlePaths.manifest;
  const anchored = new Set<string>();
  for (const { job_id, revision, head } of manifest.heads) {
    const events = streams.get(job_id);
    if (!events || anchored.has(job_id)) {
      const message = `anchors ${job_id} ${events ? "twice" : "which has no events"}`;
      return { code: "E-stream_missing", path, message };
    }
    anchored.add(job_id);
    const last = events.at(-1);
    if (last?.sequence !== revision || last.hash !== head) {
      const message = `anchors ${job_id} at ${revision} (${head}); its stream ends at ${last?.sequence} (${last?.hash})`;
      return { code: "E-head_mismatch", path, message };
    }
  }
  const loose = [...streams.keys()].find((job_id) => !anchored.has(job_id));
  return loose === undefined
    ? undefined
    : { code: "E-head_missing", path, message: `anchors no head for ${loose}` };
}

function checkArtifacts(
  job_id: string,
  events: readonly StoredEvent[],
  files: ReadonlyMap<string, number>,
): Fault | undefined {
  for (const { sequence, body } of events) {
    for (const { sha256, size } of artifactsOf(body)) {
      const found = files.get(artifactPath(sha256));
      if (found === size) continue;
      const message =
        found === undefined
          ? `names the artifact ${sha256}, which is not there`
          : `names the artifact ${sha256} with ${size} bytes; it has ${found}`;
      return { code: "E-artifact_missing", path: eventsPath(job_id), line: sequence, message };
    }
  }
  return undefined;
}

/** An artifact that no event names is no evidence of anything. */
function checkNamed(
  manifest: BundleManifest,
  streams: BundleContents["streams"],
): Fault | undefined {
  const named = new Set(
    [...streams.values()].flat().flatMap(({ body }) => artifactsOf(body).map((one) => one.sha256)),
  );
  const stray = manifest.files.find(
    ({ role, sha256 }) => role === "artifact" && !named.has(sha256),
  );
  return stray === undefined
    ? undefined
    : { code: "E-artifact_foreign", path: stray.path, message: "no event names this artifact" };
}

function checkCreated(
  { matrix_id, created_at }: BundleManifest,
  streams: BundleContents["streams"],
): Fault | undefined {
  const last = gatherMatrix(streams, matrix_id).at(-1);
  if (last === undefined || last.at === created_at) return undefined;
  const message = `says it was made at ${created_at}; the matrix's last event is of ${last.at}`;
  return { code: "E-created_differs", path: bundlePaths.manifest, message };
}
