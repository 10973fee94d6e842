/** The results service as the runner's clients see it: Twirp calls with exact members, and blobs sent in blocks. */
import { createHash } from "node:crypto";

import { jsonBody, textMember, type EmulatorAnswer, type EmulatorRequest } from "./exchange.ts";

export interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  readonly digest: string;
  readonly mime_type: string;
  readonly bytes: Buffer;
  readonly created_at: string;
}

interface Pending {
  readonly mime_type: string;
  readonly blocks: Map<string, Buffer>;
  bytes: Buffer | null;
}

export interface Results {
  readonly artifacts: StoredArtifact[];
  readonly token: string;
  handle(request: EmulatorRequest, origin: string): EmulatorAnswer | undefined;
}

const run = "11111111-1111-4111-8111-111111111111";
const job = "22222222-2222-4222-8222-222222222222";
const service = "/twirp/github.actions.results.api.v1.ArtifactService/";

/** Members of each call; those with a question mark may be absent. Anything else is refused as the real service would. */
const calls: Readonly<Record<string, readonly string[]>> = {
  CreateArtifact: ["name", "version", "mime_type?", "expires_at?"],
  FinalizeArtifact: ["name", "size", "hash"],
  ListArtifacts: ["name_filter?", "id_filter?"],
  GetSignedArtifactURL: ["name"],
};

export function createResults(violate: (text: string) => void): Results {
  const artifacts: StoredArtifact[] = [];
  const pending = new Map<string, Pending>();
  const claims = { scp: `Actions.ExampleScope Actions.Results:${run}:${job}` };
  const token = ["{}", JSON.stringify(claims), "unsigned"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

  const twirp = (method: string, request: EmulatorRequest, origin: string): EmulatorAnswer => {
    if (request.headers["authorization"] !== `Bearer ${token}`)
      return fault(401, "unauthenticated", "bad token");
    const body = jsonBody(request);
    const wrong = memberFaults(method, body);
    if (wrong.length > 0) {
      violate(`${method}: ${wrong.join(", ")}`);
      return fault(400, "invalid_argument", wrong.join(", "));
    }
    const name = textMember(body, "name");
    const stored = artifacts.find((one) => one.name === name);
    switch (method) {
      case "CreateArtifact": {
        if (stored)
          return fault(
            409,
            "already_exists",
            "Conflict: an artifact with this name already exists on the workflow run",
          );
        if (!/^[^":<>|*?\r\n\\/]+$/.test(name)) return fault(400, "invalid_argument", "bad name");
        pending.set(name, { mime_type: String(body["mime_type"]), blocks: new Map(), bytes: null });
        const signed_upload_url = `${origin}/blobs/${encodeURIComponent(name)}?sig=up-secret`;
        return { status: 200, body: { ok: true, signed_upload_url } };
      }
      case "FinalizeArtifact":
        return finalize(name, body);
      case "ListArtifacts":
        return {
          status: 200,
          body: {
            artifacts: artifacts
              .filter(
                (one) => body["name_filter"] === undefined || one.name === body["name_filter"],
              )
              .map(describe),
          },
        };
      case "GetSignedArtifactURL":
        return stored
          ? {
              status: 200,
              body: { name, signed_url: `${origin}/blobs/${encodeURIComponent(name)}?sig=down` },
            }
          : fault(404, "not_found", "no such artifact");
      default:
        return fault(404, "bad_route", method);
    }
  };

  const finalize = (name: string, body: Record<string, unknown>): EmulatorAnswer => {
    const upload = pending.get(name);
    if (!upload?.bytes) return fault(400, "failed_precondition", "nothing was uploaded");
    const digest = `sha256:${createHash("sha256").update(upload.bytes).digest("hex")}`;
    if (body["hash"] !== digest || body["size"] !== String(upload.bytes.length)) {
      violate(`FinalizeArtifact: ${JSON.stringify(body)} is not ${digest}, ${upload.bytes.length}`);
      return fault(400, "invalid_argument", "hash or size differs");
    }
    const id = 700 + artifacts.length;
    const { mime_type, bytes } = upload;
    artifacts.push({ id, name, digest, mime_type, bytes, created_at: new Date().toISOString() });
    pending.delete(name);
    return { status: 200, body: { ok: true, artifact_id: String(id) } };
  };

  const blob = (name: string, request: EmulatorRequest): EmulatorAnswer => {
    if (request.method === "GET") {
      const stored = artifacts.find((one) => one.name === name);
      return stored
        ? { status: 200, body: stored.bytes, headers: { "content-type": stored.mime_type } }
        : { status: 404, body: "" };
    }
    const upload = pending.get(name);
    if (!upload || request.query.get("sig") !== "up-secret") return { status: 403, body: "" };
    if (request.query.get("comp") === "block") {
      upload.blocks.set(request.query.get("blockid") ?? "", request.bytes);
    } else {
      const ids = [...request.bytes.toString("utf8").matchAll(/<Latest>([^<]+)<\/Latest>/g)];
      upload.bytes = Buffer.concat(
        ids.map(([, id = ""]) => upload.blocks.get(id) ?? Buffer.alloc(0)),
      );
    }
    return { status: 201, body: "" };
  };

  return {
    artifacts,
    token,
    handle(request, origin) {
      if (request.path.startsWith(service) && request.method === "POST") {
        return twirp(request.path.slice(service.length), request, origin);
      }
      const [, name] = /^\/blobs\/([^/]+)$/.exec(request.path) ?? [];
      return name === undefined ? undefined : blob(decodeURIComponent(name), request);
    },
  };
}

function memberFaults(method: string, body: Record<string, unknown>): string[] {
  const members = calls[method];
  if (members === undefined) return [`unknown call ${method}`];
  const required = [
    "workflow_run_backend_id",
    "workflow_job_run_backend_id",
    ...members.filter((one) => !one.endsWith("?")),
  ];
  const known = new Set([...required, ...members.map((one) => one.replace("?", ""))]);
  return [
    ...required.filter((one) => !(one in body)).map((one) => `${one} is missing`),
    ...Object.keys(body)
      .filter((one) => !known.has(one))
      .map((one) => `${one} is unknown`),
    ...(body["workflow_run_backend_id"] === run ? [] : ["another run"]),
  ];
}

function describe(one: StoredArtifact): Record<string, string> {
  return {
    workflow_run_backend_id: run,
    workflow_job_run_backend_id: job,
    database_id: String(one.id),
    name: one.name,
    size: String(one.bytes.length),
    created_at: one.created_at,
    digest: one.digest,
  };
}

function fault(status: number, code: string, msg: string): EmulatorAnswer {
  return { status, body: { code, msg } };
}
