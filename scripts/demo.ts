/** `npm run demo`: three frameworks, three cases, three repetitions, one verdict; no key and no model outside. */
import { runCli } from "../src/cli/main.ts";

process.exitCode = await runCli(["evaluate", "config/matrices/demo.yaml"]);
