"""Packages are entered by their front door, or by that of one of their rooms; and a door shows what it has."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

_IMPORT = re.compile(r"^ *(from osler\.[\w.]+ import (?:\([^)]*\)|.*))$", re.MULTILINE)
"""The statement alone: to parse all of the source would take longer than all that is asked of it."""

SOURCE = Path(__file__).parents[1] / "src"
ROOMS_OF = {"osler.core", "osler.surfaces"}
"""Folders that only hold packages."""


def module_name(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[: 3 if ".".join(parts[:2]) in ROOMS_OF else 2])


def is_package(module: str) -> bool:
    return SOURCE.joinpath(*module.split("."), "__init__.py").exists()


def is_door(module: str) -> bool:
    """A package, one of its rooms, or the settings of a package, which are read before anything else is loaded."""
    inside = module.removeprefix(package_of(module)).strip(".").split(".")
    return inside == [""] or inside == ["settings"] or (len(inside) == 1 and is_package(module))


@cache
def foreign_imports() -> tuple[tuple[str, str, str], ...]:
    """Every name that a module takes from another package of Osler: who, from where, what; read once, for it is long."""
    return tuple(_foreign_imports())


def _foreign_imports() -> Iterator[tuple[str, str, str]]:
    for file in sorted(SOURCE.rglob("*.py")):
        here = module_name(file)
        for statement in _IMPORT.finditer(file.read_text(encoding="utf-8")):
            node = ast.parse(statement[1]).body[0]
            assert isinstance(node, ast.ImportFrom)
            if package_of(node.module or "") != package_of(here):
                yield from ((here, node.module or "", alias.name) for alias in node.names)


def test_packages_are_entered_by_their_front_doors() -> None:
    past = sorted(
        {f"{here} takes {name} from {module}" for here, module, name in foreign_imports() if not is_door(module)}
    )
    assert not past, "\n".join(past)


def test_a_door_shows_what_is_taken_from_it() -> None:
    hidden = sorted({f"{door} does not show {name}" for _, door, name in foreign_imports() if not is_shown(door, name)})
    assert not hidden, "\n".join(hidden)


def is_shown(door: str, name: str) -> bool:
    """Whether a package names it in `__all__` and really has it; a package within it need not be named."""
    if not is_package(door):
        return True
    room = importlib.import_module(door)
    return hasattr(room, name) and (name in getattr(room, "__all__", ()) or is_package(f"{door}.{name}"))


ACCESSORS = {
    "concept_search",
    "disease_annotations",
    "hierarchy",
    "hpo",
    "load_vocabulary",
    "local_concept",
    "local_hierarchy",
    "local_searchers",
    "vocabulary",
}
"""Functions that give the vocabularies of the process, for code that is given none."""


OPENED_WITH_DEFAULTS = {"osler.trials.registry.local.importing", "osler.trials.registry.local.registry"}
"""Adapters that are made outside a run, before there is a `Deps`; and the other processes of an import."""

READERS = {
    "osler.core.criteria.judging.facts",
    "osler.core.criteria.parsing.eligibility",
    "osler.core.criteria.parsing.parse",
    "osler.core.language.analyse",
    "osler.core.library.library",
    "osler.core.patient.checks",
    "osler.core.patient.extract.note",
    "osler.core.patient.readers.many",
    "osler.core.patient.readers.read",
    "osler.core.patient.readers.text",
    "osler.core.safety.flags",
}
"""The modules of core's public functions that take vocabularies, where stands what they are by default."""

TAKE_VOCABULARIES = {
    "PatientFacts",
    "analyse",
    "check_record",
    "document_text",
    "open_library",
    "parse_criterion",
    "parse_eligibility",
    "patients_in",
    "read_patient",
    "reading_of",
    "red_flags",
    "registry_criteria",
}
"""Functions with a default that code inside a run does not use."""

PUBLIC_DEFAULTS = {
    "osler.core.criteria.judging.evaluate: PatientFacts(patient)",
    "osler.core.language.analyse: analyse(text, matcher=_OnePlace(start, end))",
    "osler.core.library.shelf: open_library(name)",
    "osler.core.safety.flags: red_flags((), note, source_id=source_id)",
    "osler.core.safety.flags: red_flags(hpo_ids)",
}
"""Public functions that call another with its default; what is asserted of a given place, or thrown away, needs none."""


@pytest.mark.parametrize("capability", ["consult", "diagnosis", "grounding", "guidelines", "trials"])
def test_a_capability_is_given_its_vocabularies(capability: str) -> None:
    """The vocabularies are those of its `Deps`; only there, and where a port is opened, stands what they are by default."""
    own = f"osler.{capability}"
    taken = [
        (who, what)
        for who, source, what in foreign_imports()
        if (who == own or who.startswith(f"{own}.")) and source.startswith("osler.core.terminology")
    ]
    assert not [(who, what) for who, what in taken if what in ACCESSORS]
    assert {who for who, what in taken if what == "bundled_vocabularies"} <= {f"{own}.deps", *OPENED_WITH_DEFAULTS}


def test_core_reads_in_the_vocabularies_that_it_is_given() -> None:
    """Only the public functions of reading, and where the vocabularies themselves live, know of those of the process."""
    taken = [
        (who, what)
        for who, source, what in foreign_imports()
        if who.startswith("osler.core.") and source.startswith("osler.core.terminology")
    ]
    assert not [(who, what) for who, what in taken if what in ACCESSORS]
    assert {who for who, what in taken if what == "bundled_vocabularies"} == READERS


@pytest.mark.parametrize("package", ["consult", "core", "diagnosis", "grounding", "guidelines", "trials"])
def test_who_was_given_vocabularies_hands_them_on(package: str) -> None:
    from_core = {(who, what) for who, source, what in foreign_imports() if source.startswith("osler.core.")}
    alone = {
        f"{here}: {ast.unparse(call)}"
        for file in sorted((SOURCE / "osler" / package).rglob("*.py"))
        for here, text in [(module_name(file), file.read_text(encoding="utf-8"))]
        if any(f"{name}(" in text for name in TAKE_VOCABULARIES)
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in TAKE_VOCABULARIES
        and (package == "core" or (here, call.func.id) in from_core)
        and not any("vocabularies" in ast.unparse(given) for given in (*call.args, *call.keywords))
    }
    assert alone <= PUBLIC_DEFAULTS


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.yml")), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_rule_file_says_nothing_twice(file: Path) -> None:
    """Of two keys with one name YAML keeps the second, silently."""
    waiting = [yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.MappingNode):
            names = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
            assert len(names) == len(set(names)), sorted(name for name in set(names) if names.count(name) > 1)
            waiting += [value for _, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
