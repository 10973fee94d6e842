/** Builds the orders database anew: ORDERS_DB, else data/orders.db. */
import { rmSync } from "node:fs";

import { buildWorld, defaultPlace } from "./world.ts";

const place = process.env["ORDERS_DB"] || defaultPlace;
rmSync(place, { force: true });
buildWorld(place).close();
