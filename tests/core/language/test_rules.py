"""The rule files: every row is well formed, and every HPO id is the term that is written beside it."""

from __future__ import annotations

from collections import Counter

import pytest

from osler.core.language import SectionKind
from osler.core.language.cue_tree import Cue, CueTree, Step, parts_of, telling_words
from osler.core.language.rules import read_table, read_yaml
from osler.core.terminology import hpo

CATEGORIES = {
    "maternal",
    "negated", "unlikely", "possible", "hypothetical", "conditional", "historical", "resolved", "family", "other",
    "presupposed", "pseudo", "end", "queried", "refuting",
    "answered", "awaited", "fetal", "labelled", "taken back",
}  # fmt: skip


def test_cues_are_well_formed() -> None:
    for cue, category, direction, reach in read_table("cues.tsv"):
        assert category in CATEGORIES, cue
        if category == "end":
            assert set(filter(None, reach.split(","))) <= CATEGORIES, cue
        elif category == "pseudo":
            assert (direction, reach) == ("", ""), cue
        else:
            assert direction in {"forward", "backward", "both"}, cue
            assert reach in {"clause", "phrase", "sentence"} or reach.isdigit(), cue


@pytest.mark.parametrize("other_end", ["@", "$"])
def test_no_cue_is_given_two_meanings(other_end: str) -> None:
    """Two rows that end with the same words say the same of them: as the table stands, and from its end."""
    rows = [
        (cue, Cue(category, "forward", f"{direction} {reach}", frozenset()))
        for cue, category, direction, reach in read_table("cues.tsv")
        if not cue.endswith(f" {other_end}")
    ]
    first, last = CueTree(rows), CueTree(rows[::-1])
    waiting: list[tuple[Step, Step, tuple[str, ...]]] = [(first.root, last.root, ())]
    seen = {id(first.root)}
    while waiting:
        one, other, words = waiting.pop()
        if words:
            assert (one.cue, one.final_cue) == (other.cue, other.final_cue), words
        for word in one.nexts:
            after, beside = one.after(word), other.after(word)
            assert after is not None
            assert beside is not None
            if id(after) not in seen:
                seen.add(id(after))
                waiting.append((after, beside, (*words, word)))
    assert len(seen) > 500


def test_choices_and_optional_words_of_a_cue() -> None:
    cue = Cue("negated", "backward", "clause", frozenset())
    root = CueTree([("is|was ruled? out $", cue)]).root
    assert set(root.nexts) == {"is", "was"}
    for words in (["is", "ruled", "out"], ["is", "out"], ["was", "ruled", "out"], ["was", "out"]):
        assert _complete(root, words) == (None, cue)
    assert _complete(root, ["is", "ruled"]) == (None, None)
    assert [part.words for part in parts_of("?")] == [("?",)]


def test_a_later_row_says_more_of_the_same_words_and_others_go_on() -> None:
    plain, later, longer = (Cue(name, "forward", "clause", frozenset()) for name in ("negated", "possible", "pseudo"))
    root = CueTree([("no|not", plain), ("no", later), ("no more? than", longer)]).root
    assert _complete(root, ["no"]) == (later, None)
    assert _complete(root, ["not"]) == (plain, None)
    assert _complete(root, ["no", "than"]) == _complete(root, ["no", "more", "than"]) == (longer, None)


def test_a_row_of_very_many_sequences_costs_what_it_says() -> None:
    choice = "|".join(f"w{number}" for number in range(10))
    cue = Cue("negated", "forward", "clause", frozenset())
    root = CueTree([(" ".join([f"{choice}?"] * 12), cue)]).root
    assert _complete(root, ["w3"] * 12) == (cue, None)
    words, marks = telling_words(parts_of(f"{choice} :? {choice}"), lambda word: 0)
    assert words == {"w"}
    assert marks == set()


def _complete(root: Step, words: list[str]) -> tuple[Cue | None, Cue | None]:
    step: Step | None = root
    for word in words:
        assert step is not None
        step = step.after(word)
    assert step is not None
    return step.cue, step.final_cue


def test_every_hpo_id_of_the_normality_table_has_the_label_beside_it() -> None:
    table = read_yaml("normality.yml")
    graph = hpo()
    groups = [row[key] for row in table["functions"].values() for key in row if key != "names"]
    for group in [*groups, *table["words"].values()]:
        for concept, label in group.items():
            assert graph.resolve(concept) == concept
            assert graph.label(concept) == label


def test_functions_have_known_states_and_names_of_their_own() -> None:
    table = read_yaml("normality.yml")
    states = {"names", "excludes", "absent", "reduced", "increased"}
    assert all(set(row) <= states and row["excludes"] for row in table["functions"].values())
    names = Counter(name for row in table["functions"].values() for name in row["names"])
    assert [name for name, count in names.items() if count > 1] == []


def test_headings_open_known_sections_and_only_one() -> None:
    table = read_yaml("sections.yml")
    assert {SectionKind(kind) for kind in table}
    names = Counter(name for group in table.values() for name in group)
    assert [name for name, count in names.items() if count > 1] == []
