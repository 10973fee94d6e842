"""Announces an agent's own tools to Agent Lab. One file, standard library, Python 3.9 or later: copy it into your project.

    from agent_lab_kit import tool

    @tool
    def issue_refund(order_id: str, amount: float) -> dict: ...

Where AGENT_LAB_TOOLS_URL is not set, `tool` gives back the function itself and `call` only runs it.
Where it is set, the host is asked before each call: it says run, hands out an answer instead, or refuses.
A refusal is a result, {"error": "…"}, for the model to read. What the host can't record does not run.
"""

import asyncio
import dataclasses
import functools
import inspect
import json
import os
import sys
import urllib.error
import urllib.request

__all__ = ["AgentLabError", "call", "tool"]

_URL = os.environ.get("AGENT_LAB_TOOLS_URL", "")
_TOKEN = os.environ.get("AGENT_LAB_TOOLS_TOKEN", "")
_SECONDS = 60
_LONGEST_OUTPUT = 1_000_000
_LONGEST_NAME = 200


class AgentLabError(RuntimeError):
    """The host could not be asked, or did not take what it was told. The tool did not run."""


def tool(function=None, *, name=None, text=None):
    """Decorates a function, sync or async, whose result goes to the model.

    name: how the model calls it; default: the function's own name.
    text: True where callers expect a str even if the host answers in its place; default: whether it is annotated so.
    """

    def decorate(inner):
        if _URL == "":
            return inner
        signature = inspect.signature(inner)
        label = name or inner.__name__
        as_text = _returns_text(inner) if text is None else text

        if inspect.iscoroutinefunction(inner):

            @functools.wraps(inner)
            async def announced(*args, **kwargs):
                operation, answer = await asyncio.to_thread(
                    _ask, label, _arguments(signature, args, kwargs), as_text, None, None
                )
                if operation is None:
                    return answer
                try:
                    result = await inner(*args, **kwargs)
                except BaseException as error:
                    await asyncio.to_thread(_settle_error, operation, error)
                    raise
                await asyncio.to_thread(_settle, operation, _text_of(result), False)
                return result

        else:

            @functools.wraps(inner)
            def announced(*args, **kwargs):
                given = _arguments(signature, args, kwargs)
                return _call(label, given, lambda: inner(*args, **kwargs), as_text, None, None)

        return announced

    return decorate if function is None else decorate(function)


def call(name, arguments, run, *, tool_call_id=None, idempotency_key=None, text=False):
    """Runs one tool call of a loop of your own: `run` takes no argument and is called only where the host says so.

    arguments: what the model wrote, as data. tool_call_id: the model's id of the call. idempotency_key: equal for
    every try of one action. text: give an answer of the host as the str it is, not parsed as JSON.
    Where `run` gives an awaitable, so does `call`. Only an `async def` is known beforehand to give one: then the host is
    asked beside the event loop. For a lambda that makes a coroutine, asking holds the loop up.
    """
    if _URL == "":
        return run()
    if inspect.iscoroutinefunction(run):
        return _call_async(name, arguments, run, text, tool_call_id, idempotency_key)
    return _call(name, arguments, run, text, tool_call_id, idempotency_key)


def _call(name, arguments, run, text, tool_call_id, key):
    operation, answer = _ask(name, arguments, text, tool_call_id, key)
    if operation is None:
        return answer
    try:
        result = run()
    except BaseException as error:
        _settle_error(operation, error)
        raise
    if inspect.isawaitable(result):
        return _settle_later(operation, result)
    _settle(operation, _text_of(result), False)
    return result


async def _call_async(name, arguments, run, text, tool_call_id, key):
    operation, answer = await asyncio.to_thread(_ask, name, arguments, text, tool_call_id, key)
    if operation is None:
        return answer
    return await _settle_later(operation, run())


async def _settle_later(operation, awaitable):
    try:
        result = await awaitable
    except BaseException as error:
        await asyncio.to_thread(_settle_error, operation, error)
        raise
    await asyncio.to_thread(_settle, operation, _text_of(result), False)
    return result


