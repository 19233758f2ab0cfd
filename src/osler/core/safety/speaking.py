"""Who a text speaks of and whether it reports at all: teaching, callers who speak for somebody, a patient's age and sex."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

from osler.core.language import AnalysedText, Sentence, request_in
from osler.core.safety.advice_sought import without_advice_sought
from osler.core.safety.ages import set_off_age
from osler.core.safety.patterns import PhraseTable
from osler.yaml_reader import packaged_yaml

_NOT_A_PATIENT = re.compile(
    r"\b(?:having|had|after|expecting|carrying|before|delivered) (?:a |the |her |my )?(?:baby|child)\b|\bbaby (?:came|arrived)\b",
    re.I,
)
_MONTHS_FIRST = re.compile(r"^\W*(\d{1,2}) ?(?:mo|mth|mths|m/o)\b", re.IGNORECASE)
_I_AM = re.compile(
    r"\b(?:I'?m|I am|s?he'?s|s?he is)\s+(?:only |just |nearly |almost )?(\d{1,2})(?=\s*(?:[,.;!?)]|$|and\b|but\b|y))",
    re.IGNORECASE,
)
_WITH_CHILD = re.compile(r"\bpregnan|\b[1-4]\d ?(?:weeks?|wks?|/40)\b(?![ -]old)", re.IGNORECASE)
"""Words beside which a baby or a child is not the patient yet."""
_QUESTION = re.compile(
    r"(?:is|are|was|were|do|does|did|can|could|should|would|will|when|what|how|why|which|who|where)\b[^.!]*\?$",
    re.IGNORECASE,
)
"""A whole sentence that asks."""
_MEASURED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?\s?(?:[mµun]mol|m?Eq|[mnµ]g|g/d?L|mm ?Hg|%|°|bpm)", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:if|when|should|above|below|over|under|than|least|up to|normal|range|doses?|years?)\b|[<>≥≤?]", re.I
)
"""Words beside which a number is a limit, or a share of many, and nobody's value."""
_DEFINITION = re.compile(r"(?:what'?s|what is|what are|define|meaning of)(?:\s+[\w-]+){1,3}\s*\??$", re.IGNORECASE)
"""A sentence that asks what a thing is."""
_REPORTED = re.compile(
    r"\b(?:there (?:is|are|were|was)|these|those|which|with|was|were|has|had|on examination|shows?|showed|seen|found)\b",
    re.I,
)
"""Words by which a sentence tells what was seen in somebody, and no lesson."""
_LIST_MARK = re.compile(r"\s*(?:\([^)]*\))?\s*[:–-]|\s+\w+\s*\(", re.IGNORECASE)
"""What follows the head of a list: "Allergies:", "Allergic to penicillin (hives)"."""
_OF_TODAY = re.compile(
    r"\b(?:now|today|tonight|yesterday|overnight|this (?:morning|afternoon|evening)|since (?:this|last|waking|yesterday)|hours?|mins?|minutes?)\b",
    re.IGNORECASE,
)
"""Words by which a sentence that advises also tells of today."""
_RIGHT_NOW = re.compile(
    r"\b(?:now|today|tonight|just|ago|this (?:morning|afternoon|evening)|minutes?|mins?)\b", re.IGNORECASE
)
_CHILD_OF = re.compile(
    r"\b(?:son|daughter|boy|girl|child|kid|baby|toddler|infant|grandson|granddaughter|nephew|niece|brother|sister|lad|twins?|one)\s*"
    r"[(,]\s*(?P<number>\d{1,2})\s*-?(?P<unit>days?|weeks?|wks?|w|months?|mths?|mo|m|years?|yrs?|y|d)?(?:[ /]?o(?:ld)?)?\s*[),]",
    re.IGNORECASE,
)
"""A child with its age in brackets or between commas: "my daughter (3)", "our son, 18 months, has"."""
_DAY_OF_LIFE = re.compile(
    r"\b(?:day|DOL|D)\s?(\d{1,2})(?:\s+of\s+life|(?=\s+(?:neonate|newborn|baby|infant)))|\b(\d{1,2})(?:\s*days?|/7)\s+of\s+(?:life|age)"
    r"|\b(?:preterm|premature|neonate|newborn|baby|twin|infant)\b[\w ]{0,12},?\s(?:now\s)?(?:day|DOL)\s?(\d{1,2})\b(?!\s(?:of|post|after))",
    re.I,
)
_BABY_OF = re.compile(
    r"\b(?:baby|infant|newborn|neonate|toddler|child|kid|son|daughter|boy|girl|grandson|granddaughter|nephew|niece|twins?|little one|bub|bubba|bairn|preemie|prem|lo)"
    r"(?: boy| girl| son| daughter)?(?:'s| is|,? aged?| of)?\W{1,3}(?:(?:now|only|just|about|nearly|almost) )?"
    r"(?P<after>\d{1,2})[ -]?(?P<unit>days?|weeks?|wks?|months?|mths?|mo)\b"
    r"(?! (?:ago|early|late|overdue|premature|before|later|earlier|into|post|after|since|in|on)\b)"
    r"|\b(?P<before>\d{1,2})[ -]?(?P<of>day|week|wk|month|mth|mo)s?[ -](?:baby|infant|newborn|neonate)\b",
    re.IGNORECASE,
)
"""A small child with its age and without the word "old": "our son is 5 months", "infant of 8 weeks"."""
_OLD = re.compile(
    r"\b(?P<number>\d{1,2})[ -]?(?P<unit>hours?|hrs?|h|days?|d|weeks?|wks?|w|months?|mths?|mo|m|years?|yrs?|y)[ -]?(?:old|/o|o)\b",
    re.IGNORECASE,
)
"""An age as it is typed in haste: "2yr old", "18mo old", "3 y/o"."""
_OF_YEARS = re.compile(
    r"\b(?:boy|girl|lad|lass|child|kid|toddler|son|daughter|man|woman|lady|gentleman)\s+(?:of|aged)\s+(?:only\s+|just\s+)?(?P<years>\d{1,3})\b"
    r"(?!\s*(?:[.,]\d|days?|d\b|weeks?|wks?|w\b|months?|mths?|mo\b|kg|cm))",
    re.IGNORECASE,
)
"""A person with an age and without the word "old": "a lad of 4"."""
_DAY_OF_BILIRUBIN = re.compile(
    r"\b(?:bilirubin|SBR|TSB|jaundiced?)\b[^.\n]{0,40}?\bday\s(?P<day>\d{1,2})\b|\bday\s(?P<first>\d{1,2})\b[^.\n]{0,25}\b(?:bilirubin|SBR|TSB|jaundiced?)\b",
    re.IGNORECASE,
)
"""The day beside a bilirubin is the day of a life."""
_GROWN = re.compile(r"\W*(?:pregnant\s+)?(?:woman|lady|adult)\b", re.IGNORECASE)
"""Words for somebody whose weeks are those of a pregnancy: "Woman, 36 weeks"."""
_UNIT_YEARS = {"h": 1 / 8766, "d": 1 / 365.25, "w": 7 / 365.25, "m": 1 / 12}
_SINCE = re.compile(r"\b(?:since|from|after)\s+(?:the\s+)?$", re.IGNORECASE)
_OWN_VOICE = re.compile(r"\b(?:I|I['’]m|I['’]ve|[Mm]y|[Ww]e|[Oo]ur|[Mm]e|im|i)\b")
"""Words of a writer who tells of themselves and theirs, as a message does and a note about a patient does not."""
_EXERCISE_HEAD = re.compile(r"(?:\s\d{1,3})?\s*[:.–-]")
"""What follows the head of an exercise: "Exam question 4:"."""
_FEW_WORDS = re.compile(r"\W*(?:[A-Za-z'-]+\s){0,3}")
"""What may stand before the name of an exercise in its head: "Toxicology teaching case of the month:"."""
_HANDOUT_HEAD = re.compile(r"(?:[\s,]+(?!(?:is|are|was|were|has|had|been)\b)[\w']+){0,4}\s*[:–]|(?:\s\d{1,3})?\s*[.-]")
"""What follows the head of what is written for everybody: "Parish bulletin, health corner:"."""
_DATED_HEAD = re.compile(
    r"(?!.{0,60}\b(?:since|from|born|dob|until|now|today)\b[^:]{0,40}:)[^.:;\n]{0,60}?\b(?P<year>(?:19[3-9]|20[0-4])\d)\b[^.:;,\d\n]{0,20}:"
    r"(?!.*\b(?:now|tonight|this (?:morning|afternoon|evening))\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A head that ends in a colon and names a year: "Last admission (2019):"."""
_PART_END = re.compile(r"[,;.:]|\b(?:and|but|with|then)\b", re.IGNORECASE)
"""Where the part of a sentence ends that tells of one sign."""
_APPOSED = re.compile(r"\s*,\s*")
"""What sets a remark off from the sign it is about: "breathless on running, unchanged for years"."""
_CHANGED = re.compile(
    r"(?<!slowly )(?<!gradually )(?<!steadily )\b(?:but|worse|worsen\w*|more|now|today|tonight|sudden\w*|new|this (?:morning|week))\b",
    re.IGNORECASE,
)
"""Words by which what lasts is no longer what it was."""
_SLOWLY = re.compile(r"(?:slowly|gradually|steadily|insidiously)\b", re.IGNORECASE)
"""A course over years, said of all that stands before: "slurred speech and an unsteady gait, slowly worse for years"."""
_ACUTE_ON = re.compile(r"\bacute[ -]on[ -]$", re.IGNORECASE)
"""What turns "chronic" into something that is new as well."""
_DENIED_FIRST = re.compile(r"\b(?:no|nil|without)\b[^,;.]{1,60},", re.IGNORECASE)
"""The first thing that a list denies."""
_DENIED_AGAIN = re.compile(r"\b(?:no|nil|without|not|den(?:y|ies|ied|ying)|nor)\b(?! stop)", re.IGNORECASE)
_CLOSES = re.compile(r"\b(?:or|nor)\b", re.IGNORECASE)
_LIKEWISE = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
_FEMALE = re.compile(r"\b(?:woman|female|girl|lady|she|her|wife|daughter|mother|mum|mom|pregnant|F)\b")
_MALE = re.compile(r"\b(?:man|male|boy|gentleman|he|his|him|husband|son|father|dad|M)\b")


_OF_THE_PAST = re.compile(
    r"\W*(?:(?:has|have|had|did) (?:he|she|they|you|i|the patient) )?(?:ever|any (?:previous|prior|past|history of))\b[^.!]*\?\W*$",
    re.IGNORECASE,
)
"""A question what there ever was: "Ever overdosed?"."""


def teaches(sentence: Sentence) -> bool:
    """Whether a sentence asks or teaches about emergencies in general and reports nobody's.

    Words that are part of the asking report nobody: "I'm writing an essay on sepsis", "Ever overdosed?". Who asks for somebody to be seen
    tells of them, and so does a sentence that states a value, unless it states a limit.
    """
    if _OF_THE_PAST.match(sentence.text):
        return True
    if request_in(sentence.text.lower()) or (_MEASURED.search(sentence.text) and not _LIMIT.search(sentence.text)):
        return False
    said = without_advice_sought(sentence.text)
    general = cues("general").find(said)
    reporting = cues("reporting").find(said)
    if not _OF_TODAY.search(said):
        general += cues("advice").find(said)
    if _DEFINITION.match(said.strip()):
        return True
    if cues("lessons").find(said) and not (reporting or cues("somebody").find(said)):
        return not _REPORTED.search(said) and not _OF_TODAY.search(said)
    if _QUESTION.match(said.strip()) and not reporting and not cues("somebody").find(said):
        return True
    return bool(general) and all(
        any(asked.start <= told.start and told.end <= asked.end for asked in general) for told in reporting
    )


def in_an_exercise(text: AnalysedText) -> frozenset[int]:
    """The sentences of an exercise that a text begins with, until somebody speaks for themselves: nobody is ill in it."""
    if not text.sentences:
        return frozenset()
    of_nobody = _is_headed(text, "handouts", _HANDOUT_HEAD) and _tells_of_nobody(text)
    if not _is_headed(text, "exercises", _EXERCISE_HEAD) and not of_nobody:
        return frozenset()
    own = (index for index, sentence in enumerate(text.sentences) if _OWN_VOICE.search(sentence.text))
    return frozenset(range(next(own, len(text.sentences))))


def _is_headed(text: AnalysedText, kind: str, behind: re.Pattern[str]) -> bool:
    """Whether a text begins with a head of a kind."""
    first = text.sentences[0].text
    return any(
        behind.match(first, hit.end) and _FEW_WORDS.fullmatch(first, 0, hit.start) for hit in cues(kind).find(first)
    )


def _tells_of_nobody(text: AnalysedText) -> bool:
    """Whether nobody's age, value or state stands in a text: what is written for everybody has none."""
    states = (
        sentence for sentence in text.sentences if _MEASURED.search(sentence.text) and not _LIMIT.search(sentence.text)
    )
    return age_in(text) is None and next(states, None) is None and not cues("reporting").find(text.text)


def long_ago(sentence: Sentence) -> bool:
    """Whether a sentence tells of an earlier time: a childhood, the years at school, last summer; not of all time since."""
    hits = cues("long_ago").find(sentence.text)
    return any(not _SINCE.search(sentence.text[: hit.start]) for hit in hits)


def told_of_earlier(text: AnalysedText) -> set[int]:
    """The sentences that tell of an earlier time; where somebody was then tells it only while nothing is said of now."""
    now = _OF_NOW.search(text.text) is not None
    return {
        index
        for index, sentence in enumerate(text.sentences)
        if long_ago(sentence) or (not now and cues("elsewhere").find(sentence.text))
    }


_OF_NOW = re.compile(
    r"\b(?:now|today|tonight|just|still|again|back(?! (?:in|when|then|at))|currently|yesterday|last night|this (?:morning|afternoon|evening|week)"
    r"|(?:seconds?|minutes?|mins?|hours?|hrs?|days?) ago|an hour|(?:i|he|she)(?:'m| am| is)?(?: \w+)? feel(?:s|ing)?|i'm|i am|can't|won't|is|are)\b",
    re.IGNORECASE,
)
"""What is told of these hours."""


def of_newborn_days(sentence: Sentence) -> bool:
    """Whether a sentence tells of the first weeks of a life, which are over for whoever is older."""
    return bool(cues("newborn_days").find(sentence.text))


def under_old_heads(text: AnalysedText, year: int) -> set[int]:
    """The sentences that a head dates to a year that is over ("PICU stay (2019): …"), with the list below such a head."""
    found: set[int] = set()
    old = False
    for index, sentence in enumerate(text.sentences):
        head = _DATED_HEAD.match(sentence.text)
        if sentence.kind != "bullet" or head:
            old = head is not None and int(head["year"]) < year
            is_heading = old and sentence.kind == "heading"
        if old and (head or is_heading):
            found.add(index)
        old = old and is_heading
    return found


def lists_allergies(sentence: Sentence) -> bool:
    """Whether a sentence is a list of allergies, whose reactions are history, and tells nothing of now."""
    begins = [hit for hit in cues("allergies").find(sentence.text) if not sentence.text[: hit.start].strip(" -•*")]
    listed = any(_LIST_MARK.match(sentence.text, hit.end) for hit in begins)
    return listed and not _RIGHT_NOW.search(sentence.text) and not cues("reporting").find(sentence.text)


def is_lasting(words: str) -> bool:
    """Whether the words after a sign say that it is not new: directly, or in the part of the sentence that it stands in.

    "Sleepy in the daytime for years" is, "breathless on stairs for years but worse today" is not.
    """
    hits = cues("lasting").find(words)
    if any(not words[: hit.start].strip(" (,") for hit in hits):
        return True
    if _CHANGED.search(words):
        return False
    if any(_SLOWLY.match(words, hit.start) for hit in hits):
        return True
    part = _PART_END.split(words, maxsplit=1)[0]
    beside = _APPOSED.match(words, len(part))
    return any(hit.end <= len(part) or (beside is not None and hit.start == beside.end()) for hit in hits)


def is_as_before(words: str) -> bool:
    """Whether the words directly before a sign say that it is what it was: "no increased"."""
    return any(
        not words[hit.end :].strip(" (,") and not _ACUTE_ON.search(words[: hit.start])
        for hit in cues("as_before").find(words)
    )


def is_over(words: str) -> bool:
    """Whether the words after something say that the person has left the hospital and is well."""
    return bool(cues("over").find(words))


def childrens_ages(text: str) -> list[tuple[int, int]]:
    """Where the age of a child stands beside the word for it: "our son (18 months)", "infant of 8 months"."""
    return [found.span() for found in _small_children(text)]


def _small_children(text: str) -> list[re.Match[str]]:
    """Where a child is named with its age; somebody so told of is the one a message is about."""
    return [found for pattern in (_CHILD_OF, _BABY_OF) for found in pattern.finditer(text)]


def age_in(text: AnalysedText) -> float | None:
    """The patient's age in years: as written, else by the word for an age group."""
    stated = next((time.years for time in text.times if time.kind == "age" and "old" in time.text), None)
    if stated is not None:
        return stated
    child = _CHILD_OF.search(text.text) or _OLD.search(text.text)
    if child is not None:
        return float(child["number"]) * _UNIT_YEARS.get((child["unit"] or "y")[0].lower(), 1.0)
    day = _DAY_OF_LIFE.search(text.text)
    if day is not None:
        return float(day[1] or day[2] or day[3]) / 365.25
    of_years = _OF_YEARS.search(text.text)
    if of_years is not None:
        return float(of_years["years"])
    baby = _BABY_OF.search(text.text)
    if baby is not None:
        return float(baby["after"] or baby["before"]) * _UNIT_YEARS[(baby["unit"] or baby["of"])[0].lower()]
    if text.patient_age is not None and not (text.patient_age < 1 and _GROWN.match(text.text)):
        return text.patient_age
    plain = next((match for pattern in (_MONTHS_FIRST, _I_AM) if (match := pattern.search(text.text))), None)
    if plain is not None:
        return float(plain[1]) / (12 if plain.re is _MONTHS_FIRST else 1)
    if _WITH_CHILD.search(text.text):
        return None
    alone = set_off_age(text.text)
    if alone is not None:
        return float(alone["number"])
    of_bilirubin = _DAY_OF_BILIRUBIN.search(text.text)
    if of_bilirubin is not None:
        return float(of_bilirubin["day"] or of_bilirubin["first"]) / 365.25
    earlier = [(hit.start, hit.end) for hit in cues("newborn_days").find(text.text)]
    words = _NOT_A_PATIENT.sub("", text.text)
    called = {
        hit.key
        for hit in _age_words().find(words)
        if words != text.text or not any(start <= hit.start < end for start, end in earlier)
    }
    return next((years for years, _ in _table()["ages"] if str(years) in called), None)


def sex_in(text: AnalysedText) -> Literal["female", "male"] | None:
    """The patient's sex by the words that the text uses most."""
    words = text.text
    female, male = len(_FEMALE.findall(words)), len(_MALE.findall(words))
    return None if female == male else "female" if female > male else "male"


def complains(words: str) -> bool:
    """Whether a "no" has its own object and denies nothing that follows: "ten puffs and no better, ribs pulling in"."""
    return bool(cues("own_no").find(words))


def compares(words: str) -> bool:
    """Whether words begin with a denial of all that was before, and so tell of this: "never had pain like this"."""
    return any(not words[: hit.start].strip() for hit in cues("unlike_before").find(words))


def denial_before(sentence: str, place: int) -> int | None:
    """Where the denial is over that a place of a telegraphic sentence lies behind: "no trauma, worst headache ever".

    Only where the rest tells of now; a list that "or" closes is denied as a whole.
    """
    denied = _DENIED_FIRST.search(sentence, 0, place)
    if denied is None or _DENIED_AGAIN.search(sentence, denied.end(), place):
        return None
    rest = sentence[denied.end() :]
    again = _DENIED_AGAIN.search(rest)
    rest = rest[: again.start()] if again else rest
    return denied.end() if not _CLOSES.search(rest) and cues("told_of_now").find(rest) else None


def of_an_animal(sentence: Sentence) -> bool:
    """Whether a sentence tells of an animal and of no person: not where the animal is ill "too", after what came before it.

    Nor where something burns in the house: what fells the cat there comes to its people next.
    """
    told = cues("animals").find(sentence.text)
    beside = any(sentence.text[: one.start].strip() and _LIKEWISE.search(sentence.text, one.end) for one in told)
    return bool(told) and not (beside or cues("people").find(sentence.text) or cues("burners").find(sentence.text))


def jokes(sentence: Sentence) -> bool:
    """Whether the writer of a sentence shows that it is not meant."""
    return bool(cues("joking").find(sentence.text))


def laughs(sentence: Sentence) -> bool:
    """Whether the writer of a sentence laughs, which people also do about what they mean."""
    return bool(cues("laughing").find(sentence.text))


def _table() -> Any:
    return packaged_yaml(__package__, "speaking.yml")


@cache
def _age_words() -> PhraseTable:
    return PhraseTable((phrase, str(years)) for years, phrase in _table()["ages"])


@cache
def cues(kind: str) -> PhraseTable:
    """The phrases of a kind in `speaking.yml`."""
    listed = _table()[kind]
    phrases = listed if isinstance(listed, list) else [listed]
    return PhraseTable((" ".join(phrase.split()).replace("| ", "|"), kind) for phrase in phrases)
