"""A tree as readable text: one line for a sentence, or an indented outline."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import is_measurement
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    Comparator,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    Unparsed,
    UnparsedReason,
    ValueTest,
    Window,
)

_STATES = {"pregnant": "pregnant", "breastfeeding": "breastfeeding", "childbearing_potential": "childbearing potential"}
_LABELS: dict[UnparsedReason, str] = {
    "consent": "agreement",
    "judgement": "judgement",
    "no_condition": "no condition",
    "not_understood": "unparsed",
    "too_long": "unparsed",
}
"""What a text is about that no record answers; only what was not understood is called so."""
_HALF_LIVES = re.compile(
    r"(?P<number>\d[\d.]*|one|two|three|four|five|six|seven|eight|ten)\s*(?:[\w-]+\s+)?half[\s-]?li(?:ves|fe)\b",
    re.IGNORECASE,
)
_EVER = {"ever": "history of", "current": "current", "recent": "recent"}


def render(tree: Expression) -> str:
    """The tree as one line; brackets show what belongs together."""
    if isinstance(tree, AllOf):
        return " and ".join(_members(tree.children))
    if isinstance(tree, AnyOf) and tree.sense == "requirement" and isinstance(tree.children[0], Not):
        return f"if {_inner(tree.children[0].child)}: {render(tree.children[1])}"
    if isinstance(tree, AnyOf) and tree.sense == "examples":
        return f"{_inner(tree.children[0])} such as {_inner(tree.children[1])}"
    if isinstance(tree, AnyOf) and tree.sense == "definition":
        return f"{_inner(tree.children[0])} meaning {_inner(tree.children[1])}"
    if isinstance(tree, AnyOf):
        return " or ".join(_members(tree.children))
    if isinstance(tree, AtLeast):
        return f"at least {tree.count} of the following: " + ", ".join(_members(tree.children))
    if isinstance(tree, Not):
        return f"no {_inner(tree.child)}"
    if isinstance(tree, Except):
        return f"{_inner(tree.child)} except {' or '.join(_excepted(part) for part in tree.exceptions)}"
    return _atom(tree)


def outline_text(tree: Expression, indent: int = 0) -> str:
    """The tree as an indented outline, one condition a line."""
    pad = "  " * indent
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        title = {"all": "ALL of", "any": "ANY of", "at_least": ""}[tree.kind]
        if isinstance(tree, AnyOf) and tree.sense != "alternatives":
            title = {
                "examples": "ANY of (the first with its examples)",
                "definition": "THE FIRST, which means THE SECOND",
                "requirement": "IF NOT the first, THEN",
            }[tree.sense]
        if isinstance(tree, AtLeast):
            title = f"AT LEAST {tree.count} of"
        return "\n".join([pad + title, *(outline_text(child, indent + 1) for child in tree.children)])
    if isinstance(tree, Not):
        return f"{pad}NOT\n{outline_text(tree.child, indent + 1)}"
    if isinstance(tree, Except):
        rows = [outline_text(part, indent + 2) for part in tree.exceptions]
        return "\n".join([outline_text(tree.child, indent), f"{pad}  EXCEPT", *rows])
    besides = f" ({said})" if (said := getattr(tree, "qualifier", "")) else ""
    whose = f" of {tree.of}" if isinstance(tree, MeasuredValue) and tree.of else ""
    return f"{pad}{_atom(tree)}{whose}{besides}  [{_LABELS[tree.reason] if isinstance(tree, Unparsed) else tree.kind}]"


def _members(children: Sequence[Expression]) -> list[str]:
    """The members of a list, each in brackets where a reader would otherwise take a time or value for all of them."""
    plain = [child for child in children if isinstance(child, Finding | MeasuredValue | Pregnancy)]
    windows = {child.windows for child in plain}
    valueless = any(isinstance(child, Finding) and is_measurement(child.name) for child in plain)
    mixed = len(windows) > 1 or (valueless and any(isinstance(child, MeasuredValue) for child in plain))
    return [f"({_inner(child)})" if mixed and child in plain else _inner(child) for child in children]


def _excepted(part: Expression) -> str:
    """An exception, in brackets where a reader would otherwise take its time for that of the whole."""
    timed = any(window.length is not None for window in getattr(part, "windows", ()))
    return f"({render(part)})" if timed else _inner(part)


def _inner(tree: Expression) -> str:
    text = render(tree)
    return f"({text})" if isinstance(tree, AllOf | AnyOf | AtLeast | Not | Except) else text


def _atom(atom: Atom) -> str:
    if isinstance(atom, Age):
        return f"age {render_test(atom.test)}"
    if isinstance(atom, SexIs):
        return atom.sex
    if isinstance(atom, Pregnancy):
        return _timed(_STATES[atom.state], atom.windows)
    if isinstance(atom, MeasuredValue):
        return _timed(_measured(atom), atom.windows)
    if isinstance(atom, Finding):
        return _timed(atom.name, atom.windows)
    return atom.text


def _measured(atom: MeasuredValue) -> str:
    if atom.test.result is not None:
        return f"{atom.test.result} {atom.name}"
    return f"{atom.name} {render_test(atom.test)}"


def _timed(name: str, windows: tuple[Window, ...]) -> str:
    before = dict.fromkeys(_EVER[window.kind] for window in windows if window.kind in _EVER and not window.anchor)
    after = _render_windows([window for window in windows if window.kind not in _EVER or window.anchor])
    return " ".join([*before, name, *after])


def _render_windows(windows: Sequence[Window]) -> list[str]:
    """Windows in words; the two ends of one time together: "2 to 6 weeks prior to randomization"."""
    said: list[str] = []
    rest = list(windows)
    while rest:
        window = rest.pop(0)
        if rest and window.span is not None and rest[0].span == window.span and window.length is not None:
            end = rest.pop(0)
            near = f"{_number(window.length)}{'' if window.unit == end.unit else f' {window.unit}'} to "
            told = render_window(end.model_copy(update={"comparator": Comparator.LE}))
            length = f"{_number(end.length or 0)} {end.unit}"
            how = "for " if end.kind == "lasting" else "within "
            said.append(how + near + told[told.index(length) :])
        else:
            said.append(render_window(window))
    return said


def render_window(window: Window) -> str:
    """A window in words."""
    anchor = window.anchor
    side = "after" if window.after else "prior to"
    if window.length is None or window.unit is None or window.comparator is None:
        if window.kind == "recent" and (counted := _half_lives(window, default="")):
            return f"within {counted}" + (f" {side} {anchor}" if anchor else "")
        plain = {
            "planned": "during the study",
            "at": f"at {anchor}",
            "ever": f"{side} {anchor}" if anchor else "ever",
        }
        return plain.get(window.kind, window.kind)
    length = f"{_number(window.length)} {window.unit}" + (f" or {_half_lives(window)}" if window.open else "")
    if window.kind == "lasting":
        return f"for {_sign(window.comparator, default=Comparator.GE)}{length}" + (
            f" {side} {anchor}" if anchor else ""
        )
    if window.kind == "before":
        return f"{_sign(window.comparator)}{length} " + (f"{side} {anchor}" if anchor else "ago")
    return f"within {_sign(window.comparator, default=Comparator.LE)}{length}" + (f" {side} {anchor}" if anchor else "")


def _half_lives(window: Window, default: str = "some half-lives") -> str:
    """How many half-lives a time is counted with, as they are written: no criterion says how long one is."""
    found = _HALF_LIVES.search(window.span.quote) if window.span is not None else None
    return f"{found['number']} half-lives" if found else default


def render_test(test: ValueTest) -> str:
    """A value test in signs and numbers."""
    if test.result is not None:
        return test.result
    if test.values:
        return " or ".join(_number(value) for value in test.values)
    if len(test.bounds) == 2 and [bound.comparator for bound in test.bounds] == [Comparator.GE, Comparator.LE]:
        low, high = test.bounds
        if low.unit == high.unit and not low.times and not high.times:
            return f"{_number(low.value)} - {_number(high.value)}" + (f" {low.unit}" if low.unit else "")
    return " ".join(_bound(bound) for bound in test.bounds)


def _bound(bound: Bound) -> str:
    value = f"{bound.comparator.value} {_number(bound.value)}"
    return value + (f" x {bound.times}" if bound.times else f" {bound.unit}" if bound.unit else "")


def _sign(comparator: Comparator, default: Comparator | None = None) -> str:
    return "" if comparator is default else f"{comparator.value} "


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
