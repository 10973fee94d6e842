/** Bytes come back only when they are a plain file of the right size with the right digest. */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open } from "node:fs/promises";

import type { Digest } from "../../contracts/primitives.ts";
import { digestBytes } from "../../core/digest/digest.ts";
import type { ArtifactFault } from "../../core/ports.ts";
import { artifactPath } from "./path.ts";

type Ref = { readonly sha256: Digest; readonly size: number };

/** Never follows a link and never waits on a pipe: what is not a regular file is refused by kind. */
export async function readArtifact(folder: string, ref: Ref): Promise<Uint8Array | ArtifactFault> {
  const file = artifactPath(folder, ref.sha256);
  if (file === null) return fault("absent", ref, "that is not a sha256 digest");
  let handle: FileHandle;
  try {
    // Windows has neither flag: there the look before the open has to do.
    if (!(await lstat(file)).isFile())
      return fault("not_a_file", ref, `${file} is not a plain file`);
    handle = await open(
      file,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    return refuseOpen(error, ref, file);
  }
  try {
    return await readChecked(handle, ref, file);
  } finally {
    await handle.close();
  }
}

async function readChecked(
  handle: FileHandle,
  ref: Ref,
  file: string,
): Promise<Uint8Array | ArtifactFault> {
  const found = await handle.stat();
  if (!found.isFile()) return fault("not_a_file", ref, `${file} is not a plain file`);
  if (found.size !== ref.size)
    return fault("wrong_size", ref, `${file} has ${found.size} bytes, ${ref.size} were recorded`);
  const bytes = await handle.readFile();
  const sha256 = digestBytes(bytes);
  if (sha256 !== ref.sha256) return fault("wrong_digest", ref, `${file} now has digest ${sha256}`);
  return bytes;
}

function refuseOpen(error: unknown, ref: Ref, file: string): ArtifactFault {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR")
    return fault("absent", ref, `${file} does not exist`);
  if (code === "ELOOP" || code === "ENXIO")
    return fault("not_a_file", ref, `${file} is not a plain file`);
  throw error;
}

function fault(kind: ArtifactFault["fault"], ref: Ref, what: string): ArtifactFault {
  return { fault: kind, message: `Artifact ${ref.sha256} cannot be used: ${what}.` };
}
