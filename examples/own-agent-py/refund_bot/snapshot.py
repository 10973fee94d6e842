"""Prints the whole world as one line of JSON, rows in key order, so that two snapshots can be compared byte by byte."""

import json

from .world import open_world

TABLES = {"orders": "order_id", "refunds": "refund_id", "approvals": "approval_id"}

with open_world() as world:
    rows = {
        table: [dict(row) for row in world.execute(f"SELECT * FROM {table} ORDER BY {key}")]
        for table, key in TABLES.items()
    }
print(json.dumps(rows, sort_keys=True))
