/** The command line as a test starts it: leases run out soon, and at the armed crash point the process stops itself instead of dying. */
import { runCli } from "../../src/cli/main.ts";

const stops = process.env["TRIAL_STOPS"] === "1";

process.exitCode = await runCli(process.argv.slice(2), process.env, {
  lease_ttl_ms: Number(process.env["TRIAL_TTL_MS"]),
  ...(stops ? { atCrashPoint: () => void process.kill(process.pid, "SIGSTOP") } : {}),
});
