"""The tool loop: the model chooses, the tools act, until there is an answer."""

import json
import sqlite3
from pathlib import Path

from openai import OpenAI

from .tools import TOOLS, run_tool

MODEL = "gpt-4.1-mini"
TEMPERATURE = 0
MOST_CALLS = 8
PROMPT = Path(__file__).parent.parent / "prompts" / "system.md"


def answer(message: str, world: sqlite3.Connection) -> str:
    client = OpenAI()
    messages: list = [
        {"role": "system", "content": PROMPT.read_text(encoding="utf-8")},
        {"role": "user", "content": message},
    ]
    for _ in range(MOST_CALLS):
        completion = client.chat.completions.create(
            model=MODEL,
            temperature=TEMPERATURE,
            messages=messages,
            tools=TOOLS,
        )
        reply = completion.choices[0].message
        if not reply.tool_calls:
            return " ".join((reply.content or "").split())
        messages.append(reply.model_dump(exclude_none=True))
        for call in reply.tool_calls:
            result = run_tool(call.function.name, call.function.arguments, world, client)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)})
    raise RuntimeError(f"no answer after {MOST_CALLS} model calls")
