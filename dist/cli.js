#!/usr/bin/env node
import process from "node:process";
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Agent Lab needs Node 24 or newer; this is ${process.version}. Install Node 24 and run it again. (The verifier, verify.mjs, runs on Node 20.)\n`,
  );
  process.exitCode = 50;
} else {
  const { startCli } = await import("./app/index.js");
  await startCli();
}
