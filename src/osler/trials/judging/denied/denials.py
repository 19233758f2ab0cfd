"""What a note denies as a whole, by its name, or by a list of the medicines of today on which it does not stand."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Proof, TruthValue, render
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity, assert_mention, time_expressions
from osler.core.terminology import SemanticType
from osler.trials.judging.denied.denied_names import covers, denied_by_its_name
from osler.trials.judging.diseases.groups import is_known_class, medicines_of_class
from osler.trials.judging.findings import Named, facts_about, front_of, is_operation, lineage_of, named, names_medicine
from osler.trials.judging.people.health import denied_by_health
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.unproved import asks_for_disease, is_sign
from osler.trials.judging.view import KnownFact, PatientView, Statement
from osler.trials.judging.windows import days_of, reach_of
from osler.trials.judging.words import content_words
from osler.trials.kinship import is_general

NOT_MET = TruthValue.NOT_MET
_GIVEN = frozenset({SemanticType.MEDICATION, SemanticType.PROCEDURE, SemanticType.LAB_VALUE})
_LATELY = 31
"""Days for which a note that has no medicines today may speak; of a course three months ago it says nothing."""


def denied(atom: Atom, view: PatientView, wanted: bool) -> Proof | None:
    """What a note denies as a whole: medicines, past history, allergies, surgery."""
    if not isinstance(atom, Finding):
        return None
    if (by_name := denied_by_its_name(atom, view)) is not None:
        return by_name
    asked = named(atom.name, view.vocabularies)
    # A sign that is there today leaves the diseases that are denied as they are.
    told = facts_about(atom, view)
    if any(not (asks_for_disease(atom.name) and is_sign(fact, view)) for fact in (*told.present, *told.near)):
        return None
    if (in_any := _denied_in_any_degree(atom, view) or _denied_with_others(atom, view)) is not None:
        return in_any
    if not wanted and not (told.present or told.near) and (well := denied_by_health(atom, view)) is not None:
        return well
    statement = _denial_for(atom, asked.kinds | _by_last_word(atom.name), view, wanted)
    if statement is None or _is_left_out(atom.name, asked, statement, view):
        return None
    return Proof(
        truth=NOT_MET,
        statement=render(atom),
        reason=f"the note states {_in_words(statement, view)}",
        evidence=[statement.sentence.span],
    )


def _in_words(statement: Statement, view: PatientView) -> str:
    """What is stated, as it is: beside a disease that the record has, a note denies others."""
    if statement.kind == "no conditions" and any(fact.present and fact.kind == "condition" for fact in view.facts):
        return "no conditions besides those that it names"
    return statement.kind


def _is_left_out(name: str, asked: Named, statement: Statement, view: PatientView) -> bool:
    """Whether a denial of everything leaves out what is asked: a disease by its name, or an operation that may be of its kind."""
    if not statement.save:
        return False
    # Beside "allergies: penicillin" stands the word for all of them.
    saved = _ALLERGIES.sub(" ", statement.save) if statement.kind.endswith("allergies") else statement.save
    left = named(saved, view.vocabularies)
    # An allergy has a code of its own; what it is to has another.
    concepts = asked.concepts | named(_ALLERGIES.sub(" ", name), view.vocabularies).concepts
    kin = lineage_of(left.concepts, view.vocabularies) & concepts or left.concepts & lineage_of(
        concepts, view.vocabularies
    )
    if statement.kind == "no surgery" and (not left.concepts or pattern("wide_operations").search(name.casefold())):
        return True
    words = frozenset(word for word in left.words & asked.words if not pattern("of_closed_lists").match(word))
    return bool(kin or words)


def denied_for_a_time(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether what is asked of the past is denied since some day only: "no seizures since 2010" tells of seizures before."""
    if not any(window.kind in ("ever", "within") for window in atom.windows):
        return False
    texts = {document.id: document.text for document in view.record.documents}
    spans = [one for one in proof.evidence if isinstance(one, Span) and one.source_id in texts]
    limits = [_limit_of(texts[one.source_id], one.end) for one in spans]
    told = [(texts[one.source_id], found.start("limit")) for one, found in zip(spans, limits, strict=True) if found]
    # "None in the last two years" is enough where six months are asked for.
    return bool(spans) and all(limits) and not all(_reaches(text, at, atom, view) for text, at in told)


