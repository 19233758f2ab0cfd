"""Whether the sentences that a model cites bear its verdict out: asserted of the patient, not denied, the number within the limit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import (
    AllOf,
    AnyOf,
    Expression,
    Finding,
    MeasuredValue,
    Proof,
    Unparsed,
    atoms,
    render,
)
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity, assert_mention, time_expressions
from osler.core.terminology import SemanticType
from osler.trials.judging.asked.trees import AskedPart, asked_parts, demanded, text_of
from osler.trials.judging.citing.cited import assertions_of, days_ago, lies_in, reactions_in
from osler.trials.judging.citing.cited_ages import other_age, very_age
from osler.trials.judging.citing.cited_times import (
    LONG_AGO,
    asked_of_now,
    lasting,
    only_planned,
    tells_an_end,
    told_as_earlier,
)
from osler.trials.judging.citing.cited_values import contradicts, gives_value, unmeasured
from osler.trials.judging.citing.other_things import tells_of_another_thing
from osler.trials.judging.citing.read_alike import read_in
from osler.trials.judging.citing.spared import only_spared
from osler.trials.judging.citing.unsaid import NOBODY_SAYS, kind_unsaid, left_unsaid
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern
from osler.trials.judging.touching import touching
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import reach_of
from osler.trials.judging.words import content_words
from osler.trials.types import CriterionVerdict

_OPPOSITE = {"positive": "negative", "negative": "positive"}
_NAMED = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE})
"""The kinds of things that have names, which a sentence that tells of one has."""
_WORD = re.compile(r"[^\W_]+")
_UNCHANGED_GENE = re.compile(r"\bwild[- ]?type\b")
_SAYS = "the sentence says "
_READ_OTHERWISE = "the computation reads the opposite from it"
_STATES_IT = "the sentence states it, and does not deny it"


def unsupported(
    verdict: CriterionVerdict,
    tree: Expression,
    cited: Sequence[NumberedSentence],
    view: PatientView,
    proof: Proof | None = None,
) -> str:
    """Why the cited sentences do not support a verdict; empty where they may.

    What the computation itself reads from them of a part, in its proof of the whole, is not weighed once more.
    """
    if verdict not in (CriterionVerdict.MET, CriterionVerdict.NOT_MET) or not cited:
        return ""
    tree = demanded(tree)
    if outright := _refused_as_a_whole(verdict, tree, cited, view):
        return outright
    read = read_in(proof, cited)
    reasons = [_of_part(part, verdict, cited, view, read) for part in asked_parts(tree)]
    met = verdict is CriterionVerdict.MET
    if met and isinstance(tree, AllOf) and (left := _not_all(tree, reasons, read) or _outside(tree, cited, view)):
        return left
    if met and isinstance(tree, AnyOf):
        reasons = _as_a_whole(tree, reasons, cited, view, read)
    if isinstance(tree, AnyOf) and (held := _holds_one(verdict, tree, reasons)):
        return held
    if met and (spared := only_spared(tree, cited, view)):
        return spared
    if "" in reasons:
        return ""
    if met and (unnamed := _unnamed(tree, cited, view)):
        return unnamed
    told = next(filter(None, reasons), None) or ""
    if not told and reasons and verdict is CriterionVerdict.NOT_MET and not any(map(_denies, cited)):
        return "no cited sentence denies it"
    return told


def _refused_as_a_whole(
    verdict: CriterionVerdict, tree: Expression, cited: Sequence[NumberedSentence], view: PatientView
) -> str:
    """Why sentences do not bear a verdict out, whatever they say of the parts: another thing, a word or an age that is not told."""
    if verdict is CriterionVerdict.NOT_MET:
        return very_age(tree, cited, view)
    asked = [part for part in asked_parts(tree) if part.affirmed and not isinstance(part.atom, MeasuredValue)]
    if len(asked) == 1 and (other := _another_thing(asked[0].atom, cited)):
        return other
    left = (
        left_unsaid(tree, cited, view)
        or kind_unsaid(tree, cited, view)
        or other_age(tree, cited, view)
        or only_planned(tree, cited, view)
    )
    if not left and _only_denied(tree, cited):
        return "the sentence denies what it shares with the criterion"
    return left


def _of_part(
    part: AskedPart,
    verdict: CriterionVerdict,
    cited: Sequence[NumberedSentence],
    view: PatientView,
    read: dict[str, bool],
) -> str | None:
    """Empty where a part is borne out, by the computation's own reading or by what is said of it; the reason where it is not."""
    wanted = (verdict is CriterionVerdict.MET) == part.affirmed
    if (holds := read.get(render(part.atom).casefold())) is not None:
        return "" if holds is wanted else _READ_OTHERWISE
    if isinstance(part.atom, MeasuredValue):
        reason = unmeasured(part.atom, wanted, cited, view)
        reason = _resulted(part.atom, wanted, cited, view) if reason is None else reason
    else:
        reason = _stated(part.atom, wanted, cited, view)
    if not wanted and reason and _too_long_ago(part.atom, cited, view):
        return ""
    return _untimely(part.atom, wanted, cited, view) or reason


