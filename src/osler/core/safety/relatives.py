"""What a text tells of others: a relative who is unwell now, what befell one, and whom a "she" behind one means."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention, Sentence
from osler.core.safety.letters import is_letter
from osler.core.safety.speaking import childrens_ages, cues

_BESIDE, _OVERLAPPING = 40, 12
"""Characters after a person within which a word says that it is about now; the word may be part of the person's phrase."""
_DATED_BACK = re.compile(
    r"\b(?:last (?:week|month|year)|(?:weeks|months|years) ago|\d+ (?:weeks?|months?|years?) (?:ago|before))\b",
    re.IGNORECASE,
)
"""Words by which a note dates what befell a relative: nothing is to be done for them in a note about another."""
_ONCE = re.compile(
    r"\bonce\b(?!\s+(?:more|again|a|an|every|this|he|she|we|they|it|the))|\b(?:used to|in (?:19|20)\d\d|aged? \d|at (?:the age of )?\d{1,2}\b(?!\s*(?:[:.]\d|am|pm|%|/)))",
    re.IGNORECASE,
)
"""Words by which it was one time, which is over."""
_THESE_HOURS = re.compile(
    r"\b(?:(?:minutes?|mins?|hours?|hrs?) ago|today|tonight|yesterday|last night|this (?:morning|afternoon|evening))\b",
    re.IGNORECASE,
)
"""Words that date what befell somebody to the hours in which help is called."""
_ANOTHER = re.compile(r"\b(?:I|I['’]m|I['’]ve|my|we|our|me|im|i)\b|[;.:?]", re.IGNORECASE)
"""Where a sentence comes to its writer, or to another part."""
_PATIENT = re.compile(r"\W*(?:our |the |this |index )?(?:patient|pt|proband)(?:['’]s)?\b(?!:)", re.IGNORECASE)
"""A sentence that begins with the patient, whom others stand beside."""
_LISTED = re.compile(r"\s*[:(]|\s+(?:and|or)\b", re.IGNORECASE)
"""What follows a relative who stands in a list of the family."""
_ASKED = re.compile(r"(?:is|has|isn't) (?:it|this|that|there)\b", re.IGNORECASE)
"""A question about a matter, and no word of how the person is: "is it hereditary?"."""
_OWN_CLAUSE = re.compile(
    r"(?:[;,–-]\s*(?:but\s|and\s|so\s)?|\b(?:and|but)\s)(?:now\s|today\s)?(?:I|I['’]m|I['’]ve|we)\b"
)
"""Where a caller begins to speak of themselves: "my uncle had one; I feel fine"."""
_CALLER = re.compile(r"\b(?:I|I['’]m|I['’]ve|[Mm]y|[Oo]ur(?! patient| clinic| unit| ward| hospital)|[Mm]e|im|i)\b")
"""Words of a writer who tells of themselves and theirs; the "we" is that of clinicians."""
_KIN = {
    "she": r"mother|mum|mom|mummy|sister|aunt|auntie|daughter|grandmother|grandma|gran|nan|niece",
    "he": r"father|dad|daddy|brother|uncle|son|grandfather|grandad|grandpa|nephew",
}
_OWN = {
    "she": r"\b(?:she|her|girl|woman|lady|female|wife)\b",
    "he": r"\b(?:he|his|him|boy|man|gentleman|male|husband)\b",
}
_KINDS_OF_KIN = r"(?:(?:maternal|paternal|older|younger|elder|eldest|youngest|twin|half|great|late)[\s-])*"
_SUBJECT = {
    pronoun: re.compile(
        rf"(?:^|[;:.(]|,\s*(?:and|but)?|\b(?:and|but|because|as)\b)\s*(?P<whose>(?:his|her|the|a|their)\s)?{_KINDS_OF_KIN}(?:{kin})\b(?!\s(?:says?|said|reports?|"
        rf"reported|states?|stated|tells?|told|thinks?|thought|noticed|found|worries|worried|is worried|is concerned|brought|brings|called|describes?|gave|has noticed|has brought))",
        re.IGNORECASE,
    )
    for pronoun, kin in _KIN.items()
}
_GOES_ON = {
    pronoun: re.compile(rf"(?:[;,–-]|\b(?:and|but|when|because))\s*(?:and\s|but\s|then\s)?{pronoun}\b", re.IGNORECASE)
    for pronoun in _KIN
}
_OF_NOW = re.compile(
    r"\b(?:now|today|tonight|this (?:morning|afternoon|evening|week)|yesterday|last night|overnight|since|has|is|been|currently|ago|hours?|minutes?|complains|feels|says|reports)\b",
    re.IGNORECASE,
)
"""Words by which what follows a pronoun is not the story of somebody else."""
_OF_ONE_TIME = re.compile(
    r"\b(?:once|used to|as a (?:child|girl|boy|teenager|young)|in (?:19|20)\d\d|at (?:the age of )?\d{1,2}|aged? \d{1,2}|years ago)\b",
    re.IGNORECASE,
)


