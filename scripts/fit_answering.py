"""Fit when a passage answers a question (`osler.guidelines.steps.answering`), and report both halves of the questions.

The questions are the short and the everyday ones of `osler/evals/sets`. What is reported of each half (by hash of the id) is what
the weights give that the other half fits; the weights printed are fitted on both. A passage answers where it is among the gold;
of the other passages the likeliest few of each question are the counterexamples.

python scripts/fit_answering.py uspstf.json > src/osler/guidelines/answering.yml
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from osler.core.agents import Runner
from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.evals.items import half_of
from osler.evals.own_sets import own_set, read_lines
from osler.evals.suites.guideline_qa import opened
from osler.guidelines import AskOptions, Deps, ask
from osler.guidelines.steps.answering import Signs, judged
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.meaning import likeness_to, with_meaning

_STEPS, _RATE, _DECAY = 4000, 3.0, 0.0005
_ROUNDS = 4
"""How often the counterexamples are chosen anew, by what the weights so far take for answers."""
_COUNTER, _BESIDE_GOLD = 3, 1
"""Counterexamples of a question without an answer, and of one with."""
_AGAINST = np.array(
    [name in {"drug_missing", "disease_missing", "unheard", "untold", "undosed"} for name in Signs._fields]
)
_SAYS = 0.03
"""What a sign of something missing says against a passage at the least, on the scale of its spread: too few questions may say otherwise."""
_KINDS = {"meaning": "hybrid", "words": "bm25"}


class Asked(NamedTuple):
    """A question with the signs of every passage found, and which of them answer."""

    id: str
    answerable: bool
    signs: np.ndarray
    gold: np.ndarray


def main() -> None:
    """Ask, fit, print."""
    print("# Made by scripts/fit_answering.py on the short and the everyday questions; see evals/sets/README.md.")
    print(
        "# `meaning` where the library has vectors, `words` where it has none; the chance is logistic in bias and weighted signs."
    )
    for kind, retriever in _KINDS.items():
        rows = [
            row
            for wording in ("short", "everyday")
            for source, of in ((None, "demo"), (sys.argv[1], "uspstf"))
            for row in _asked(source, f"guideline_qa_{wording}_{of}.jsonl", retriever)
        ]
        for half in "ab":
            part = [row for row in rows if half_of(row.id) == half]
            held = _fitted([row for row in rows if half_of(row.id) != half])
            print(f"# {kind}, half {half}: {_measures(part, *held)}", file=sys.stderr)
        bias, weights = _fitted(rows)
        print(f"{kind}:\n  bias: {bias:.3f}\n  weights:")
        for name, weight in zip(Signs._fields, weights, strict=True):
            print(f"    {name}: {weight:.3f}")


def _asked(source: str | None, questions: str, retriever: str) -> Iterator[Asked]:
    with opened(source) as library:
        if retriever == "hybrid":
            library.embed()
        for line in read_lines(own_set(questions), "JSON lines"):
            yield _signs(line, library, AskOptions.model_validate({"retriever": retriever}))


def _signs(line: Mapping[str, Any], library: Library, options: AskOptions) -> Asked:
    deps = Deps(runner=Runner(), libraries=[library])
    options = with_meaning(options, [library], deps.recorder)
    result = ask(line["question"], options=options, deps=deps)
    bundles = result.debug_info.evidence if result.debug_info else []
    chunks = {one.chunk.id: one.chunk for bundle in bundles for one in bundle.chunks}
    vocabularies = bundled_vocabularies()
    near = likeness_to(line["question"], bundles, [library], options, vocabularies)
    topic = topic_of(line["question"], [library], vocabularies)
    to_names = likeness_to(topic.names, bundles, [library], options, vocabularies)
    found = judged(list(chunks.values()), topic, line["question"], near, vocabularies, to_names=to_names)
    gold = set(line["gold"])
    return Asked(
        line["id"],
        line["answerable"],
        np.array([list(map(float, one.signs)) for one in found.values()]).reshape(-1, len(Signs._fields)),
        np.array([bool({chunk.id, chunk.recommendation_id} & gold) for chunk in chunks.values()], dtype=bool),
    )


def _fitted(rows: list[Asked]) -> tuple[float, np.ndarray]:
    """Weights by gradient descent, on all passages first and then on the likeliest counterexamples."""
    bias, weights = _fit(np.vstack([row.signs for row in rows]), np.concatenate([row.gold for row in rows]))
    for _ in range(_ROUNDS):
        signs, gold = [], []
        for row in rows:
            order = np.argsort(-(row.signs @ weights + bias))
            wrong = [place for place in order if not row.gold[place]][: _BESIDE_GOLD if row.answerable else _COUNTER]
            right = [place for place in order if row.gold[place]][:1]
            signs.append(row.signs[[*wrong, *right]])
            gold.append(row.gold[[*wrong, *right]])
        bias, weights = _fit(np.vstack(signs), np.concatenate(gold))
    return bias, weights


def _fit(signs: np.ndarray, gold: np.ndarray) -> tuple[float, np.ndarray]:
    """Logistic regression on signs of one scale; answers and counterexamples count alike, however many they are."""
    mean, spread = signs.mean(0), signs.std(0) + 1e-9
    values = (signs - mean) / spread
    share = np.where(gold, 0.5 / max(1, gold.sum()), 0.5 / max(1, (~gold).sum()))
    weights, bias = np.zeros(signs.shape[1]), 0.0
    for _ in range(_STEPS):
        off = (1 / (1 + np.exp(-(values @ weights + bias))) - gold) * share
        weights -= _RATE * (values.T @ off + _DECAY * weights)
        weights = np.where(_AGAINST, np.minimum(weights, -_SAYS), weights)
        bias -= _RATE * off.sum()
    weights = weights / spread
    return float(bias - mean @ weights), weights


def _measures(rows: list[Asked], bias: float, weights: np.ndarray) -> dict[str, float]:
    """What is answered, and what is met with silence: without an answer in the library, and with every answer taken out of it."""
    level = AskOptions().answerable

    def speaks(signs: np.ndarray) -> bool:
        return bool((1 / (1 + np.exp(-(signs @ weights + bias))) >= level).any())

    told = [speaks(row.signs) for row in rows if row.answerable]
    silent = [not speaks(row.signs) for row in rows if not row.answerable]
    # What is left is about the same drugs and diseases; some of it answers in part, or says that it is for others.
    without = [not speaks(row.signs[~row.gold]) for row in rows if row.answerable]
    figures = {"answered": told, "silent": silent, "silent_without_gold": without}
    return {name: round(sum(some) / len(some), 3) for name, some in figures.items()}


if __name__ == "__main__":
    main()
