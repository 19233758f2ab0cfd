"""The rule files: every row is well formed, and every HPO id is the term that is written beside it."""

from __future__ import annotations

from collections import Counter

from osler.core.language import SectionKind
from osler.core.language.cues import expand
from osler.core.language.rules import read_table, read_yaml
from osler.core.terminology import hpo

CATEGORIES = {
    "maternal",
    "negated", "unlikely", "possible", "hypothetical", "conditional", "historical", "resolved", "family", "other",
    "presupposed", "pseudo", "end", "queried", "refuting",
    "answered",
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


def test_no_cue_is_given_two_meanings() -> None:
    meanings: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for cue, *meaning in read_table("cues.tsv"):
        for words in expand(cue):
            meanings.setdefault(words, set()).add(tuple(meaning))
    assert {words: found for words, found in meanings.items() if len(found) > 1} == {}


def test_choices_and_optional_words_of_a_cue() -> None:
    assert set(expand("is|was ruled? out $")) == {
        ("is", "ruled", "out", "$"),
        ("is", "out", "$"),
        ("was", "ruled", "out", "$"),
        ("was", "out", "$"),
    }
    assert list(expand("?")) == [("?",)]


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