def told_of_another(text: AnalysedText) -> frozenset[int]:
    """The sentences in which a caller tells of somebody near who is unwell now.

    Such a sentence names the person; those that follow go on about them until one names somebody without a now, such
    as the mother who had a stroke at sixty. In a note, which
    begins with a patient's age and in which nobody speaks for themselves, a relative is unwell beside the patient only
    by a word of sudden illness: "Mum has migraine" is family history.
    """
    if is_letter(text):
        return frozenset()  # a letter tells of the family, and nobody beside its patient is unwell in it
    found = set()
    goes_on = False
    named = _names_a_patient(text)
    in_a_note = (text.patient_age is not None or named) and not _CALLER.search(text.text)
    for index, sentence in enumerate(text.sentences):
        near = cues("relatives").find(sentence.text)
        if index == 0 and _is_of_the_first(sentence) and not (in_a_note and named):
            goes_on = True
        elif _PATIENT.match(sentence.text) and in_a_note:
            goes_on = False
        elif near:
            said_of_now = cues("sudden" if in_a_note and (index or named) else "now").find(sentence.text)
            now = [said for said in said_of_now if not _ASKED.match(sentence.text, said.start)]
            dead = cues("dead").find(sentence.text)
            back = in_a_note and (_DATED_BACK.search(sentence.text) or _ONCE.search(sentence.text))
            alive = [one for one in near if not any(0 <= said.start - one.end < _BESIDE for said in dead)]
            goes_on = not back and any(
                -_OVERLAPPING < said.start - one.end < _BESIDE
                for one in alive
                for said in now
                if not _OWN_CLAUSE.search(sentence.text, one.end, said.start)
            )
            goes_on = goes_on or (not in_a_note and any(_befell_today(sentence, one.end) for one in alive))
        if goes_on:
            found.add(index)
    return frozenset(found)


def _befell_today(sentence: Sentence, end: int) -> bool:
    """Whether what is told of somebody, with nobody else between, is dated to these hours: "had chest pain an hour ago"."""
    dated = _THESE_HOURS.search(sentence.text, end)
    return dated is not None and not _ANOTHER.search(sentence.text, end, dated.start())


def _names_a_patient(text: AnalysedText) -> bool:
    """Whether a text has a patient beside whom it tells of others: it calls somebody so, in a sentence of their own."""
    return any(_PATIENT.match(sentence.text) for sentence in text.sentences)


def _is_of_the_first(sentence: Sentence) -> bool:
    """Whether a message begins with a relative and tells of them, and not of the family's history."""
    begins = [hit for hit in cues("first").find(sentence.text) if not sentence.text[: hit.start].strip()]
    if any(hit.start <= start < hit.end for hit in begins for start, _ in childrens_ages(sentence.text)):
        return True
    listed = any(_LISTED.match(sentence.text, hit.end) for hit in begins)
    return bool(begins) and not listed and not cues("history").find(sentence.text)


def is_said_of_a_relative(text: AnalysedText, mention: Mention) -> bool:
    """Whether a pronoun before a mention goes on about the relative of whom the sentence tells.

    Surely so where the pronoun cannot be the patient's: the relative is "his" mother, or nobody else was named before. Else only
    where it tells of one time that is over: "her mother takes insulin and she was once found unconscious".
    """
    sentence = text.sentence_of(mention)
    before = text.text[sentence.start : mention.start]
    for pronoun, subject in _SUBJECT.items():
        relative = subject.search(before)
        goes_on = relative and next(iter(list(_GOES_ON[pronoun].finditer(before, relative.end()))[-1:]), None)
        if relative is None or not goes_on:
            continue
        told = text.text[sentence.start + goes_on.end() : sentence.end]
        if _OF_NOW.search(told.split(";")[0]):
            continue
        other = "he" if pronoun == "she" else "she"
        named_before = text.text[: sentence.start + relative.end()]
        of_the_other = bool(re.search(_OWN[other], relative["whose"] or "", re.IGNORECASE))
        nobody_else = not re.search(_OWN[pronoun], named_before, re.IGNORECASE)
        if of_the_other or nobody_else or _OF_ONE_TIME.search(told):
            return True
    return False
