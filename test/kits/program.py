"""Plays the steps it reads from stdin through the Python kit, and prints what each gave and which tools really ran."""

import asyncio
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "kits", "python"))
from agent_lab_kit import call, tool  # noqa: E402

ran = []


def work(name, args):
    ran.append(name)
    if args.get("fail"):
        raise ValueError(args["fail"])
    if args.get("long"):
        return "x" * args["long"]
    if args.get("broken"):
        return "half \ud83d of a pair"
    if args.get("circle") == "result":
        return circle()
    return {"from": name, "given": args}


def circle():
    around = {"amount": 1}
    around["self"] = around
    return around


@tool
def plain(**args):
    return work("plain", args)


@tool(name="renamed")
async def waits(**args):
    await asyncio.sleep(0.01)
    return work("renamed", args)


@tool
def stubbed(sku) -> dict:
    return work("stubbed", {"sku": sku})


@tool
def stubbed_text(sku) -> str:
    return work("stubbed_text", {"sku": sku})


@tool
def forbidden(**args):
    return work("forbidden", args)


@tool
def rejected(**args):
    return work("rejected", args)


@tool
def nowhere(**args):
    return work("nowhere", args)


decorated = {
    "plain": plain,
    "renamed": waits,
    "stubbed": stubbed,
    "stubbed_text": stubbed_text,
    "forbidden": forbidden,
    "rejected": rejected,
    "nowhere": nowhere,
}


async def play(step):
    name, args = step["tool"], step.get("arguments", {})
    try:
        if args.get("circle") == "argument":
            args["round"] = circle()
        if "call" in step:
            result = call(name, args, lambda: work(name, args), **step["call"])
        else:
            result = decorated[name](**args)
        result = await result if asyncio.iscoroutine(result) else result
        return "came back" if "circle" in args else result
    except Exception as error:
        return {"threw": type(error).__name__}


async def main():
    steps = json.load(sys.stdin)
    if steps.get("at_once"):
        results = await asyncio.gather(*(play(step) for step in steps["steps"]))
    else:
        results = [await play(step) for step in steps["steps"]]
    print(json.dumps({"results": results, "ran": ran}))


asyncio.run(main())
