"""The shop's orders in SQLite.

Which file: ORDERS_DB if set (built from the seed when missing); else data/orders.db if `reset` made it; else a private copy
that is gone when the run ends, so that runs never see each other's refunds.
"""

import os
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

DATA = Path(__file__).parent.parent / "data"
DEFAULT = DATA / "orders.db"


@contextmanager
def open_world() -> Iterator[sqlite3.Connection]:
    named = os.environ.get("ORDERS_DB")
    place = named or (str(DEFAULT) if DEFAULT.exists() else ":memory:")
    fresh = not Path(place).exists()
    world = sqlite3.connect(place)
    world.row_factory = sqlite3.Row
    if fresh:
        world.executescript((DATA / "seed.sql").read_text(encoding="utf-8"))
    try:
        yield world
        world.commit()
    finally:
        world.close()


def lookup_order(world: sqlite3.Connection, order_id: str) -> dict:
    order = world.execute("SELECT * FROM orders WHERE order_id = ?", (str(order_id),)).fetchone()
    if order is None:
        raise ValueError(f"order {order_id} not found")
    return {
        "order_id": order["order_id"],
        "item": order["item"],
        "category": order["category"],
        "total_usd": order["total_cents"] / 100,
        "status": order["status"],
    }


def request_approval(world: sqlite3.Connection, order_id: str, amount: float, reason: str) -> dict:
    row = (str(order_id), cents(amount), reason)
    added = world.execute(
        "INSERT INTO approvals (order_id, amount_cents, reason) VALUES (?, ?, ?)", row
    )
    return {"approval_id": added.lastrowid, "status": "waiting for a manager"}


def issue_refund(world: sqlite3.Connection, order_id: str, amount: float) -> dict:
    order = lookup_order(world, order_id)
    if order["status"] == "refunded":
        raise ValueError(f"order {order_id} is refunded already")
    if cents(amount) > cents(order["total_usd"]):
        raise ValueError(f"{amount} USD is more than the order's total")
    row = (str(order_id), cents(amount))
    added = world.execute("INSERT INTO refunds (order_id, amount_cents) VALUES (?, ?)", row)
    world.execute("UPDATE orders SET status = 'refunded' WHERE order_id = ?", (str(order_id),))
    return {"refund_id": added.lastrowid, "refunded_usd": amount}


def cents(amount: float) -> int:
    if isinstance(amount, bool) or not isinstance(amount, (int, float)):
        raise ValueError("amount must be a number")
    return round(amount * 100)
