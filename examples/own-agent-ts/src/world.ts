/**
 * The shop's orders in SQLite.
 *
 * Which file: ORDERS_DB if set (built from the seed when missing); else data/orders.db if `reset` made it; else a private copy
 * that is gone when the run ends, so that runs never see each other's refunds.
 */
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

const seed = new URL("../data/seed.sql", import.meta.url);
export const defaultPlace = fileURLToPath(new URL("../data/orders.db", import.meta.url));

export interface Order {
  order_id: string;
  item: string;
  category: string;
  total_usd: number;
  status: string;
}

export function openWorld(): DatabaseSync {
  const named = process.env["ORDERS_DB"];
  const place = named || (existsSync(defaultPlace) ? defaultPlace : ":memory:");
  return existsSync(place) ? new DatabaseSync(place) : buildWorld(place);
}

export function buildWorld(place: string): DatabaseSync {
  const world = new DatabaseSync(place);
  world.exec(readFileSync(seed, "utf8"));
  return world;
}

export function lookUpOrder(world: DatabaseSync, order_id: string): Order {
  const row = world.prepare("SELECT * FROM orders WHERE order_id = ?").get(order_id);
  if (row === undefined) throw new RangeError(`order ${order_id} not found`);
  return {
    order_id: String(row["order_id"]),
    item: String(row["item"]),
    category: String(row["category"]),
    total_usd: Number(row["total_cents"]) / 100,
    status: String(row["status"]),
  };
}

export function requestApproval(
  world: DatabaseSync,
  order_id: string,
  amount: number,
  reason: string,
): object {
  const added = world
    .prepare("INSERT INTO approvals (order_id, amount_cents, reason) VALUES (?, ?, ?)")
    .run(order_id, cents(amount), reason);
  return { approval_id: Number(added.lastInsertRowid), status: "waiting for a manager" };
}

export function issueRefund(world: DatabaseSync, order_id: string, amount: number): object {
  const order = lookUpOrder(world, order_id);
  if (order.status === "refunded") throw new RangeError(`order ${order_id} is refunded already`);
  if (cents(amount) > cents(order.total_usd))
    throw new RangeError(`${amount} USD is more than the order's total`);
  const added = world
    .prepare("INSERT INTO refunds (order_id, amount_cents) VALUES (?, ?)")
    .run(order_id, cents(amount));
  world.prepare("UPDATE orders SET status = 'refunded' WHERE order_id = ?").run(order_id);
  return { refund_id: Number(added.lastInsertRowid), refunded_usd: amount };
}

function cents(amount: number): number {
  if (typeof amount !== "number") throw new RangeError("amount must be a number");
  return Math.round(amount * 100);
}
