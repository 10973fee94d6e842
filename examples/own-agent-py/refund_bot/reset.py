"""Builds the orders database anew: ORDERS_DB, else data/orders.db."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from .world import DATA, DEFAULT

place = Path(os.environ.get("ORDERS_DB") or DEFAULT)
place.unlink(missing_ok=True)
with closing(sqlite3.connect(place)) as world:
    world.executescript((DATA / "seed.sql").read_text(encoding="utf-8"))
