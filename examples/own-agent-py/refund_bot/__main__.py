"""Reads one customer message, prints the answer as the last line of stdout."""

import json
import os
import sys

from .agent import answer
from .world import open_world


def read_case() -> str:
    """The message: stdin, else the file that AGENT_LAB_CASE names; plain text, a JSON string, or an object with `message`."""
    text = "" if sys.stdin.isatty() else sys.stdin.read()
    case_file = os.environ.get("AGENT_LAB_CASE")
    if text.strip() == "" and case_file:
        with open(case_file, encoding="utf-8") as file:
            text = file.read()
    try:
        case = json.loads(text)
    except ValueError:
        return text.strip()
    if isinstance(case, dict):
        return str(case.get("message", case.get("input", text)))
    return case if isinstance(case, str) else text.strip()


def main() -> int:
    message = read_case()
    if message == "":
        print("no message: give it on stdin or name a file in AGENT_LAB_CASE", file=sys.stderr)
        return 2
    with open_world() as world:
        print(answer(message, world))
    return 0


if __name__ == "__main__":
    sys.exit(main())