def _not_all(tree: AllOf, reasons: Sequence[str | None], read: dict[str, bool]) -> str:
    """Which part of several that must all hold is refused, or told by nobody where only the computation reads another one."""
    by_part = [*zip(asked_parts(tree), reasons, strict=True)]
    if not any(render(part.atom).casefold() in read for part, _ in by_part):
        return ""
    told = next((reason for _, reason in by_part if reason), "")
    silent = next((part for part, reason in by_part if reason is None), None)
    return told or (f"{NOBODY_SAYS}{render(silent.atom)}" if silent else "")


def _outside(tree: AllOf, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Which value of several that must all hold the sentences give, and outside its limits."""
    values = (part for part in tree.children if isinstance(part, MeasuredValue))
    return next((f"the sentence gives another {one.name}" for one in values if contradicts(one, cited, view)), "")


def _as_a_whole(
    tree: AnyOf,
    reasons: Sequence[str | None],
    cited: Sequence[NumberedSentence],
    view: PatientView,
    read: dict[str, bool],
) -> list[str | None]:
    """The reasons by part of a choice: one alternative is borne out by all its words, not by those that it shares with another."""
    return [
        left_unsaid(part.atom, cited, view) if reason == "" and render(part.atom).casefold() not in read else reason
        for part, reason in zip(asked_parts(tree), reasons, strict=True)
    ]


def _holds_one(verdict: CriterionVerdict, tree: AnyOf, reasons: Sequence[str | None]) -> str:
    """Why a choice is not refused: one alternative that is denied does not deny the others, and a result that is asked for is given."""
    if tree.sense == "alternatives" and _STATES_IT in reasons:
        return _STATES_IT
    given = next((reason for reason in reasons if reason and reason.startswith(_SAYS)), "")
    return given if verdict is CriterionVerdict.NOT_MET else ""


def read_otherwise(
    verdict: CriterionVerdict, tree: Expression, cited: Sequence[NumberedSentence], view: PatientView
) -> bool:
    """Whether a criterion hangs on how a note is read, and a cited sentence says in so many words what a verdict says.

    Ages, sexes, values and times are computed; what a sentence says of a disease is read, and may be read wrongly.
    """
    parts = list(asked_parts(tree))
    if len(parts) < len(list(atoms(tree))) or not cited:
        return False
    for part in parts:
        wanted = (verdict is CriterionVerdict.MET) == part.affirmed
        if isinstance(part.atom, MeasuredValue | Unparsed) or part.atom.windows:
            return False
        own = [
            said for said in assertions_of(text_of(part.atom), cited, view) if said.experiencer is Experiencer.PATIENT
        ]
        if not any(
            said.polarity is Polarity.PRESENT and not said.resolved if wanted else said.negated or said.resolved
            for said in own
        ):
            return False
    return True


def inferred(
    tree: Expression, cited: Sequence[NumberedSentence], view: PatientView, proof: Proof | None = None
) -> bool:
    """Whether no cited sentence names anything that is asked, so that a verdict is the mind's own inference."""
    parts, read = [part.atom for part in asked_parts(demanded(tree))], read_in(proof, cited)
    return bool(cited and parts) and not any(
        render(atom).casefold() in read or _names(atom, cited, view) for atom in parts
    )


def _names(atom: Finding | MeasuredValue | Unparsed, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether a cited sentence names an atom; a value that it gives stands right behind the name."""
    if not isinstance(atom, MeasuredValue):
        return any(assertions_of(text_of(atom), cited, view))
    if not atom.test.bounds:
        return any(assertions_of(atom.name, cited, view))
    return gives_value(atom, cited, view)


def _another_thing(atom: Finding | MeasuredValue | Unparsed, cited: Sequence[NumberedSentence]) -> str:
    """What cited sentences tell instead of an atom; who asks for a plan is answered by one."""
    if isinstance(atom, Finding) and any(window.kind == "planned" for window in atom.windows):
        return ""
    return tells_of_another_thing(text_of(atom), cited)


def _resulted(atom: MeasuredValue, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a sentence gives the result that the verdict needs, the reason where it gives another or none."""
    if atom.test.result not in _OPPOSITE:
        return None
    needed = atom.test.result if wanted else _OPPOSITE[atom.test.result]
    about = [item for item in cited if any(assertions_of(atom.name, [item], view))]
    said = {_result_in(item.text) for item in about or cited} - {""}
    if needed in said:
        return ""
    if said:
        return f"{_SAYS}{' and '.join(sorted(said))}"
    # Who has the disease is positive; a sentence that names neither test nor disease gives no result.
    return (
        _stated(Unparsed(text=atom.name), needed == "positive", about, view) if about else "no sentence names the test"
    )


def _result_in(text: str) -> str:
    words = text.casefold()
    if pattern("results", "negative").search(words):
        return "negative"
    return "positive" if pattern("results", "positive").search(words) else ""


def _unnamed(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Which drug or disease that is asked for no cited sentence names, nor a member, a sign or shorthand of it."""
    asked = [part.atom for part in asked_parts(tree) if part.affirmed and isinstance(part.atom, Finding)]
    known = [atom for atom in asked if named(text_of(atom), view.vocabularies).kinds & _NAMED]
    if not known or len(known) < len(list(atoms(tree))):
        return ""
    for atom in known:
        spans = [item for item in touching(atom, view) if isinstance(item, Span)]
        if any(assertions_of(text_of(atom), cited, view)) or any(lies_in(span, cited) for span in spans):
            return ""
    return f"no cited sentence names {' or '.join(atom.name for atom in known)}"


def _untimely(
    atom: Finding | MeasuredValue | Unparsed, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView
) -> str:
    """Why the times that the sentences give are against a verdict; empty where they are not."""
    reach = [] if isinstance(atom, Unparsed) else reach_of(atom)
    ago = [days for sentence in cited for days in days_ago(sentence, view)]
    if not wanted and ago and isinstance(atom, Finding) and (length := lasting(atom)):
        longest = max(nearest for nearest, _ in ago)
        if longest >= length and any(
            said.polarity is Polarity.PRESENT for said in assertions_of(atom.name, cited, view)
        ):
            return f"the sentence dates it to {longest} days ago, which is long enough"
    if wanted and ago and not isinstance(atom, Unparsed) and asked_of_now(atom) and all(map(tells_an_end, cited)):
        nearest = min(nearest for nearest, _ in ago)
        return f"what the sentence dates ended {nearest} days ago" if nearest > LONG_AGO else ""
    if wanted and (earlier := told_as_earlier(atom, reach, ago, cited)):
        return earlier
    if not reach or not ago:
        return ""
    if wanted and min(nearest for nearest, _ in ago) > min(reach):
        return f"what the sentence dates is {min(nearest for nearest, _ in ago)} days ago"
    inside = [farthest for _, farthest in ago if 0 <= farthest <= min(reach)]
    spoken = isinstance(atom, MeasuredValue) or any(
        said.polarity is Polarity.PRESENT for said in assertions_of(text_of(atom), cited, view)
    )
    # What another word stands for (a brand, a member of a class) is not named; a date within the time denies it all the less.
    undenied = len(inside) == len(ago) and not any(map(_denies, cited))
    if not wanted and (spoken or undenied) and isinstance(atom, Finding) and inside:
        return f"the sentence dates it to {min(inside)} days ago, which is within the time"
    return ""


def _too_long_ago(
    atom: Finding | MeasuredValue | Unparsed, cited: Sequence[NumberedSentence], view: PatientView
) -> bool:
    """Whether all that cited sentences date lies further back than a finding is asked for, and nothing goes on."""
    reach = reach_of(atom) if isinstance(atom, Finding) else []
    ago = [days for sentence in cited for days in days_ago(sentence, view)]
    goes_on = any(pattern("goes_on").search(sentence.text.casefold()) for sentence in cited)
    return bool(reach and ago) and not goes_on and min(nearest for nearest, _ in ago) > max(reach)


def _only_denied(tree: Expression, cited: Sequence[NumberedSentence]) -> bool:
    """Whether every word that the sentences share with a criterion, which denies nothing itself, is denied there."""
    asked = render(tree).casefold()
    if pattern("denying").search(asked):
        return False
    names = content_words(asked)
    shared = [
        (sentence, word.span())
        for sentence in cited
        for word in _WORD.finditer(sentence.text)
        if not word[0].isdigit() and content_words(word[0].casefold()) & names
    ]
    return bool(shared) and all(
        assert_mention(sentence.text, *place).polarity is Polarity.NEGATED for sentence, place in shared
    )


def _denies(sentence: NumberedSentence) -> bool:
    words = sentence.text.casefold()
    return any(one.search(words) for one in (pattern("denying"), pattern("results", "negative"), _UNCHANGED_GENE))


def _stated(atom: Finding | Unparsed, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a mention says what the verdict says, the reason where all say otherwise, None where none is found."""
    said = list(assertions_of(text_of(atom), cited, view))
    if not said:
        return None
    own = [assertion for assertion in said if assertion.experiencer is Experiencer.PATIENT]
    if not own:
        return "the sentence speaks of somebody else"
    if pattern("reactions", "asked").search(text_of(atom).casefold()):
        if all(assertion.negated for assertion in own):
            # "Allergic to sulfonamides but not to penicillin": there is a reaction, and this is not what it is to.
            return "the sentence denies it, or leaves it open" if wanted else ""
        own = [said for said in reactions_in(cited) if said.experiencer is Experiencer.PATIENT]
        if wanted and not any(said.polarity is Polarity.PRESENT for said in own):
            return "the sentence tells of no reaction"
    timed = isinstance(atom, Finding) and any(window.kind not in ("ever", "current") for window in atom.windows)
    if wanted:
        if any(assertion.polarity is Polarity.PRESENT for assertion in own):
            return ""
        return "the sentence denies it, or leaves it open"
    if any(assertion.negated or assertion.resolved or assertion.historical for assertion in own):
        return ""
    dated = timed and any(True for sentence in cited for _ in time_expressions(sentence.text))
    return "" if dated else _STATES_IT