def _limit_of(text: str, end: int) -> re.Match[str] | None:
    """Since when something is denied, as its sentence goes on; behind the end of it another begins."""
    return None if text[end - 1 : end] in {".", ";", "!", "\n"} else _SINCE.match(text, end)


def _reaches(text: str, limit: int, atom: Finding, view: PatientView) -> bool:
    """Whether a denial with its limit at a place reaches as far back as is asked; a bare "since" goes on from the last day before it."""
    if covers(text[limit : limit + _LIMIT], atom, view.day):
        return True
    if _BARE_SINCE.match(text, limit) is None or view.day is None or not reach_of(atom):
        return False
    sentence = re.split(r"[.\n]\s", text[:limit])[-1]
    days = [
        days_of(time.date, time.date_precision)[1]
        for time in time_expressions(sentence)
        if time.date and time.date_precision in ("day", "month", "year")
    ]
    return bool(days) and (view.day - days[-1]).days >= max(reach_of(atom))


_ALLERGIES = re.compile(r"\b(?:allerg\w+|reacts?|reactions?)\b", re.IGNORECASE)
_LIMIT = 40
_BARE_SINCE = re.compile(r"since(?: then)?\s*(?:[.;,)\n]|$)", re.IGNORECASE)
_SINCE = re.compile(
    r"[^.;,\n]{0,40}?\b(?P<limit>since|this (?:year|winter|spring|summer|autumn|fall|month|week)|(?:for|in|over|within|during) the (?:last|past)(?=\s(?!and\b|or\b|but\b)\w)|for (?:\d+|many|several|some))\b"
)


def _denied_in_any_degree(atom: Finding, view: PatientView) -> Proof | None:
    """A disease in a degree or a course by the denial of the disease: who has no liver disease has no chronic one."""
    plain = " ".join(pattern("degree").sub(" ", atom.name.casefold()).split())
    if not plain or plain == atom.name.casefold():
        return None
    told = facts_about(atom.model_copy(update={"name": plain, "codes": ()}), view)
    asked = named(plain, view.vocabularies)
    kinds = lineage_of(asked.concepts, view.vocabularies) if asked.whole else frozenset()
    fact = next(
        (one for one in told.absent if one.label.casefold() == plain or (one.concepts & kinds and _is_by_name(one))),
        None,
    )
    if fact is None or told.present or told.near:
        return None
    return Proof(
        truth=NOT_MET, statement=render(atom), reason=f"{fact.label}: recorded as absent", evidence=list(fact.evidence)
    )


def _is_by_name(fact: KnownFact) -> bool:
    """Whether a note denies something by naming it, and not by an examination that was normal on its day."""
    return all(isinstance(item, Span) and fact.label.casefold() in item.quote.casefold() for item in fact.evidence)


def _denied_with_others(atom: Finding, view: PatientView) -> Proof | None:
    """A disease by the denial of others of its kind, where the record has none of the kind: "no multiple sclerosis or other …"."""
    asked = named(atom.name, view.vocabularies)
    for fact in view.other_denials:
        kinds = frozenset(code for code in fact.concepts if not is_general(code, view.vocabularies))
        if any(one.present and one.lineage & kinds for one in view.facts):
            continue
        if kinds & lineage_of(asked.concepts, view.vocabularies):
            reason = f"{fact.label}: recorded as absent"
            return Proof(truth=NOT_MET, statement=render(atom), reason=reason, evidence=list(fact.evidence))
    return None


def not_listed(atom: Atom, view: PatientView) -> Proof | None:
    """A medicine of today that is not on the list which the note gives of them."""
    statement = view.stated("list of medicines")
    if statement is None or not isinstance(atom, Finding) or not _asks_for_medicine(atom, view):
        return None
    timed = any(window.kind not in ("current", "at") for window in atom.windows)
    words = atom.name.casefold()
    if timed or pattern("earlier").search(words) or re.search(r"allerg|hypersensitiv|contraindic", words):
        return None
    found = facts_about(atom, view)
    if found.present or found.near:
        return None
    return Proof(
        truth=NOT_MET,
        statement=render(atom),
        reason="the note lists the current medicines, and it is not among them",
        evidence=[statement.sentence.span],
    )


def _asks_for_medicine(atom: Finding, view: PatientView) -> bool:
    """Whether a medicine is asked for, or a class whose members are known and of which the record has none."""
    if names_medicine(atom.name, view.vocabularies):
        return True
    return is_known_class(atom.name) and not medicines_of_class(atom, view)


