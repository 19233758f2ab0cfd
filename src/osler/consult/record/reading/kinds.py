"""What kind of thing a question is about, and the words that name the concept."""

from __future__ import annotations

import re

from osler.consult.record.called import is_letter_of_a_name, lay_names, measure_named, measure_spans, words
from osler.consult.record.concepts import EITHER, is_named
from osler.consult.record.reading.table import pattern, rules, stop
from osler.consult.record.reading.types import Kind
from osler.consult.wording.everyday import everyday
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies, medicines_called, plain_meanings

_BY_TYPE: dict[SemanticType, Kind] = {
    SemanticType.CONDITION: "condition",
    SemanticType.PHENOTYPE: "condition",
    SemanticType.MEDICATION: "medication",
    SemanticType.PROCEDURE: "procedure",
    SemanticType.LAB_VALUE: "observation",
}
_JOINING = frozenset({"of", "blood", "sugar", "pressure", "cell", "count", "rate", "index", "score", "ratio", "type"})
_MARKER = re.compile(r"(?:(?P<which>[\w-]+) )?\btumour markers?\b")
_SHORT = 3
"""Letters of a word that is too short to be listed as a word."""
_SETTINGS = frozenset(
    ["emergency", "room", "department", "casualty", "hospital", "clinic", "doctor", "check", "checkup", "office",
     "outpatient", "inpatient"]
)  # fmt: skip


def kind_of(rest: str, phrase: str, vocabularies: Vocabularies) -> Kind:
    """The kind of thing: what the words name outright, then what the concept is, then what the verb suggests."""
    if marker_named(rest):
        return "observation"
    if phrase and measure_named(phrase) is not None and not _outright(rest) and not _is_illness(rest, phrase):
        return "observation"
    if pattern("forms", "what_was_done").search(rest):
        return "procedure"  # a place of care in the question is where it was done
    if pattern("forms", "what_was_given").search(rest):
        return "medication"
    headed = kind_of_head(rest)
    if headed is not None:
        return headed
    for kind in rules()["kinds"]:
        elsewhere = kind == "visit" and (_names_something(phrase, vocabularies) or _is_handed_out(rest, phrase))
        if pattern("kinds", kind).search(rest) and not elsewhere:
            return _named_kind(kind)
    if not (_names_something(phrase, vocabularies) or _is_handed_out(rest, phrase)) and any(
        pattern("setting", code).search(rest) for code in rules()["setting"]
    ):
        return "visit"
    named = _lay_kind(phrase, vocabularies) or kind_of_concept(phrase, vocabularies)
    if named != "any":
        return named
    if pattern("taken_of").search(phrase):
        return "procedure"
    return next((_named_kind(kind) for kind in rules()["verbs"] if pattern("verbs", kind).search(rest)), "any")


def kind_of_head(rest: str) -> Kind | None:
    """The kind that "which X" or "what X" asks for in so many words: new medicines that came in are no visits."""
    found = pattern("head").search(rest)
    if found is None:
        return None
    spoken = found["head"].split()
    return next(
        (_named_kind(kind) for word in spoken for kind in _HEADS if pattern("kinds", kind).fullmatch(word)), None
    )


_HEADS = ("vaccine", "medication", "procedure", "condition")


def marker_named(rest: str) -> str:
    """The tumour marker that a question names, or tumour markers as such."""
    match = _MARKER.search(rest)
    if match is None:
        return ""
    return f"{match['which']} tumour marker" if match["which"] and match["which"] not in stop() else "tumour marker"


def _is_handed_out(rest: str, phrase: str) -> bool:
    """Whether a place of care is only the one who gave something: "what painkillers did the ER give me"."""
    gave = re.search(r"\b(?:did|have|has|had) [\w ]+? (?:give|gave|given|prescribed?|put) (?:me|him|her|them)\b", rest)
    return bool(phrase) and not _only_setting(phrase) and gave is not None


def _is_illness(rest: str, phrase: str) -> bool:
    """Whether a question speaks of the illness that is called by a measure: sugar disease, a blood pressure problem."""
    return (
        re.search(rf"\b{re.escape(phrase)} (?:disease|disorder|problems?|trouble|condition|illness)\b", rest)
        is not None
    )


def visit_reason(rest: str, phrase: str, kind: Kind, vocabularies: Vocabularies) -> str:
    """What the visits were for that are asked about, if they are: "in the emergency room for a fracture"."""
    if not phrase or _outright(rest) or kind not in {"condition", "visit", "any"}:
        return ""
    if pattern("forms", "visit_for").search(rest) is None:
        return ""
    said = pattern("forms", "for_what").search(rest)
    reason = phrase_of(said["what"], vocabularies) if said else phrase
    part = any(plain_meanings(word) for word in reason.split())  # "about my hip" names a part of the body
    return reason if part or _names_something(reason, vocabularies) else ""


