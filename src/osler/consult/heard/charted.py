"""What a message asks of the open chart though no word says so: a name alone, a fragment that goes on from the last turn.

Who has a chart open and types "fractures?" or "INR" asks what the chart holds; who then types "highest ever?" asks it of
what was just spoken of.
"""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.heard.speaker import names_another
from osler.consult.record import RecordQuestion, Refused, asks_something, measure_named, read_question
from osler.consult.record.called import lay_names, words
from osler.consult.record.concepts import TypeEntry, matching, said_in_parts
from osler.consult.record.periods import Period
from osler.consult.record.reading.kinds import is_clinical, kind_of_concept
from osler.consult.record.reading.normal import plain, written_out
from osler.consult.record.reading.predicates import predicate_of
from osler.consult.record.reading.table import pattern, rules, stop
from osler.consult.record.systems import organ_named
from osler.consult.steps.lite import terms_of
from osler.consult.triage import health_evidence, is_courtesy
from osler.consult.types import GivenValue, Subject
from osler.consult.wording.everyday import everyday
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies, plain_meanings, singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.heard", "charted.yml")
_LONGEST = 12
_LONGEST_NAME = 5
"""Words of a message that is nothing but the name of something."""
_POINTS = re.compile(r"\b(?:it|that|this|them|those|these|they|the same)\b(?! (?:year|month|week|time|day|morning)\b)")
_TOLD_FIRST = re.compile(
    r"(?P<told>.*[a-z]{2}[.!])\s+(?P<asked>(?:what|when|which|who|why|how|where|is|was|did|has|have|do|does)\b[^.!]*)",
    re.IGNORECASE | re.DOTALL,
)
"""What is told before a question."""
_OPENS = re.compile(r"^(?:(?:and|so|ok|okay|but|then|well|oh|alright|right|hm+|please)[ ,.!]+)+")
_OF_WHO_IS_OPEN = frozenset(
    [
        "i",
        "am",
        "is",
        "was",
        "were",
        "the",
        "patient",
        "he",
        "she",
        "my",
        "his",
        "her",
        "do",
        "does",
        "did",
        "have",
        "has",
        "on",
        "what",
        "status",
        "in",
        "of",
        "are",
        "and",
        "ok",
        "so",
        "now",
        "then",
        "a",
        "or",
        "not",
    ]
)
_KINDS = ("vaccine", "allergy", "visit", "medication", "condition", "procedure")


_LEAD = re.compile(r"(?P<told>.*[a-z\d]{2}[.!])\s+(?P<asked>[^.!?]+\?)", re.IGNORECASE | re.DOTALL)
_FROM_BEFORE = re.compile(
    r"\b(?:it|its|that|this|then|them|those|these|they|since|after|before|there)\b", re.IGNORECASE
)


def asked_last(message: str, today: dt.date, vocabularies: Vocabularies) -> str:
    """The question at the end of a message, where it stands by itself: what was said before it is not asked about."""
    lead = _LEAD.fullmatch(message.strip())
    if lead is None or "?" in lead["told"] or _FROM_BEFORE.search(lead["asked"]):
        return message
    read = read_question(lead["asked"], today, vocabularies)
    return lead["asked"] if isinstance(read, RecordQuestion) and (read.phrase or read.kind in _KINDS) else message


