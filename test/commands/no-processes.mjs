/** Loaded into a command that must start nothing: any process, server or connection ends it. */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const refuse = (what) => () => {
  process.stderr.write(`started: ${what}\n`);
  process.exit(99);
};
for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"])
  childProcess[name] = refuse(name);
net.Server.prototype.listen = refuse("listen");
net.Socket.prototype.connect = refuse("connect");
syncBuiltinESMExports();
