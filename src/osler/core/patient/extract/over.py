"""Whether a problem of a note goes on: what is in remission, what is over, and infections that do not last."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import UTC, datetime
from operator import attrgetter

from osler.core.language import AnalysedText, Mention, TimeExpression
from osler.core.patient.extract.lexicon import rules, words
from osler.core.patient.extract.times import iso_date
from osler.core.patient.types import DAYS_PER_YEAR, Condition, Phenotype, Status, latest_day
from osler.core.terminology import SemanticType

DISEASES = (SemanticType.CONDITION, SemanticType.PHENOTYPE)
"""The kinds of concepts that are problems."""
_FURTHEST_REMISSION = 300
"""Characters after a disease in which it is said to be over."""
_AGAIN = re.compile(r"\b(?:recurr(?:ent|ing)|chronic|frequent|repeated|relapsing)\b[^.,;\n]*$", re.IGNORECASE)
_CHRONIC = re.compile(r"chronic\b|CKD", re.IGNORECASE)
"""What does not resolve: of "AKI on CKD, resolved" the injury does."""
_EARLIER = re.compile(r"(?:previous|prior|prev)\.?(?:\s[\w-]+){0,2}\s+", re.IGNORECASE)
"""What is called an earlier one is not the one of today; what the patient has "a history of" may go on."""
_IN_EARLIER_PREGNANCY = re.compile(
    r"\s(?:in|during|with)\s(?:that|(?:(?:her|the|a|an)\s)?(?:previous|prior|earlier|last|first|second|third|past))\s"
    r"(?:pregnanc|gestation|labou?r|one)",
    re.IGNORECASE,
)
_OF_EARLIER_PREGNANCY = re.compile(
    r"\b(?:previous|prior|prev|earlier|last|first|second|third)\s(?:\w+\s)?pregnanc(?:y|ies)\b[^.;\n]{0,60}$",
    re.IGNORECASE,
)
"""What makes of a problem one of a pregnancy that is over: "previous pregnancy complicated by pre-eclampsia"."""
_LONGEST_PREGNANCY = 120
"""Characters before a problem in which an earlier pregnancy is told of."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OF_NOW = re.compile(r"\b(?:now|today|current\w*|this\spregnancy|presents?|presented|admitted)\b", re.IGNORECASE)
_BRACKET_AFTER = re.compile(r"\s?\((?:(?:severe|mild|bad|marked)\s)?", re.IGNORECASE)
_STOPPED_FOR = re.compile(
    r"\b(?:stopped|ended|discontinued|ceased|withdrawn|given\sup|intolerant|not\stolerated|d/c'?d)\b(?:\s(?:(?:in|on)\s)?(?:\d{1,2}\s)?(?:[a-z]+\.?\s|\d{1,2}[/.](?:\d{1,2}[/.])?)?\d{4})?[\s,]{0,2}"
    r"(?:(?:because\sof|due\sto|owing\sto|for|after|with|by\sher|by\shim|on\saccount\sof|secondary\sto)\s|[-–:(]\s?)(?:[\w-]+\s){0,2}$"
    r"|\b(?:reduced|decreased|lowered|cut)\s(?:(?:back|down)\s)?(?:(?:from|to)\s[\d.]+\s?(?:m?c?g\s)?){0,2}(?:because\sof|due\sto|owing\sto|for)\s(?:[\w-]+\s){0,2}$",
    re.IGNORECASE,
)
"""What makes of a finding the reason for which a medicine was given up, or less of it given."""
_AS_A_CHILD = re.compile(
    r"\s?[,(]?\s?(?:only\s|mild\s)?(?:as\san?\s(?:young\s|small\s)?(?:child|baby|infant|toddler|boy|girl|teenager)|in\s(?:(?:his|her|early)\s)?(?:childhood|infancy|teens))\b",
    re.IGNORECASE,
)
_WAS_TREATED = re.compile(r"[\s,(]{1,3}(?:was\s|fully\s|successfully\s)?treated\b", re.IGNORECASE)


def settle_status(fact: Phenotype | Condition, mention: Mention, analysed: AnalysedText) -> None:
    """Say of a problem that it is over, as far as one more mention of it tells."""
    if mention.assertion.resolved and not _CHRONIC.match(fact.label):
        fact.status = Status.REMISSION if _is_called_remission(mention, analysed) else Status.RESOLVED
    elif _in_remission(mention, analysed):
        fact.status = Status.REMISSION
    elif len(fact.evidence) == 1 and _is_over(mention, analysed):
        fact.status = Status.INACTIVE
    elif fact.status is Status.INACTIVE and not _is_over(mention, analysed):
        fact.status = None  # also spoken of as something that is there


