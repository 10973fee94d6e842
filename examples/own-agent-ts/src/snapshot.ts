/** Prints the whole world as one line of JSON, rows in key order, so that two snapshots can be compared byte by byte. */
import { openWorld } from "./world.ts";

const world = openWorld();
const rows = (table: string, key: string): unknown[] =>
  world.prepare(`SELECT * FROM ${table} ORDER BY ${key}`).all();
console.log(
  JSON.stringify({
    approvals: rows("approvals", "approval_id"),
    orders: rows("orders", "order_id"),
    refunds: rows("refunds", "refund_id"),
  }),
);
world.close();