def _asks_for_past(atom: Finding) -> bool:
    return any(window.kind in ("ever", "before") for window in atom.windows)


def _past_denied(view: PatientView) -> Statement | None:
    """The statement that there were no diseases in the past either."""
    denials = (one for one in view.statements if one.kind == "no conditions")
    return next((one for one in denials if pattern("of_the_past").search(one.sentence.text.casefold())), None)


def _kind_of_allergy(words: str, kinds: frozenset[SemanticType]) -> str:
    """Of which kind an allergy is that is asked for: one to a medicine, where it is to nothing else; empty where it is any."""
    for kind in rules()["allergy_kinds"]:
        if pattern("allergy_kinds", kind, "asked").search(words):
            return str(kind)
    return "drug" if SemanticType.MEDICATION in kinds or re.search(r"\b(?:to|against)\b", words) else ""


_BY_LAST_WORD = {
    "condition": SemanticType.CONDITION,
    "medicine": SemanticType.MEDICATION,
    "procedure": SemanticType.PROCEDURE,
}


def _by_last_word(name: str) -> frozenset[SemanticType]:
    """Of which kind a name is by the last word of it, for the many names that no vocabulary has."""
    words = re.findall(r"[^\W\d_][\w-]*", front_of(name).casefold())
    if not words or pattern("by_last_word", "unless").search(name.casefold()):
        return frozenset()
    return frozenset(kind for key, kind in _BY_LAST_WORD.items() if pattern("by_last_word", key).search(words[-1]))


def _has_reacted(asked: str, view: PatientView) -> bool:
    """Whether a sentence tells of a reaction beside the substance that is asked; no general denial outweighs it."""
    substance = content_words(pattern("reactions", "generic").sub(" ", asked))
    for sentence in view.sentences:
        found = pattern("reactions", "shown").search(sentence.text.casefold())
        if found is None or not substance & content_words(sentence.text):
            continue
        said = assert_mention(sentence.text, *found.span())
        if said.experiencer is Experiencer.PATIENT and said.polarity is not Polarity.NEGATED:
            return True
    return False


def _denial_for(atom: Finding, kinds: frozenset[SemanticType], view: PatientView, wanted: bool) -> Statement | None:
    words = atom.name.casefold()
    if pattern("silent", "opinion").search(words):
        return None
    if re.search(r"allerg|sensitiv(?:e|ity)\b|anaphyla|(?<!adverse )\breactions? to\b", words):
        if _has_reacted(words, view):
            return None
        return view.stated("no allergies") or view.stated(f"no {_kind_of_allergy(words, kinds)} allergies")
    if pattern("substances").search(words):
        return None
    if any(window.kind == "planned" or window.after for window in atom.windows):
        # What there was not may be to come.
        return None
    called = re.search(r"\b(?:medications?|medicines?|drugs?|blockers?|inhibitors?)\b", words)
    is_drug = called is not None or SemanticType.MEDICATION in _by_last_word(atom.name)
    given = named(atom.name, view.vocabularies)
    # "Immunosuppressive therapy" is filed with the drugs and with what is done.
    is_drug = is_drug or (given.whole and SemanticType.MEDICATION in given.kinds and given.kinds <= _GIVEN)
    if names_medicine(atom.name, view.vocabularies) or is_drug or pattern("treated").search(words):
        # Who takes no medicine today may have had one.
        longer = any(days > _LATELY for days in reach_of(atom))
        return None if longer or _asks_for_past(atom) else view.stated("no medications")
    if SemanticType.PROCEDURE in kinds or "surg" in front_of(words):
        past = (
            one for one in view.statements if one.kind == "no conditions" and "history" in one.sentence.text.casefold()
        )
        return (view.stated("no surgery") if is_operation(atom.name, view) else None) or next(past, None)
    if pattern("silent", "results").search(words) or pattern("silent", "reproductive").search(words):
        return None
    if re.search(r"\b(?:therap(?:y|ies)|treatments?)\b", words):
        return None
    if kinds & {SemanticType.CONDITION, SemanticType.PHENOTYPE} and not wanted:
        # Who is fit and well today may have had a disease.
        return _past_denied(view) if _asks_for_past(atom) else view.stated("no conditions")
    return None
