/** Writes everything that is derived: JSON Schemas, the report page's script, the layer table in ARCHITECTURE.md. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { adapterManifest } from "../src/contracts/adapter.ts";
import { backupManifest, drillRecord } from "../src/contracts/backup-manifest.ts";
import { bundleManifest } from "../src/contracts/bundle-manifest.ts";
import { caseFile } from "../src/contracts/case.ts";
import { comparison } from "../src/contracts/comparison.ts";
import { completion } from "../src/contracts/completion.ts";
import { storedEvent } from "../src/contracts/event.ts";
import { childFrame, hostFrame } from "../src/contracts/frame.ts";
import { toolIntent, toolReply, toolSettlement } from "../src/contracts/kit.ts";
import { matrixFile, shortForm } from "../src/contracts/matrix.ts";
import { modelContract } from "../src/contracts/model.ts";
import { plan } from "../src/contracts/plan.ts";
import { preflightReport } from "../src/contracts/preflight.ts";
import { pricingCatalogue } from "../src/contracts/pricing.ts";
import { readinessPolicy } from "../src/contracts/readiness-policy.ts";
import { readiness } from "../src/contracts/readiness.ts";
import { rubric } from "../src/contracts/rubric.ts";
import { foreignRun, runResult, scoreDocument } from "../src/contracts/run-result.ts";
import { scoreProfile } from "../src/contracts/score-profile.ts";
import { shardMarker } from "../src/contracts/shard.ts";
import { toolCatalogue } from "../src/contracts/tool-catalogue.ts";
import { pageScriptModule } from "./page-script.ts";

const root = join(import.meta.dirname, "..");

/** Documents people write are described as input; documents we write as output. */
const written = {
  adapter: adapterManifest,
  "agent-lab": shortForm,
  case: caseFile,
  matrix: matrixFile,
  model: modelContract,
  "pricing-catalogue": pricingCatalogue,
  "readiness-policy": readinessPolicy,
  rubric,
  "score-profile": scoreProfile,
  "tool-catalogue": toolCatalogue,
  "foreign-run": foreignRun,
};
const published = {
  "backup-drill": drillRecord,
  "backup-manifest": backupManifest,
  "bundle-manifest": bundleManifest,
  "child-frame": childFrame,
  comparison,
  completion,
  shard: shardMarker,
  event: storedEvent,
  "host-frame": hostFrame,
  plan,
  preflight: preflightReport,
  readiness,
  "run-result": runResult,
  "score-document": scoreDocument,
  "tool-intent": toolIntent,
  "tool-reply": toolReply,
  "tool-settlement": toolSettlement,
};

function writeSchemas(): void {
  mkdirSync(join(root, "schemas"), { recursive: true });
  const write = (name: string, schema: z.ZodType, io: "input" | "output"): void => {
    const described = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
    });
    writeFileSync(
      join(root, "schemas", `${name}.schema.json`),
      `${JSON.stringify(described, null, 2)}\n`,
    );
  };
  for (const [name, schema] of Object.entries(written)) write(name, schema, "input");
  for (const [name, schema] of Object.entries(published)) write(name, schema, "output");
}

interface Architecture {
  readonly layers: readonly {
    readonly path: string;
    readonly may: readonly string[];
    readonly packages: readonly string[];
    readonly about: string;
  }[];
}

function writeLayerTable(): void {
  const file = join(root, "ARCHITECTURE.md");
  const architecture: Architecture = JSON.parse(
    readFileSync(join(root, "architecture.json"), "utf8"),
  );
  const rows = architecture.layers.map((layer) => {
    const may = [
      ...layer.may.filter((one) => one !== layer.path),
      ...layer.packages.map((one) => `\`${one}\``),
    ];
    return `| \`${layer.path}\` | ${layer.about} | ${may.join(", ") || "nothing"} |`;
  });
  const table = [
    "| room | what it is for | may import, besides itself |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/(<!-- layers:start -->\n)[\s\S]*?(<!-- layers:end -->)/, `$1\n${table}\n\n$2`),
  );
}

writeSchemas();
writeFileSync(join(root, "src/core/report/page-script.ts"), pageScriptModule());
writeLayerTable();
execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), "ARCHITECTURE.md"], {
  cwd: root,
});
