/** Starts the test model and says where it is: `node examples/test-model/main.ts --port 8123 --noise 0.05 --seed 7`. */
import { parseArgs } from "node:util";

import { startTestModel } from "./server.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8123" },
    noise: { type: "string", default: "0" },
    seed: { type: "string", default: "0" },
    key: { type: "string" },
  },
});
try {
  const model = await startTestModel({
    port: Number(values.port),
    noise: Number(values.noise),
    seed: Number(values.seed),
    ...(values.key === undefined ? {} : { key: values.key }),
  });
  console.error("The test model listens until this process ends. Paste this in another terminal:");
  console.log(`export OPENAI_BASE_URL=${model.url} OPENAI_API_KEY=${values.key ?? "test"}`);
} catch (error) {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  if (!taken) throw error;
  console.error(`Port ${values.port} is taken: name another one with --port, or 0 for any.`);
  process.exitCode = 1;
}