def _ask(name, arguments, text, tool_call_id, key):
    """(operation, None) where the program shall run the tool, (None, answer) where it shall not."""
    intent = {"name": str(name)[:_LONGEST_NAME], "arguments": _data_of(arguments)}
    if tool_call_id and len(str(tool_call_id)) <= _LONGEST_NAME:
        intent["tool_call_id"] = str(tool_call_id)
    if key:
        intent["idempotency_key"] = str(key)
    status, reply = _post("intent", intent)
    if status != 200:
        raise AgentLabError(f"{name} did not run: Agent Lab did not take it ({status}: {_why(reply)})")
    if reply["do"] == "run":
        return reply["operation_id"], None
    output = reply["output"] if reply["do"] == "use" else json.dumps({"error": reply["message"]})
    return None, output if text else _parsed(output)


def _settle_error(operation, error):
    try:
        said = f"{type(error).__name__}: {error}"
    except Exception as second:
        said = _no_text("error", second)
    _settle(operation, json.dumps({"error": said}), True)


def _settle(operation, output, is_error):
    """The tool has run: what can't be told any more is said on stderr, and the program goes on."""
    if len(output) > _LONGEST_OUTPUT:
        output = f"{output[:_LONGEST_OUTPUT]}\n[cut: the whole answer has {len(output)} characters]"
    settlement = {"operation_id": operation, "output": output, "is_error": is_error}
    try:
        status, reply = _post("settlement", settlement)
    except AgentLabError as error:
        print(f"agent_lab_kit: {operation} was not settled: {error}", file=sys.stderr)
        return
    if status != 200:
        print(f"agent_lab_kit: {operation} was not settled: {_why(reply)}", file=sys.stderr)


# The host is on this machine: no proxy of the environment may come between.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _post(path, body):
    request = urllib.request.Request(
        f"{_URL}/{path}",
        data=json.dumps(_sound(body), allow_nan=False).encode("utf-8"),
        headers={"content-type": "application/json", "authorization": f"Bearer {_TOKEN}"},
        method="POST",
    )
    try:
        with _opener.open(request, timeout=_SECONDS) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, _parsed(error.read().decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise AgentLabError(f"Agent Lab can't be reached at {_URL}: {error}") from error


def _why(reply):
    error = reply.get("error") if isinstance(reply, dict) else None
    return error.get("message", "no reason") if isinstance(error, dict) else "no reason"


def _arguments(signature, args, kwargs):
    """By name, as the model wrote them. What is no data (self, a context, a client) is not an argument of the model's."""
    found = {}
    for name, value in signature.bind(*args, **kwargs).arguments.items():
        kind = signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            found.update({key: inner for key, inner in value.items() if _is_data(inner)})
        elif name not in ("self", "cls") and _is_data(value):
            found[name] = value
    return found


def _is_data(value):
    try:
        return _looks_like_data(value)
    except Exception:
        return True  # Such as a circle: announced, and said to have no text.


def _looks_like_data(value):
    if value is None or isinstance(value, (str, bool, int, float)):
        return True
    if isinstance(value, (list, tuple)):
        return all(_looks_like_data(inner) for inner in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _looks_like_data(inner) for key, inner in value.items())
    return _has_fields(value)


def _has_fields(value):
    model = callable(getattr(value, "model_dump", None))
    return not isinstance(value, type) and (model or dataclasses.is_dataclass(value))


def _plain(value):
    """Models of pydantic and dataclasses as data; what has no other form as its text."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(inner) for inner in value]
    if _has_fields(value):
        dump = getattr(value, "model_dump", None)
        return _plain(dump() if callable(dump) else dataclasses.asdict(value))
    return str(value)


def _sound(value):
    """Half of a surrogate pair is no text that can be sent."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_sound(key): _sound(inner) for key, inner in value.items()}
    return [_sound(inner) for inner in value] if isinstance(value, list) else value


def _text_of(result):
    """The tool has run: whatever it gave, the program gets it, and the host a text."""
    if isinstance(result, str):
        return result
    try:
        return json.dumps(_plain(result), ensure_ascii=False)
    except Exception as error:
        return _no_text("result", error)


def _data_of(arguments):
    """An argument without JSON, such as a circle, is announced as a text that says so: the host decides on it."""
    if isinstance(arguments, dict):
        return {str(name): _writable(value) for name, value in arguments.items()}
    return _writable(arguments)


def _writable(value):
    try:
        plain = _plain(value)
        json.dumps(_sound(plain))
        return plain
    except Exception as error:
        return _no_text("argument", error)


def _no_text(what, error):
    return f"[agent_lab_kit: this {what} can't be written as text ({type(error).__name__})]"


def _parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def _returns_text(function):
    return function.__annotations__.get("return") in (str, "str")
