import { provePlantedHeads } from "./prove-heads.ts";

provePlantedHeads("own-agent-py");
