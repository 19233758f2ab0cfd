"""What in the evidence speaks against something for this patient: allergy, pregnancy, renal function, a drug taken."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, pregnancy_of, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of, without_excluded
from osler.guidelines.checking.amounts import amounts
from osler.guidelines.checking.going_on import GOES_ON
from osler.guidelines.checking.readings import readings_of
from osler.guidelines.steps.allergies import allergies_of
from osler.guidelines.steps.barred_rows import barred_by, because_barred
from osler.guidelines.steps.dosing import changes_in, met_by
from osler.guidelines.steps.limits import held
from osler.guidelines.steps.nameless import drugs_above, is_nameless, naming_before
from osler.guidelines.steps.naming import drugs_in, members_in, named_by, speaks_of
from osler.guidelines.steps.placed_bans import banned_in_place
from osler.guidelines.steps.state_rows import without_state
from osler.guidelines.steps.whose import ALLERGIC, HAS, PREGNANT, TAKES, UNLESS, because_of, taken_beside
from osler.guidelines.types import LabValue, PatientFacts

_ALTERNATIVES = re.compile(r"\bor\b", re.IGNORECASE)
_LISTED = re.compile(r",|\bor\b", re.IGNORECASE)
_APART = re.compile(r"[;:()]|\.(?!\d)|\band\b(?!/or)|\b(?:plus|with|then|if|when|in|for|who)\b", re.IGNORECASE)
"""What joins the members of a list, and what stands between two lists or two things that are given together."""
_INSTEAD = re.compile(
    r"\b(?:instead of|in place of|in preference to|rather than|(?:chosen|preferred|favou?red|used|taken|given|picked) (?:over|ahead of|before)|prefer(?:red|able) to|choice over)\s+(?P<gone>[\w-]+(?:(?:,| or|,? and) [\w-]+)*)",
    re.IGNORECASE,
)
"""What another drug takes the place of: for whom that is said, it is not given."""
_MODAL = re.compile(r"\b(?:should|must|may|can|shall)\b", re.IGNORECASE)
_OR_TREATMENT = re.compile(
    r"\bor (?P<what>(?:[\w-]+ ){0,3}(?:therapy|psychotherapy|counselling|counseling|training|exercises?|surgery|physiotherapy|rehabilitation|ablation|programmes?|programs?|interventions?|stockings?|inhalation|oxygen))\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\b(?:plus|together with|combined with|in combination|and then)\b", re.IGNORECASE)
_WHOSE = re.compile(
    r"\b(?:(?:for|in|to) (?:people|patients|adults|those|women|men|children|anyone)|(?:after|before) (?:starting|stopping|each|any)|when|if|unless|who|whose|taking|takes|receiving|treated with|already on|"
    r"(?:in combination|together|combined|concomitant\w*|interacts?) with)\b[^;.]*?(?=[;,.]|\bor [\w-]+ \d|(?<!who )\b(?:should|must|may|can|shall)\b|$)",
    re.IGNORECASE,
)
"""Whom and when advice is for: a drug that is named there is taken beside it, and is none of its alternatives."""
_CLAUSE = re.compile(r";|,? (?:but|however|whereas|while)\b")
_STOPPED = re.compile(
    r"^(?!.*\b(?:before|prior to)\b)\W*(?:\w+, )?(?:stop|discontinue|withhold|withdraw|suspend)\b[^;.]*\b(?:in|if|when|during)\b"
    r"|\b(?:must|should) be (?:stopped|discontinued|withheld|withdrawn|suspended)\b[^;.]*\b(?:in|if|when|during)\b",
    re.IGNORECASE,
)
_NOT_STOPPED = re.compile(
    r"^[^;:]{0,60}?\b(?:do not|don't|never|(?:should|must) not(?: be)?) (?:routinely )?(?:stop|discontinu|withh[eo]ld|interrupt|omit|suspend|delay)\w*",
    re.IGNORECASE,
)
_OPENS_IF = re.compile(r"\W*(?:if|when|where|once|until|while)\b", re.IGNORECASE)
_ABOVE = re.compile(
    r"\b(?:above|over|more than|higher than|greater than|exceed(?:s|ing)?)\s+(?P<dose>\d[\d.,]*\s?(?:mg|g|mcg|[µμ]g|micrograms?))\b",
    re.IGNORECASE,
)
_ROUTE = re.compile(
    r"^\W*(?:intravenous|intramuscular|subcutaneous|intrathecal|rectal|topical|inhaled|oral)\b", re.IGNORECASE
)
_RESTRICTED = re.compile(
    r"\bonly (?:on|when|if|after|before|under|by|with|at)\b[^,;.]*|\b(?:restricted|limited) to\b[^,;.]*", re.IGNORECASE
)
_EXCLUDES = re.compile(r"\b(?:does|do) not apply\b", re.IGNORECASE)
"""What says whom the sentence before it leaves out; the drugs that it names are theirs."""
_GIVEN = re.compile(
    r"\b(?:is|are|be) (?:offered|given|used|started|prescribed|taken|added|a (?:choice|option))\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Caution:
    """A sentence of the evidence that speaks against drugs for this patient, and why it concerns them."""

    sentence: str
    chunk_id: str
    drugs: frozenset[str]
    """The names of what it speaks against, folded; none, where that is no drug of the vocabularies ("live vaccines")."""
    because: str
    document_id: str = ""
    own: bool = False
    """Whether it comes from the patient's record alone: no passage says it."""
    after: str = ""
    """The sentence that it goes on from ("It must not be given …"), which names the drug."""
    measured: tuple[LabValue, ...] = ()
    """The values of the patient that meet a limit of it."""
    most: float | None = None
    """The dose in milligrams above which it speaks against a drug; what stays below it is not meant."""
    changes: str = ""
    """The sentence whose dose it changes for this patient; such a caution speaks against that dose, not against the drug."""


