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
const model = await startTestModel({
  port: Number(values.port),
  noise: Number(values.noise),
  seed: Number(values.seed),
  ...(values.key === undefined ? {} : { key: values.key }),
});
console.log(`export OPENAI_BASE_URL=${model.url} OPENAI_API_KEY=${values.key ?? "test"}`);
