/** Uploads one file as it is, so that the digest GitHub shows is the file's own; the same bytes twice are one artifact. */
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ArtifactClient } from "@actions/artifact";

import type { Digest } from "../../contracts/primitives.ts";
import { artifactName } from "../../core/publication/artifact-name.ts";
import { describeError } from "./ask.ts";

export type UploadOutcome =
  | {
      readonly ok: true;
      readonly id: number;
      readonly name: string;
      readonly digest: Digest;
      /** The same bytes were there already, from an earlier try of this attempt. */
      readonly existed: boolean;
    }
  | { readonly ok: false; readonly reason: string };

export interface UploadRequest {
  readonly kind: "evidence" | "report";
  readonly path: string;
  /** What the file must be; null where only its own bytes count. */
  readonly expected: Digest | null;
  readonly matrix_id: string | null;
  readonly run_attempt: number;
  /** A folder for the copy that carries the artifact's name; null is the system's. */
  readonly scratch: string | null;
}

/** Every refusal is a value: evidence stays on the runner's disk, and the verdict does not depend on its upload. */
export async function uploadArtifact(
  client: ArtifactClient,
  request: UploadRequest,
): Promise<UploadOutcome> {
  try {
    const bytes = await readFile(request.path);
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    if (request.expected !== null && digest !== request.expected) {
      return {
        ok: false,
        reason: `${request.path} is ${digest} now, but ${request.expected} was packed: something changed it`,
      };
    }
    const name = artifactName(request.kind, request.matrix_id, request.run_attempt, digest);
    return await uploadNamed(client, request, name, digest);
  } catch (error) {
    return { ok: false, reason: describeError(error).message };
  }
}

/** The client names an unzipped artifact after its file. */
async function uploadNamed(
  client: ArtifactClient,
  { path, scratch }: UploadRequest,
  name: string,
  digest: Digest,
): Promise<UploadOutcome> {
  const folder = await mkdtemp(join(scratch ?? tmpdir(), "agent-lab-upload-"));
  try {
    const copy = join(folder, name);
    await copyFile(path, copy);
    const sent = await client.uploadArtifact(name, [copy], folder, { skipArchive: true });
    const stored = sent.digest === undefined ? null : `sha256:${sent.digest}`;
    if (sent.id === undefined || stored !== digest) {
      return {
        ok: false,
        reason: `GitHub stored ${stored ?? "no digest"} for ${name}, not ${digest}`,
      };
    }
    return { ok: true, id: sent.id, name, digest, existed: false };
  } catch (error) {
    const { message } = describeError(error);
    return /\(409\)|already exists/i.test(message)
      ? await findExisting(client, name, digest)
      : { ok: false, reason: message };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findExisting(
  client: ArtifactClient,
  name: string,
  digest: Digest,
): Promise<UploadOutcome> {
  const { artifact } = await client.getArtifact(name);
  return artifact.digest === digest
    ? { ok: true, id: artifact.id, name, digest, existed: true }
    : {
        ok: false,
        reason: `an artifact ${name} exists with ${artifact.digest ?? "no digest"}, not ${digest}`,
      };
}