def cautions(chunks: Iterable[Chunk], patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """Every sentence of the evidence that speaks against something for this patient."""
    found: dict[str, Caution] = {}
    for chunk in chunks:
        before = ""
        for sentence in passage_sentences(chunk.text):
            if told := _caution(sentence.text, before, chunk, patient, vocabularies):
                found.setdefault(sentence.text, told)
            before = sentence.text
        for change in changes_in(chunk, vocabularies) if not chunk.recommendation_id else ():
            if met := met_by(change.text, patient):
                named = naming_before(chunk, change.text, vocabularies)
                told = Caution(
                    change.text, chunk.id, change.drugs, met, chunk.document_id, after=named, changes=change.changes
                )
                found.setdefault(change.text, told)
    against = frozenset(drug for one in found.values() if not one.changes for drug in one.drugs)
    # What must not be given has no dose either.
    kept = [one for one in found.values() if not one.changes or not named_by(against, one.drugs, vocabularies)]
    return [*kept, *_by_allergy(patient, vocabularies)]


def _caution(text: str, before: str, chunk: Chunk, patient: PatientFacts, vocabularies: Vocabularies) -> Caution | None:
    """What a sentence speaks against for this patient: of several clauses those that do, of whom they speak."""
    if (row := row_of(text)) and row.barred:
        barred = barred_by(text, patient, vocabularies)
        own = drugs_in(row.first, vocabularies) | members_in(row.first, vocabularies)
        return Caution(text, chunk.id, own, because_barred(barred), chunk.document_id) if barred else None
    if _NOT_STOPPED.match(text):
        return None  # what is not to be stopped is not spoken against
    clauses = [part for part in _CLAUSE.split(without_state(text)) if is_against(part, vocabularies)]
    if not clauses and not is_against(without_state(text), vocabularies):
        return _replacing(text, chunk, patient, vocabularies) or _restricting(text, chunk, patient, vocabularies)
    drugs = _spoken_against(text, vocabularies)
    beside = taken_beside(text, vocabularies)
    drugs = drugs or banned_in_place(text, chunk, vocabularies)
    goes_on = before if (not drugs - beside or _EXCLUDES.search(text)) and GOES_ON.search(text) else ""
    if not goes_on and is_nameless(text, vocabularies):
        # A dose under the heading of its drug speaks of that, not of what the patient takes beside it.
        goes_on = naming_before(chunk, text, vocabularies)
        drugs = drugs_above(chunk, vocabularies) or drugs
    if goes_on:
        drugs = drugs_in(goes_on, vocabularies) | members_in(goes_on, vocabularies)
    # A clause that names nobody is of those whom its sentence names; of a list of people each member is enough.
    reasons = (because_of(part, patient, vocabularies) for part in (*clauses, text, *readings_of(text)))
    because = next(filter(None, reasons), None)
    if not because or (not drugs and chunk.recommendation_id):
        return None
    if because.startswith(TAKES):
        taken = drugs_in(because, vocabularies)
        beside |= frozenset(drug for drug in drugs if drug in taken or named_by([drug], taken, vocabularies))
    against = drugs - beside or drugs
    measured = tuple(lab for lab in patient.labs if held(text, PatientFacts(labs=[lab])).met)
    return Caution(
        text, chunk.id, against, because, chunk.document_id, after=goes_on, measured=measured, most=_most(text)
    )


def _replacing(text: str, chunk: Chunk, patient: PatientFacts, vocabularies: Vocabularies) -> Caution | None:
    """What a sentence gives this patient something else for: "use B instead of A in pregnancy"."""
    found = _INSTEAD.search(text)
    gone = drugs_in(found["gone"], vocabularies) if found else frozenset[str]()
    advised = read_statement(text, vocabularies)
    if not gone or advised.stance != "for" or "weak" in advised.strengths:
        return None
    # Whom it is for stands before what they should have instead: counselling is no condition of theirs.
    whom = _MODAL.split(text)[0]
    because = because_of(whom, patient, vocabularies) or because_of(text, patient, vocabularies)
    return Caution(text, chunk.id, gone, because, chunk.document_id) if because else None


def _restricting(text: str, chunk: Chunk, patient: PatientFacts, vocabularies: Vocabularies) -> Caution | None:
    """What a sentence restricts for people like this patient: "in people on haemodialysis only on non-dialysis days"."""
    drugs = drugs_in(text, vocabularies)
    restriction = _RESTRICTED.search(text)
    if not drugs or chunk.recommendation_id or restriction is None:
        return None
    because = because_of(_RESTRICTED.sub(" ", text), patient, vocabularies)
    if not because or not because.startswith((HAS, PREGNANT, TAKES)):
        return None
    return Caution(text, chunk.id, drugs, because, chunk.document_id, changes=restriction.group())


def _most(text: str) -> float | None:
    """The dose in milligrams that a sentence has nobody exceed."""
    found = _ABOVE.search(text)
    amounts_ = [one.size for one in amounts(found["dose"]) if one.kind == "mass"] if found else []
    return amounts_[0] if amounts_ else None


def _is_meant(caution: Caution, sentence: str, vocabularies: Vocabularies) -> bool:
    """Whether a caution against one route, or against doses above some limit, speaks of a sentence: it gives such a one."""
    route = _ROUTE.search(caution.sentence)
    if route and not re.search(re.escape(route.group()[:6]), sentence, re.IGNORECASE):
        return False  # what must not be given into a vein may be given by mouth
    if caution.most is None:
        return True
    return any(one.kind == "mass" and one.size > caution.most for one in read_statement(sentence, vocabularies).amounts)


def is_against(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text speaks against something, or has it stopped for some people."""
    main = _main_clause(UNLESS.sub(" ", text))
    return read_statement(main, vocabularies).stance == "against" or bool(_STOPPED.search(text))


def _main_clause(text: str) -> str:
    """What a sentence says under the condition that opens it: "if it cannot be done today, start treatment" forbids nothing."""
    if not _OPENS_IF.match(text):
        return text
    clauses = (text[found.end() :] for found in re.finditer(r",\s+(?!or\b|and\b)", text))
    return next((one for one in clauses if stance_of(one) != "none"), text)


def _spoken_against(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a sentence speaks against: those of its clauses that do, "use warfarin; apixaban must not be used"."""
    clauses = [part for part in _CLAUSE.split(text) if is_against(part, vocabularies)]
    named = drugs_in(" ".join(clauses), vocabularies) | members_in(" ".join(clauses), vocabularies)
    if not named and (row := row_of(text)):
        # "Do not use" in a cell is of the drug of its row, not of one that another cell names.
        named = drugs_in(row.first, vocabularies) | members_in(row.first, vocabularies)
    return named or drugs_in(text, vocabularies) | members_in(text, vocabularies)


def _by_allergy(patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """What the patient is allergic to, whether or not any guideline says that it is not for the allergic."""
    found = []
    for one in allergies_of(patient.allergies, lambda text: drugs_in(text, vocabularies), belongs(vocabularies)):
        because = f"{ALLERGIC}{one.substance}"
        told = f"{because[0].upper()}{because[1:]}: not {one.named} without an allergy assessment."
        found.append(Caution(told, "", one.drugs, because, own=True))
    return found


def belongs(vocabularies: Vocabularies) -> Callable[[str, str], bool]:
    """Whether a drug belongs to a class, both by name."""
    return lambda drug, general: bool(named_by(drugs_in(general, vocabularies), [drug], vocabularies))


class Excluded(NamedTuple):
    """What speaks for this patient against what a sentence advises: all of it, or some of its alternatives."""

    cautions: tuple[Caution, ...]
    gone: tuple[str, ...]
    left: tuple[str, ...]
    """The alternatives that are excluded, and those that nothing speaks against, in the words of the sentence."""


def excluded_of(
    sentence: str, document_id: str, cautions: Iterable[Caution], vocabularies: Vocabularies
) -> Excluded | None:
    """What is excluded of a sentence that advises drugs; nothing, where nothing is."""
    if not advises_drug(sentence, vocabularies):
        return None
    # What a clause has stopped, or speaks against, is not what its sentence advises.
    advising = [part for part in _CLAUSE.split(sentence) if not is_against(part, vocabularies)]
    advised = _INSTEAD.sub(" ", _WHOSE.sub(" ", without_excluded(" ; ".join(advising) or sentence)))
    drugs = drugs_in(advised, vocabularies)
    against = [
        one
        for one in cautions
        if one.sentence != sentence
        and not one.changes
        and _is_meant(one, sentence, vocabularies)
        and named_by(one.drugs, drugs, vocabularies)
        and not disagrees(one, sentence, document_id, vocabularies)
    ]
    if not against:
        return None
    gone = frozenset(drug for one in against for drug in named_by(one.drugs, drugs, vocabularies))
    named = [
        (one.text, drugs_in(one.text, vocabularies)) for one in read_statement(advised, vocabularies).named if one.drug
    ]
    left = _alternatives(advised, named, gone)
    others = () if left else _other_treatments(advised, gone, vocabularies)
    # What speaks against all of it is the reason before what speaks against a part, and before what holds only "unless".
    against.sort(key=lambda one: (bool(UNLESS.search(one.sentence)), -len(named_by(one.drugs, drugs, vocabularies))))
    return Excluded(
        tuple(against),
        tuple(dict.fromkeys(words for words, drugs_ in named if drugs_ & gone)),
        tuple(dict.fromkeys(words for words, drugs_ in named if drugs_ & left)) or others,
    )


def _other_treatments(text: str, gone: frozenset[str], vocabularies: Vocabularies) -> tuple[str, ...]:
    """The treatments without a drug that a text gives as alternatives to what is excluded: "… or cognitive therapy"."""
    return tuple(
        " ".join(found["what"].split())
        for found in _OR_TREATMENT.finditer(text)
        if not drugs_in(found["what"], vocabularies)
        and drugs_in(re.split(r"[;.]", text[: found.start()])[-1], vocabularies) & gone
    )


def _alternatives(text: str, named: Sequence[tuple[str, frozenset[str]]], gone: frozenset[str]) -> frozenset[str]:
    """The drugs that a text gives as alternatives ("or") to those that are excluded; what is given beside them is none."""
    left: set[str] = set()
    lists = _lists(text, [words for words, _ in named])
    for words, drugs in named:
        for other, excluded in named:
            if drugs & gone or not excluded & gone:
                continue
            first, last = sorted((text.find(words), text.find(other)))
            between = text[first:last]
            listed = any({words, other} <= one for one in lists)
            if listed or (_ALTERNATIVES.search(between) and not _BESIDE.search(between)):
                left |= drugs
    return frozenset(left)


def _lists(text: str, names: Sequence[str]) -> list[frozenset[str]]:
    """The names that stand in one list of alternatives: the "or" of "A, B or C" is of all of them."""
    placed = sorted((text.find(name), name) for name in set(names) if name in text)
    lists: list[frozenset[str]] = []
    run, joints = [placed[0][1]] if placed else [], ""
    for (place, name), (after, following) in itertools.pairwise(placed):
        joint = text[place + len(name) : after]
        if _LISTED.search(joint) and not _APART.search(joint):
            run, joints = [*run, following], joints + joint
            continue
        lists += [frozenset(run)] if _ALTERNATIVES.search(joints) else []
        run, joints = [following], ""
    return [*lists, frozenset(run)] if _ALTERNATIVES.search(joints) else lists


def disagrees(caution: Caution, sentence: str, document_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a caution is another guideline's opinion on the very people that a sentence is for: a contradiction."""
    if not caution.document_id or not document_id or caution.document_id == document_id:
        return False
    if caution.because.startswith(PREGNANT):
        return pregnancy_of(sentence) is True
    if caution.measured:
        return bool(held(sentence, PatientFacts(labs=list(caution.measured))).met)
    return caution.because.startswith(HAS) and speaks_of(sentence, caution.because.removeprefix(HAS), vocabularies)


@dataclass(frozen=True)
class Concern:
    """A sentence of the evidence with advice for somebody who has a problem of this patient."""

    sentence: str
    chunk_id: str
    problem: str


def concerns(
    quoted: Iterable[tuple[Chunk, Sequence[str]]], patient: PatientFacts, question: str, vocabularies: Vocabularies
) -> list[Concern]:
    """Advice on the question's topic that names a problem or an allergy of the patient which the question does not."""
    brought = [one for one in (*patient.problems, *patient.allergies) if not speaks_of(question, one, vocabularies)]
    found: dict[str, Concern] = {}
    for chunk, texts in quoted:
        for text in texts:
            problem = next((one for one in brought if speaks_of(text, one, vocabularies)), None)
            if problem and problem not in found and read_statement(text, vocabularies).stance != "none":
                found[problem] = Concern(text, chunk.id, problem)
    return list(found.values())


def advises_drug(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text advises a drug: in words, or as a row of a table that gives its dose."""
    statement = read_statement(text, vocabularies)
    dosed = any(amount.kind in {"mass", "g/kg"} for amount in statement.amounts) or bool(_GIVEN.search(text))
    return statement.stance == "for" or (statement.stance == "none" and dosed and bool(drugs_in(text, vocabularies)))
