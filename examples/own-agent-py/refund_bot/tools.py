"""What the model may do, and how it is done."""

import json
import sqlite3

from openai import OpenAI

from . import world as orders
from .policy import search_policy


def tool(name: str, description: str, **properties: dict) -> dict:
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            },
        },
    }


ORDER_ID = {"type": "string", "description": "The number of the order."}
AMOUNT = {"type": "number", "description": "The amount in USD."}

TOOLS = [
    tool("lookup_order", "Look up one order by its number.", order_id=ORDER_ID),
    tool(
        "search_policy",
        "Search the refund policy of the shop.",
        question={"type": "string", "description": "What to search for, in plain words."},
    ),
    tool(
        "request_approval",
        "Ask a manager for approval of a refund.",
        order_id=ORDER_ID,
        amount=AMOUNT,
        reason={"type": "string", "description": "Why the customer wants the money back."},
    ),
    tool("issue_refund", "Issue a refund: pays the money back.", order_id=ORDER_ID, amount=AMOUNT),
]


def run_tool(name: str, arguments: str, world: sqlite3.Connection, client: OpenAI) -> dict:
    """The result as an object; a refusal is `{"error": ...}`, which the model reads."""
    try:
        given = json.loads(arguments)
        if name == "lookup_order":
            return orders.lookup_order(world, given["order_id"])
        if name == "search_policy":
            return {"passages": search_policy(client, given["question"])}
        if name == "request_approval":
            return orders.request_approval(world, given["order_id"], given["amount"], given["reason"])
        if name == "issue_refund":
            return orders.issue_refund(world, given["order_id"], given["amount"])
        return {"error": f"there is no tool named {name}"}
    except (ValueError, KeyError) as problem:
        return {"error": str(problem)}
