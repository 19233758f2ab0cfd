"""Problems are typed: every one that the code makes has a code, and the reference lists it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import osler
from osler.core.results import PROBLEM_CODES
from osler.errors import ServiceError


def _made() -> Iterator[tuple[str, ast.Call]]:
    root = Path(osler.__file__).parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "Problem(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                yield f"{path.relative_to(root)}:{node.lineno}", node


def test_every_problem_has_a_code_that_is_documented() -> None:
    without, unknown = [], []
    for place, call in _made():
        code = next((one.value for one in call.keywords if one.arg == "code"), None)
        if code is None:
            without.append(place)
        elif isinstance(code, ast.Constant) and code.value not in {*PROBLEM_CODES, ServiceError.code}:
            unknown.append(place)
    assert not without, "give these a code of PROBLEM_CODES, or of the error that is their cause"
    assert not unknown
