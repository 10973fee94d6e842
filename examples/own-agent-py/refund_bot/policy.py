"""Finds the passages of the policy that are nearest in meaning to a question."""

import math
from pathlib import Path

from openai import OpenAI

POLICY = Path(__file__).parent.parent / "data" / "policy.md"
EMBEDDING_MODEL = "text-embedding-3-small"


def search_policy(client: OpenAI, question: str, most: int = 2) -> list:
    passages = [part.strip() for part in POLICY.read_text(encoding="utf-8").split("\n\n")]
    found = client.embeddings.create(model=EMBEDDING_MODEL, input=[question, *passages])
    asked, *known = [row.embedding for row in found.data]
    ranked = sorted(zip(passages, known), key=lambda pair: -cosine(asked, pair[1]))
    return [passage for passage, _ in ranked[:most]]


def cosine(one: list, other: list) -> float:
    length = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other)) / length if length else 0.0