def asks_the_chart(message: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether a message that names nobody asks what the open chart holds."""
    message = asked_last(message, today, vocabularies)
    lower = folded(message)
    if len(lower.split()) > _LONGEST or health_evidence(message, vocabularies).other or names_another(message):
        return False
    by_name = _OF_AN_ORGAN.fullmatch(lower.rstrip(" ?!."))
    if by_name is not None and organ_named(by_name["what"], vocabularies) is not None:
        return True
    if _asks_of_a_time(message, today, vocabularies) or _asks_whether_over(lower, record, today, vocabularies):
        return True
    was = _TABLE.says(lower, "was")
    of_the = _FOR_WHAT.fullmatch(lower)
    if of_the is not None and holds(record, of_the["what"], vocabularies):
        return True
    if not was and (_TABLE.says(lower, "general") or not _is_fragment(lower)):
        return False
    read = read_question(message, today, vocabularies)
    if not isinstance(read, RecordQuestion):
        return False
    if read.intent == "demographic":  # "married?" is asked of who is open; "how old is the pope" is not
        return set(re.findall(r"[a-z]+", pattern("demographic", read.field).sub(" ", lower))) <= _OF_WHO_IS_OPEN
    if _is_of_anybody(read, lower, record, vocabularies):
        return False
    if read.seen_for and holds(record, read.seen_for, vocabularies):
        return True
    if read.phrase and _NOTED.match(lower) and not _OF_ANYBODY.search(lower):
        return read.kind == "allergy" or is_clinical(read.phrase, vocabularies)
    if read.phrase:
        alone = lower.strip(" ?!.") == read.phrase and is_clinical(read.phrase, vocabularies)
        organ = read.kind in {"condition", "any", "observation"} and organ_named(read.phrase, vocabularies) is not None
        return alone or organ or measure_named(read.phrase) is not None or holds(record, read.phrase, vocabularies)
    judged = read.kind == "observation" and read.intent == "normal"  # "which results are abnormal?"
    return (judged or read.kind in _KINDS) and not was


def _asks_whether_over(lower: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether it is asked of what the record holds if it has ended: "is the wrist fracture over"."""
    read = read_question(lower, today, vocabularies) if _A_KNOWN_ONE.match(lower) else None
    return isinstance(read, RecordQuestion) and read.ended and holds(record, read.phrase, vocabularies)


def names_what_is_charted(message: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether a message without a word of health reads as a question of the open chart: "scan ever?", "is the whiplash over"."""
    if health_evidence(message, vocabularies).other or names_another(message):
        return False
    read = read_question(message, today, vocabularies)
    if not isinstance(read, RecordQuestion):
        return False
    if not read.phrase:
        return read.intent == "demographic" and read.field == "alive"
    named = is_clinical(read.phrase, vocabularies) or measure_named(read.phrase) is not None
    return named or holds(record, read.phrase, vocabularies)


def _asks_of_a_time(message: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether all of a time is asked for, or what was done then: with a chart open, what it holds of that time."""
    read = read_question(message, today, vocabularies)
    if not isinstance(read, RecordQuestion) or read.period == Period() or read.phrase:
        return False
    return read.intent == "events" or (read.kind in _KINDS and _TABLE.says(folded(message), "was"))


_NOTED = re.compile(
    r"(?:(?:and|so|ok|okay|but|please)[ ,]+)*(?:(?:is there|are there|was there) )?(?:any|known|no known|h/o|hx of|(?:any )?history of|allerg(?:ic|y|ies)|intolerant|ever (?:had|been)|on (?:an?|any)|diagnosed with|treated for)\b"
)
"""How a clinician asks who is open of something in a few words: "any renal impairment", "allergic to latex", "on a statin"."""
_OF_ANYBODY = re.compile(
    r"\b(?:cure|treatments?|therap(?:y|ies)|remed(?:y|ies)|advice|tips|news|research|evidence|risks?|ways?|tests?|vaccines?|link|difference|foods?|exercises?|symptoms?|signs?|causes?)\b (?:of|for|in|to|against|on|with|between|that)\b"
)
"""What is asked of an illness as such."""
_OF_AN_ORGAN = re.compile(
    r"(?:(?:and|ok|okay|so|now|please|my|his|her|the|a|what about|how about)[ ,]+)*(?P<what>[a-z]+)(?: (?:check(?:-?up)?|overview|review|function|summary))?(?: please)?"
)
"""An organ by its name alone, or with a word that asks how it is: "liver check"."""
_A_KNOWN_ONE = re.compile(
    r"(?:(?:and|so|but|ok|okay)[ ,]+)*(?:is|are|has|have|did|was|were) (?:the|my|his|her|their|that|this)\b"
)
"""Asks of one that is spoken of as known."""
_NO_PLACE = re.compile(
    r"^(?:(?:so|and|but|ok|okay|hi|hello|please|also|tell me|do you (?:know|have))[ ,]+)*(?:what(?:'s|s| is| was| are)|who(?:'s| is)|where(?:'s| is)|which is|give me|show me)? ?(?:my|his|her|the patient's) (?P<what>[a-z][\w -]{2,40})\W*$"
)
"""Asks what something of the patient's is."""


def asks_what_has_no_place(message: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether something of the patient is asked that records of health hold nothing of: an insurance, a telephone number."""
    asked = _NO_PLACE.match(folded(message))
    if asked is None:
        return False
    read = read_question(message, today, vocabularies)
    return isinstance(read, Refused) and read.reason == "not_in_record" and not read.unread


_FOR_WHAT = re.compile(
    r"(?:(?:and|so|ok|okay|but)[ ,]+)*what(?:'s| is|s| was| are) (?:the|that|this|my|his|her|the patient's) (?P<what>[a-z][\w -]{2,40}?) for\W*"
)
"""What a thing is for that is known already: "what's the iron for"."""


def _is_of_anybody(read: RecordQuestion, lower: str, record: PatientRecord, vocabularies: Vocabularies) -> bool:
    """Whether more is asked of a thing than the chart could say, and nobody's is meant: "is gout curable?", "which antibiotic for pneumonia?"."""
    if _OWNED.search(lower):
        return False
    if read.given_for and not holds(record, read.given_for, vocabularies):
        return True
    return bool(
        _PRESENT.match(lower) and predicate_of(read, labels_of(record, read.phrase, vocabularies), vocabularies)
    )


_OWNED = re.compile(r"\b(?:my|his|her|their|our|the|this|that|i|he|she|they|me|him|patient)\b")
_PRESENT = re.compile(r"(?:(?:so|and|but|ok|okay|please|then|well)[ ,]+)*(?:is|are|does|do|can|could|will|would)\b")


def _is_fragment(lower: str) -> bool:
    """Whether a message has no verb that tells something: a name, or words that ask of entries."""
    if asks_something(lower):
        return True
    return len(lower.split()) <= _LONGEST_NAME and not re.search(r"\b(?:i|i'm|i've|we|is|was|has|have|had)\b", lower)


def holds(record: PatientRecord, phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether any entry of a record is called so, in its own words or in plainer ones."""
    return bool(labels_of(record, phrase, vocabularies))


def labels_of(record: PatientRecord, phrase: str, vocabularies: Vocabularies) -> list[str]:
    """What the entries are called that a phrase means."""
    held = [TypeEntry(label, label) for label in dict.fromkeys(fact.label for fact in record.facts())]
    found = matching(phrase, held, vocabularies) or said_in_parts(phrase, held, told=True)
    return [entry.name for entry in found]


def filled(
    message: str,
    subject: Subject | None,
    given: GivenValue | None,
    before: str,
    today: dt.date,
    vocabularies: Vocabularies,
    record: PatientRecord,
) -> str:
    """The message; where it is a fragment that names nothing, asked of the one thing that was just spoken of.

    `before` is the question of the turn before: who was told the value before the last asks how it went on since then.
    """
    told = _TOLD_FIRST.fullmatch(message.strip())
    if told is not None:
        asked = filled(told["asked"], subject, given, before, today, vocabularies, record)
        return message if asked == told["asked"] else f"{told['told']} {asked}"
    vaccine = _of_a_vaccine(message, subject, vocabularies)
    if vaccine is not None:
        return vaccine
    name = given.name.lower() if given is not None else _one_name(subject, message)
    lower = folded(message)
    lower = _OPENS.sub("", lower).rstrip(" ?!.")
    if subject is not None and subject.kind == "vaccine" and name and _IN_PERSON.fullmatch(lower):
        return f"have I had the {name if 'vaccin' in name else f'{name} vaccine'}?"
    if subject is not None and subject.kind in {"condition", "procedure"} and name and _IN_PERSON.fullmatch(lower):
        return f"did I ever have {name}?"
    if (
        not name
        or not _names_nothing(message, lower, vocabularies)
        or _names_an_entry(lower, name, record, vocabularies)
    ):
        return message
    pointing = _POINTS.search(lower)
    owner = re.fullmatch(
        r"(?:(?:and|just|only) )?(?:his|hers|mine|the patient's|for (?:him|her|me))(?: then)?,?(?: please)?", lower
    )
    if owner is not None:
        made = f"what was my last {name}"
    elif pointing is not None:
        made = f"{lower[: pointing.start()]}my {name}{lower[pointing.end() :]}"
    elif _TABLE.says(lower, "asks"):
        made = f"{lower} {name}"
    else:
        return message
    if given is not None and given.day and _TABLE.says(lower, "moves") and _BEFORE_A_DAY.search(before):
        made = f"{made.replace('?', ',')} since {given.day}"
    read = read_question(made, today, vocabularies)
    return f"{made}?" if isinstance(read, RecordQuestion) and read.phrase else message


_IN_PERSON = re.compile(
    r"(?:what about |how about )?(?:me|him|her|the patient|mine|his|hers|myself)(?: then| too| myself)?"
)
"""Who is meant after somebody else was asked about."""
_BEFORE_A_DAY = re.compile(r"\b(?:before|around) \d{4}-\d\d-\d\d\b|\bmy last [\w ]+ in \d{4}\b")


_OF_ITS_OWN = re.compile(r"(?:when|what|how) (?:was|were|is|did) (?:my|his|her|the patient's|i|the patient|he|she) ")
"""A whole question, which names what it is about: the last cold is no vaccine."""


def _of_a_vaccine(message: str, subject: Subject | None, vocabularies: Vocabularies) -> str | None:
    """A few words that name a disease while vaccines are spoken of, asked of the vaccine; None for any other message."""
    lower = " ".join(message.strip().lower().split()).rstrip(" ?!.")
    few = len(lower.split()) <= _LONGEST_NAME and subject is not None and subject.kind == "vaccine"
    if not few or any(pattern("kinds", kind).search(lower) for kind in rules()["kinds"]):
        return None
    named = next(iter(terms_of(lower, vocabularies)), "") or ("flu" if re.search(r"\bflu\b", lower) else "")
    if not named or _TABLE.says(lower, "general") or _OF_ITS_OWN.match(lower):
        return None
    if kind_of_concept(named, vocabularies) not in {"condition", "any"}:
        return None  # a medicine is asked about for itself
    made = lower.replace(named.lower(), f"{named.lower()} vaccine", 1)
    return f"{made if _TABLE.says(lower, 'asks') else f'when was my last {named.lower()} vaccine'}?"


def _one_name(subject: Subject | None, message: str) -> str:
    """The one thing that was spoken of; of an illness what is measured of it, where a value is asked for."""
    if subject is not None and subject.kind == "condition" and _TABLE.says(message.lower(), "of_values"):
        named = " ".join(subject.names).lower()
        told_by = next((names for said, names in rules()["told_by"].items() if re.search(said, named)), ())
        if told_by:
            return str(told_by[0])
    if subject is None or len(subject.names) != 1:
        return subject.single.lower() if subject is not None else ""
    name = subject.names[0].lower()
    return f"{name} vaccine" if subject.kind == "vaccine" and "vaccin" not in name else name


_ASKS_FOR_THE_THING = re.compile(
    r"(?:so |and |ok )*(?:what|which)(?: (?:all|else|exactly))? (?:am|is|are|was|were|do|does|did|have|has|had) (?:i|he|she|they|we|the patient)\b"
)
"""What am I taking, what do I have: the answer is the thing, which cannot be what was spoken of before."""


def _has_a_name(lower: str, vocabularies: Vocabularies) -> bool:
    """Whether a word stands in a message that is neither one of asking nor one of every day: "last creat", "my kidney doctor"."""
    known = plain(written_out(lower), vocabularies)
    if measure_named(known) is not None:
        return True
    if any(words(word) in lay_names() for word in re.findall(r"\b[a-z]{2,3}\b", known) if word not in stop()):
        return True  # a short word that people name a thing by: "did I ever have an iud"
    left = re.findall(r"[a-z][a-z-]{3,}", _TABLE.pattern("asks").sub(" ", _POINTS.sub(" ", known)))
    if not _POINTS.search(known) and any(len(word) >= _LONG_WORD and word not in stop() for word in left):
        return True  # a long word that no question is made of: "did I ever overdose"
    return any(plain_meanings(word) or _is_no_word(word) for word in left if word not in stop())


def _names_an_entry(lower: str, spoken_of: str, record: PatientRecord, vocabularies: Vocabularies) -> bool:
    """Whether a word of a message is what another entry of the record is called: "when was the burn", after a fracture."""
    words_of_it = set(re.findall(r"[a-z]+", spoken_of))
    said = re.findall(r"[a-z]{4,}", _TABLE.pattern("asks").sub(" ", _POINTS.sub(" ", lower)))
    named = [word for word in said if word not in stop() and singular(word) not in words_of_it]
    known = [word for word in named if kind_of_concept(word, vocabularies) != "any"]
    return any(holds(record, word, vocabularies) for word in known)


def _is_no_word(word: str) -> bool:
    """Whether a word of some length is none that is known: a name, or a slip of the pen for one."""
    return len(word) >= _LONGEST_NAME and singular(word) not in known_words() and word not in known_words() | everyday()


_LONG_WORD = 7
_INITIALS = re.compile(r"(?<![\w'’])[A-Z][A-Z0-9]{1,5}s?(?![\w'’])")


def _has_initials(message: str) -> bool:
    """Whether a message names something by its initials, known or not: "when did he get AF" is not asked of what was before."""
    return not message.isupper() and any(found not in {"OK", "PS", "NB", "FYI"} for found in _INITIALS.findall(message))


_A_VALUE = re.compile(r"(?<![\d-])\d{2,3}(?:[./]\d+)(?![\d-])")
"""A value of the message's own: "is 140/90 high" is asked of it."""
_OTHERS = re.compile(r"\b(?:others?|else|another|(?:my|him|her)self|themselves)\b")
"""What is not what was spoken of, or an object of its own: "when did I burn myself"."""


def _names_nothing(message: str, lower: str, vocabularies: Vocabularies) -> bool:
    """Whether a message asks, and has no name of its own: no concept, no measure, no kind of entry, no other matter."""
    if not lower or len(lower.split()) > _LONGEST or is_courtesy(message) or names_another(message):
        return False
    if not asks_something(message) and "?" not in message and len(lower.split()) > _LONGEST_NAME:
        return False  # what is told is not asked
    if _A_VALUE.search(lower) or _OTHERS.search(lower) or _ASKS_FOR_THE_THING.match(lower):
        return False
    if terms_of(lower, vocabularies) or measure_named(lower) is not None or _TABLE.says(lower, "general"):
        return False
    if any(pattern("kinds", kind).search(lower) for kind in rules()["kinds"] if kind in _KINDS):
        return False
    if re.search(r"\b(?:him|her|them)$", lower) or _has_a_name(lower, vocabularies) or _has_initials(message):
        return False  # of somebody, or of something that is not among the names
    return not health_evidence(message, vocabularies).other