def _outright(rest: str) -> bool:
    """Whether a question speaks of prescriptions, vaccines or diagnoses in so many words."""
    return pattern("outright").search(rest) is not None


def _named_kind(name: str) -> Kind:
    found: Kind = name  # type: ignore[assignment]
    return found


def _lay_kind(phrase: str, vocabularies: Vocabularies) -> Kind | None:
    """What the clinical name of a lay phrase is."""
    clinical = lay_names().get(words(phrase))
    if not clinical:
        return None
    found = [kind_of_concept(name, vocabularies) for name in clinical]
    return next((kind for kind in found if kind != "any"), None)


def _names_something(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase names a concept or a group of medicines, and not only where somebody was."""
    if not phrase or _only_setting(phrase):
        return False
    return _is_known(phrase, vocabularies) or bool(medicines_called(phrase))


def is_ordinary(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase is made of words of every day that name nothing a record holds."""
    if re.search(r"[a-z]\d|\d[a-z]", phrase):
        return False  # "b12" is the name of something
    spoken = [word for word in re.findall(r"[a-z]+", phrase) if len(word) > 1]
    if all(word in everyday() for word in spoken):
        return True
    if _is_known(phrase, vocabularies) or is_named(phrase, vocabularies):
        return False
    return all(word in known_words() or _is_short_word(word) for word in spoken)


def _is_short_word(word: str) -> bool:
    """Whether two or three letters are a word; others are an abbreviation, and may be of anything."""
    return len(word) <= _SHORT and (word in stop() or word in everyday() or bool(plain_meanings(word)))


def asks_for_unknown(rest: str, vocabularies: Vocabularies) -> bool:
    """Whether "which X" or "what X" asks for a kind of thing that no record holds: a pharmacy, a school."""
    found = pattern("head").search(rest)
    if found is None or marker_named(rest):
        return False
    if any(pattern("kinds", kind).search(found["head"]) for kind in rules()["kinds"]):
        return False
    if any(re.search(rf"\b(?:{said})\b", found["head"]) for said in rules()["medicine_forms"]):
        return False  # which cream asks for a medicine
    if pattern("forms", "dose").search(found["head"]):
        return False  # which strength is asked of a medicine
    head = " ".join(word for word in found["head"].split() if word not in stop())
    return bool(head) and measure_named(head) is None and is_ordinary(head, vocabularies)


def is_read(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether every name in a phrase is one that is known, so that finding none of it means something."""
    return all(
        is_named(name, vocabularies)
        or measure_named(name) is not None
        or (_is_known(name, vocabularies) and _is_mostly_known(name, vocabularies))
        for name in phrase.split(EITHER)
    )


def is_word(phrase: str) -> bool:
    """Whether a phrase has a word that is known at all: of one that nobody knows no record says that there is none."""
    return any(word in known_words() or not word.isalpha() for word in phrase.split())


def is_spelt_out(phrase: str) -> bool:
    """Whether several words, all of them known and none of every day, say what is meant though no vocabulary has it."""
    spoken = re.findall(r"[a-z]+", phrase)
    return len(spoken) > 1 and all(
        word in known_words() and (word not in everyday() or plain_meanings(word)) for word in spoken
    )


def _is_mostly_known(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether what the vocabularies or people's names do not know of a phrase are words of every day."""
    spoken = [word for word in words(phrase) if word not in everyday()]
    known = {word for match in vocabularies.find(phrase) for word in words(phrase[match.start : match.end])}
    known |= {word for name in lay_names() if set(name) <= set(spoken) for word in name}
    return known.issuperset(spoken)


def is_clinical(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase names something of health, in this record or not."""
    return _is_known(phrase, vocabularies) and not is_ordinary(phrase, vocabularies)


def _only_setting(phrase: str) -> bool:
    return not set(words(phrase)) - _SETTINGS


def kind_of_concept(phrase: str, vocabularies: Vocabularies) -> Kind:
    for match in vocabularies.find(phrase):
        concept = vocabularies.concept(match.concept_ids[0])
        if concept is not None and concept.semantic_type in _BY_TYPE:
            return _BY_TYPE[concept.semantic_type]
    return "any"


def is_condition(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether the vocabularies know a phrase as a disease or a finding."""
    return kind_of_concept(phrase, vocabularies) == "condition"


def named_condition(rest: str, vocabularies: Vocabularies) -> str:
    """A disease whose everyday name is that of a measure that is high or low: "high blood pressure" asks for no value."""
    spoken = words(rest)
    for lay, clinical in lay_names().items():
        if (lay[0] not in {"high", "low"} and lay[-1] != "disease") or not any(
            spoken[i : i + len(lay)] == lay for i in range(len(spoken))
        ):
            continue
        if is_condition(clinical[0], vocabularies):
            return " ".join(lay)
    return ""


def phrase_of(rest: str, vocabularies: Vocabularies) -> str:
    """The words of a question that name its concept."""
    return next(iter(phrases_of(rest, vocabularies)), "")


def phrases_of(rest: str, vocabularies: Vocabularies) -> list[str]:
    """What is left of a question when the words that name no concept are taken out, the likeliest name first."""
    if marker_named(rest):
        return [marker_named(rest)]
    phrases = list(dict.fromkeys(" ".join(stretch) for stretch in map(_trimmed, _stretches(rest)) if stretch))
    known = [phrase for phrase in phrases if _is_known(phrase, vocabularies)]
    named = [
        phrase for phrase in phrases if is_named(phrase, vocabularies)
    ]  # of several names the first: LDL from the lipid panel
    by_length = sorted(phrases, key=lambda one: (one in known, len(one.split())), reverse=True)
    # What is said in brackets, or after a dash, says it better.
    glossed = [
        phrase
        for phrase in named
        if f"({phrase})" in rest
        or re.search(rf"\w [-–—] {re.escape(phrase)}\b|\w, (?:the|that is|i\.?e\.?|meaning) {re.escape(phrase)},", rest)
    ]
    if any(measure_named(phrase) is not None for phrase in named if phrase not in glossed):
        glossed = []  # of "ALT (liver enzyme)" the name stands before the bracket
    order = list(dict.fromkeys([*glossed, *named, *by_length]))
    whole = _lay_name_in(rest, order[0]) if order else ""
    if whole:
        order.insert(0, whole)
    if len(known) > 1 and re.search(r"\bor\b", rest):
        return [EITHER.join(known), *order]
    return order


def _lay_name_in(rest: str, phrase: str) -> str:
    """The lay name in a question of which a phrase is what was left of it: of a breathing test only the breathing."""
    spoken, held = words(rest), set(words(phrase))
    said = [lay for lay in lay_names() if len(lay) > 1 and held < set(lay) and set(lay) <= set(spoken)]
    said = [lay for lay in said if any(spoken[i : i + len(lay)] == lay for i in range(len(spoken)))]
    longest: tuple[str, ...] = max(said, key=len, default=())
    return " ".join(longest)


def _stretches(rest: str) -> list[list[str]]:
    """The runs of words between those that name no concept."""
    kept: list[list[str]] = [[]]
    kind_words = {
        word
        for kind in rules()["kinds"]
        for match in pattern("kinds", kind).finditer(rest)
        for word in match.group().split()
    }
    kind_words -= _JOINING
    rest = re.sub(r"\bof (?:the|my|his|her|an?) ", "of ", rest)  # an X-ray of the chest is a chest X-ray
    whole = [(start, end) for start, end in measure_spans(rest) if " " in rest[start:end]]
    for match in re.finditer(r"[a-z0-9]+(?:['/.-][a-z0-9]+)*|[^\s\w]", rest):
        bare = match.group().removesuffix("'s")
        if is_letter_of_a_name(bare, kept[-1], re.findall(r"^\W*(\w+)", rest[match.end() :])):
            kept[-1].append(bare)
        elif any(start <= match.start() < end for start, end in whole):
            kept[-1].append(bare)  # a word of a measure's name is no other: the mean corpuscular volume
        elif bare in _JOINING and kept[-1]:
            kept[-1].append(bare)
        elif bare in stop() or bare in kind_words or not re.search(r"[a-z]", bare):
            if bare not in stop() and re.fullmatch(r"\d[\d.]*", bare) and kept[-1]:
                kept[-1].append(bare)
            elif kept[-1]:
                kept.append([])
        else:
            kept[-1].append(bare)
    return kept


def _is_known(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether some part of a phrase is a name that the vocabularies, the measures or people's own names know."""
    spoken = set(words(phrase))
    if any(spoken.issuperset(name) for name in lay_names()) or measure_named(phrase) is not None:
        return True
    eponym = phrase.isalpha() and vocabularies.find(f"{phrase}'s disease")
    return bool(eponym or vocabularies.find(phrase))


def _trimmed(stretch: list[str]) -> list[str]:
    while stretch and stretch[-1] in {"of"}:
        stretch = stretch[:-1]
    return stretch
