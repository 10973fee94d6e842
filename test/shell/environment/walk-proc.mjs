// What an agent can do: reads every process's environment and arguments, and names those that hold the text.
// The text comes encoded, so that this process is not found by its own arguments.
import { readdirSync, readFileSync } from "node:fs";

const wanted = Buffer.from(process.argv[2], "base64").toString();
const found = [];
for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
  for (const file of ["environ", "cmdline"]) {
    try {
      if (readFileSync(`/proc/${pid}/${file}`).includes(wanted)) found.push(`${pid} ${file}`);
    } catch {
      // Not ours, or gone.
    }
  }
}
const parent = readFileSync(`/proc/${process.ppid}/environ`, "utf8").split("\0");
console.log(JSON.stringify({ found, parent: parent.filter((line) => line !== "") }));