def _is_called_remission(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether the word that makes a problem one of the past is "remission", which a chronic disease only rests in."""
    return any("remission" in analysed.text[cue.start : cue.end].casefold() for cue in mention.assertion.cues)


def _in_remission(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether its own name or the words after a disease say that it was treated and has not come back."""
    if words("remission").search(mention.text):
        return True  # "Alcohol dependence in remission" is a name of its own
    sentence = analysed.sentence_of(mention)
    rest = analysed.text[mention.end : min(sentence.end, mention.end + _FURTHEST_REMISSION)]
    found = words("remission").search(rest)
    if found is None or ";" in rest[: found.start()]:
        return False
    # In a list of diseases it is said of the last one ("COPD, hypothyroidism, breast cancer 2011, NED"); an operation is none.
    stop, listed = mention.end + found.start(), "," in rest[: found.start()]
    first, last = (bisect_left(analysed.mentions, place, key=attrgetter("start")) for place in (mention.end, stop))
    between = (other.semantic_type for other in analysed.mentions[first:last])
    return not (listed and any(kind in DISEASES for kind in between))


def _is_over(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a condition that the text gives as history is one that does not last: an infection, but for lifelong ones."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "historical"]
    known = bool(cues) and all(analysed.text[cue.start : cue.end].casefold() == "known" for cue in cues)
    before = max(analysed.sentence_of(mention).start, mention.start - _LONGEST_PREGNANCY)
    if _IN_EARLIER_PREGNANCY.match(analysed.text, mention.end) or _OF_EARLIER_PREGNANCY.search(
        analysed.text, before, mention.start
    ):
        return True
    if _is_of_a_year_past(mention, analysed) or _was_a_reaction(mention, analysed):
        return True
    if _told_as_a_child(mention, analysed):
        return True
    if _is_one_of(mention, rules()["events"], analysed) and analysed.timing_of(mention).onset is not None:
        return True
    if not mention.assertion.historical or known:
        return _is_infection(mention, analysed) and _was_long_ago(mention, analysed)
    if _is_one_of(mention, rules()["past_events"]["obstetric"], analysed):
        return not _OF_NOW.search(analysed.sentence_of(mention).text)
    if any(_EARLIER.fullmatch(analysed.text[cue.start : mention.start]) for cue in cues):
        return True
    if _was_just_found(mention, analysed):
        return False
    return _is_infection(mention, analysed) and not _comes_again(mention, analysed)


def _told_as_a_child(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a grown patient is said to have had it as a child, and not since: "eczema as a child"."""
    told = not analysed.speaks_of_a_child and any(cue.category == "historical" for cue in mention.assertion.cues)
    return told and _AS_A_CHILD.match(analysed.text, mention.end) is not None


def _is_one_of(mention: Mention, kinds: list[str], analysed: AnalysedText) -> bool:
    """Whether a mention, or the longer name that it is part of, is one of some kinds of things."""
    wholes = [one for one in analysed.mentions if one.start <= mention.start and mention.end <= one.end]
    return any(
        not {*one.concept_ids, *analysed.vocabularies.hierarchy.ancestors(one.concept_id)}.isdisjoint(kinds)
        for one in [mention, *wholes]
    )


def _comes_again(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a problem is told as one that keeps coming: "recurrent urinary tract infections"."""
    return _AGAIN.search(analysed.text, max(0, mention.start - 24), mention.end) is not None


def _is_of_a_year_past(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a mention is of what happens and is over, and of a time long before the note: "DVT 2006", "2018 miscarriage"."""
    table = rules()["past_events"]
    if mention.concept_id in table["obstetric"]:
        sentence = analysed.sentence_of(mention)
        told = analysed.text[sentence.start : mention.start]
        if _YEAR.search(told) and not _OF_NOW.search(told):
            return True
    broader = {mention.concept_id, *analysed.vocabularies.hierarchy.ancestors(mention.concept_id)}
    return not broader.isdisjoint([*table["events"], *table["obstetric"]]) and _was_long_ago(mention, analysed)


def _was_a_reaction(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a finding is what a medicine did that was stopped for it: "olanzapine, stopped because of weight gain"."""
    before = max(analysed.sentence_of(mention).start, mention.start - _LONGEST_PREGNANCY)
    if mention.text.casefold() not in {*rules()["reactions"], *rules()["side_effects"]}:
        return False
    beside = (
        one.state == "stopped"  # "amitriptyline (dry mouth) was tried"
        for one in analysed.medications_between(before, mention.start)
        if _BRACKET_AFTER.fullmatch(analysed.text, one.end, mention.start)
    )
    return any(beside) or _STOPPED_FOR.search(analysed.text, before, mention.start) is not None


def _is_infection(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a mention is of an infection that does not last."""
    kinds, lifelong = (set(rules()["past_infections"][name]) for name in ("kinds", "lifelong"))
    broader = {mention.concept_id, *analysed.vocabularies.hierarchy.ancestors(mention.concept_id)}
    return not broader.isdisjoint(kinds) and broader.isdisjoint(lifelong) and not _CHRONIC.match(mention.text)


def _was_long_ago(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a mention is dated to a time before the months that an infection lasts, and not as its beginning."""
    written = analysed.about.written
    onset = analysed.timing_of(mention).onset or _treated_at(mention, analysed)
    if onset is None or onset.date is None or onset.since:
        return False
    read = written.value.date if written is not None and written.value.date is not None else datetime.now(tz=UTC).date()
    last = latest_day(iso_date(onset) or "")
    return bool((read - last).days > rules()["found_within_years"] * DAYS_PER_YEAR)


def _treated_at(mention: Mention, analysed: AnalysedText) -> TimeExpression | None:
    """When an infection was treated, where its sentence says that it was: "latent TB treated with isoniazid in 2017"."""
    sentence = analysed.sentence_of(mention)
    if _WAS_TREATED.match(analysed.text, mention.end, sentence.end) is None:
        return None
    return next((time for time in analysed.times if mention.end <= time.start < sentence.end and time.date), None)


def _was_just_found(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether the time that makes a condition history is the time at which it was found, and not long ago."""
    sentence = analysed.sentence_of(mention)
    told = analysed.text[sentence.start : sentence.end]
    onset = analysed.timing_of(mention).onset
    recent = onset is not None and onset.kind == "ago" and (onset.years or 0) <= rules()["found_within_years"]
    return recent and words("found").search(told) is not None
