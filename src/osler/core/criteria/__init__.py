"""Eligibility criteria as expression trees: splitting, parsing, rendering and three-valued evaluation with proof."""

from osler.core.criteria.judging.evaluate import by_definition, evaluate, judge
from osler.core.criteria.judging.events import rests
from osler.core.criteria.judging.facts import PatientFacts
from osler.core.criteria.judging.kleene import at_least, conjunction, disjunction, negation
from osler.core.criteria.judging.meaning import content_words, is_directed_at
from osler.core.criteria.judging.measured import known_measure, of_normal
from osler.core.criteria.judging.proof import Judgement, Proof, assumptions, proof_text
from osler.core.criteria.lexing.lexicon import names_of_scale
from osler.core.criteria.parsing.eligibility import parse_eligibility
from osler.core.criteria.parsing.parse import parse_criterion
from osler.core.criteria.render import outline_text, render
from osler.core.criteria.text.registry import registry_criteria
from osler.core.criteria.text.split import split
from osler.core.criteria.tree import (
    all_of,
    any_of,
    atoms,
    defined_as,
    examples_of,
    map_atoms,
    requirement,
    with_codes,
    without_spans,
)
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    ClosedWorld,
    Comparator,
    Criterion,
    CriterionKind,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Mention,
    Not,
    Pregnancy,
    SexIs,
    TruthValue,
    Unparsed,
    ValueTest,
    Window,
)
from osler.deprecated import renamed

__all__ = [
    "Age",
    "AllOf",
    "AnyOf",
    "AtLeast",
    "Atom",
    "Bound",
    "ClosedWorld",
    "Comparator",
    "Criterion",
    "CriterionKind",
    "Except",
    "Expression",
    "Finding",
    "Judgement",
    "MeasuredValue",
    "Mention",
    "Not",
    "PatientFacts",
    "Pregnancy",
    "Proof",
    "SexIs",
    "TruthValue",
    "Unparsed",
    "ValueTest",
    "Window",
    "all_of",
    "any_of",
    "assumptions",
    "at_least",
    "atoms",
    "by_definition",
    "conjunction",
    "content_words",
    "defined_as",
    "disjunction",
    "evaluate",
    "examples_of",
    "is_directed_at",
    "judge",
    "known_measure",
    "map_atoms",
    "names_of_scale",
    "negation",
    "of_normal",
    "outline_text",
    "parse_criterion",
    "parse_eligibility",
    "proof_text",
    "registry_criteria",
    "render",
    "requirement",
    "rests",
    "split",
    "with_codes",
    "without_spans",
]

__getattr__ = renamed(__name__, {"Measure": ("MeasuredValue", MeasuredValue)})
