"""Conditions and symptoms in what a user says."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from osler.consult.extraction.ages import is_a_day
from osler.consult.extraction.allergies import allergies, allergy_words
from osler.consult.extraction.circumstances import how_often, site
from osler.consult.extraction.clauses import Clause, clauses, pattern, words
from osler.consult.extraction.complaints import complaints
from osler.consult.extraction.context import encounters, operations
from osler.consult.extraction.finding_days import day_of
from osler.consult.extraction.harm import is_effect
from osler.consult.extraction.intakes import intakes
from osler.consult.extraction.operated import is_of_the_body
from osler.consult.extraction.operation_told import is_an_operation
from osler.consult.extraction.proper_names import proper_names
from osler.consult.extraction.reactions import reactions
from osler.consult.extraction.reported import without_reporter
from osler.consult.extraction.sides import sided
from osler.consult.extraction.times import told_again
from osler.consult.extraction.typed_apart import with_type
from osler.consult.extraction.types import ConditionEntry, ConditionStatus, SymptomEntry
from osler.consult.wording.everyday import everyday
from osler.core.language import Experiencer, Mention, Polarity, analyse
from osler.core.terminology import SemanticType, Vocabularies, singular

_TYPES = {SemanticType.CONDITION, SemanticType.PHENOTYPE}
_STAYS = {"inpatient", "emergency"}
"""Visits that nobody makes for what is not there."""
_DISEASES = ("MONDO:", "HP:", "ICD10CM:", "OMIM:", "ORPHA:")


def findings(
    message: str, now: dt.datetime, vocabularies: Vocabularies
) -> tuple[list[ConditionEntry], list[SymptomEntry]]:
    """The conditions and the symptoms that a message states of the patient."""
    harmed = allergies(message, vocabularies)
    done = operations(message, now, vocabularies)
    read = _Read(
        now=now,
        vocabularies=vocabularies,
        done={entry.name.lower() for entry in done},
        treated={entry.quote for entry in done if " for " in message},
        effects=" ; ".join((entry.reaction or "").lower() for entry in harmed),
        harmful={entry.substance.lower() for entry in harmed},
    )
    if " for " in message:
        read.treated |= {entry.quote for entry in intakes(message, now, vocabularies)[0] if entry.status != "planned"}
        stays = (entry for entry in encounters(message, now) if entry.type in _STAYS and entry.status == "past")
        read.treated |= {entry.quote for entry in stays}
    for clause in clauses(message):
        if clause.states_own and not clause.target and clause.undone != "not_so":
            read.read(clause)
    return with_type(read.conditions, message), list(read.symptoms.values())


@dataclass
class _Read:
    """What was found so far; whatever is read first takes its place in the clause."""

    now: dt.datetime
    vocabularies: Vocabularies
    done: set[str]
    """Operations: what was done is no illness."""
    effects: str
    harmful: set[str]
    treated: set[str]
    """The clauses that tell of a medicine that is taken, of an operation or of a stay: what it is for is there."""
    conditions: dict[str, ConditionEntry] = field(default_factory=dict)
    symptoms: dict[str, SymptomEntry] = field(default_factory=dict)
    taken: list[tuple[int, int]] = field(default_factory=list)
    found: list[tuple[int, int]] = field(default_factory=list)
    """The places of the findings that were read of the clause."""

    def read(self, clause: Clause) -> None:
        """Read a clause: names of diseases that hold the name of a symptom, symptoms, complaints, then all other names."""
        self.found = []
        self.taken = [match.span() for match in allergy_words(clause.text)]
        self.taken += [match.span() for match in pattern("findings", "bracketed").finditer(clause.text) if self.taken]
        self.taken += [(told.start, told.end) for told in reactions(clause.lower) if told.substance in self.harmful]
        self.taken += proper_names(clause.text)
        mentions = self._mentioned(clause)
        felt = [match.span() for match in pattern("symptoms").finditer(clause.text)]
        self._mentions([mention for mention in mentions if self._holds_a_symptom(mention, felt)], clause)
        self._diagnosed(clause)
        self._symptoms(clause)
        for told in complaints(clause.lower):
            span = (told.start, told.end)
            if self._is_an_effect(clause.lower[told.start : told.end]):
                self.taken.append(span)
            elif self._is_free(span):
                self._feel(told.name, span, clause)
        for match in pattern("findings", "broke").finditer(clause.lower):
            name = f"{words()['findings']['injuries'][match['verb']]} of {match['part']}"
            self._have(name, match.span(), clause, status="active")
        for match in pattern("findings", "gave_way").finditer(clause.lower):
            if is_of_the_body(match["part"]) and self._is_free(match.span()):
                self._have(f"{match['verb']} {match['part']}", match.span(), clause, status="active")
        self._mentions(mentions, clause)

    def _is_free(self, span: tuple[int, int]) -> bool:
        return not any(span[0] < end and start < span[1] for start, end in self.taken)

    def _is_an_effect(self, name: str) -> bool:
        """Whether a finding is told as what an allergy does: "broke out in a rash" of the rash."""
        if any(is_effect(word) for word in set(name.split()) & set(re.findall(r"[a-z]+", self.effects))):
            return True
        return name in self.effects or any(effect in name for effect in filter(None, self.effects.split(" ; ")))

    def _feel(self, name: str, span: tuple[int, int], clause: Clause, *, dated: bool = True) -> None:
        self.taken.append(span)
        name, onset = sided(name, clause.text, span), day_of(clause, span, self.now) if dated else None
        where, often = site(clause.text, name, span), how_often(clause.text, span)
        self.symptoms[name] = SymptomEntry(name=name, onset=onset, site=where, frequency=often, quote=clause.text)

    def _have(
        self, name: str, span: tuple[int, int], clause: Clause, *, status: ConditionStatus, dated: bool = True
    ) -> None:
        self.taken.append(span)
        name, onset = sided(name, clause.text, span), None
        if dated:
            told = clause._replace(text=_NOW.sub(_blank, clause.text))
            lasts = pattern("findings", "attacks").search(name.lower()) is None
            onset = day_of(told, span, self.now, lasting=lasts, found=self.found)
        self.found.append(span)
        if _has_passed(name, onset, clause, self.now):
            status = "resolved"
        key = told_again(name.lower(), onset, {key: one.onset for key, one in self.conditions.items()})
        self.conditions[key] = ConditionEntry(
            name=name,
            onset=onset,
            status=status,
            site=site(clause.text, name, span),
            frequency=how_often(clause.text, span) if status == "active" else None,
            quote=clause.text,
        )

    def _holds_a_symptom(self, mention: Mention, felt: list[tuple[int, int]]) -> bool:
        """Whether the name of a disease holds that of a symptom: a whooping cough is no cough."""
        longer = any(
            mention.start <= start and end <= mention.end and (start, end) != (mention.start, mention.end)
            for start, end in felt
        )
        return longer and any(code.startswith("MONDO:") for code in codes_of(mention.text, self.vocabularies))

    def _diagnosed(self, clause: Clause) -> None:
        """What a diagnosis is said to be, known to a vocabulary or not, and what people call some diseases."""
        for form in ("diagnosis_of", "called"):
            for match in pattern("findings", form).finditer(clause.lower):
                kind = match.groupdict().get("type")
                named = match.span("type" if kind else "name")
                denied = pattern("findings", "negated").search(clause.lower[: match.start()])
                held = pattern("findings", "prevention").match(clause.lower[named[1] :])
                if denied or held or not self._is_free(named) or (form == "called" and not _is_said(named, clause)):
                    continue
                if any(m.start < named[1] and named[0] < m.end for m in self._names(clause)):
                    continue  # a vocabulary knows it, and says how far its name goes
                over = pattern("findings", "resolved").search(clause.lower) is not None or _is_over(clause, named[0])
                number = re.sub(r"^t(?:ype)?[ -]?| diabetic$", "", kind) if kind else ""
                told = words()["findings"]["types"].get(number, clause.text[slice(*named)])
                self._have(told, named, clause, status="resolved" if over else "active")

    def _mentioned(self, clause: Clause) -> list[Mention]:
        return analyse(in_capitals(clause.text, self.vocabularies), self.vocabularies).mentions

    def _names(self, clause: Clause) -> list[Mention]:
        return [m for m in self._mentioned(clause) if m.semantic_type in _TYPES]

    def _symptoms(self, clause: Clause) -> None:
        for match in pattern("symptoms").finditer(clause.text):
            told = match.group().lower()
            denied = pattern("findings", "negated").search(clause.lower[: match.start()])
            denied = denied or _RISK.match(clause.lower, match.end())
            if not self._is_free(match.span()) or denied or _reaction_of_allergy(clause) or told in self.effects:
                continue
            self.taken.append(match.span())
            if pattern("findings", "resolved").search(clause.lower):
                continue
            reason = pattern("findings", "because").search(clause.lower[: match.start()])
            following = pattern("symptoms").match(clause.text, match.end() + 1)
            if _HOW_IT_IS.fullmatch(told) and following is not None and clause.text[match.end()] == " ":
                continue  # an itchy rash is one thing
            place = _WHERE.match(clause.lower, match.end()) if told.endswith(("pain", "pains")) else None
            self._feel(f"{place['part']} pain" if place else told, match.span(), clause, dated=not reason)
        for match in pattern("findings", "hurts").finditer(clause.lower):
            if self._is_free(match.span()):
                sore = f"sore {match['part']}"
                said_sore = "sore" in match.group() and pattern("symptoms").fullmatch(sore) is not None
                self._feel(sore if said_sore else f"{match['part']} pain", match.span(), clause)

    def _mentions(self, mentions: list[Mention], clause: Clause) -> None:
        for mention in mentions:
            span, name = (mention.start, mention.end), mention.text.lower()
            known = not self._is_free(span) or self._is_an_effect(name) or name in self.done or is_an_operation(name)
            treated = clause.text in self.treated and _WHAT_FOR.search(clause.lower[: mention.start]) is not None
            if known or not _is_condition(mention, clause, treated=treated):
                continue
            felt = _as_symptom(mention, self.vocabularies)
            if felt is not None:
                self._feel(felt, span, clause)
                continue
            resolved = mention.assertion.resolved or bool(pattern("findings", "resolved").search(clause.lower))
            resolved = (
                resolved or _is_over(clause, mention.start) or pattern("findings", "moment").search(name) is not None
            )
            self._have(
                mention.text,
                span,
                clause,
                status="resolved" if resolved else "active",
                dated=not (_is_the_reason(clause, mention) or _REVIEWED.match(clause.lower, mention.end)),
            )


_REVIEWED = re.compile(r"(?: disease)? (?:(?:annual |yearly )?(?:review|check)|(?:was|is being) (?:seen|reviewed))\b")
"""What a review is of was there before it."""
_HOW_IT_IS = re.compile(r"(?:itchy|itching|sore|painful|burning|tender|aching|achy|swollen|runny|blocked|stuffy)")
"""A word of a complaint that says how another is."""
_RISK = re.compile(r" (?:risks?|tendency|precautions?|score)\b")
"""What makes a symptom only possible."""
_WHERE = re.compile(
    r" (?:in|across|behind|under|down) (?:my|the|both|one|his|her|the patient's) (?P<part>(?:(?:left|right|lower|upper) )*[a-z]+)"
)
"""Where a pain is."""
_SHORT = re.compile(r"(?<![\w'-])[a-z]{3,5}(?![\w'-])")


def in_capitals(text: str, vocabularies: Vocabularies) -> str:
    """A text in which the short names of diseases stand as a vocabulary writes them: "copd" is no word of every day."""

    def written(match: re.Match[str]) -> str:
        said = match.group()
        plain = said in everyday() or said in words()["findings"]["also_words"] or vocabularies.find(said)
        return said if plain or not _is_disease(said.upper(), vocabularies) else said.upper()

    return _SHORT.sub(written, text)


@lru_cache(maxsize=2048)
def _is_disease(name: str, vocabularies: Vocabularies) -> bool:
    return any(
        match.end - match.start == len(name) and any(code.startswith("MONDO:") for code in match.concept_ids)
        for match in vocabularies.find(name)
    )


def codes_of(name: str, vocabularies: Vocabularies) -> list[str]:
    """The codes of all concepts that a name may mean."""
    return [code for match in vocabularies.find(name) for code in match.concept_ids]


def _is_said(place: tuple[int, int], clause: Clause) -> bool:
    """Whether a disease that is called by a word of every day is told, and not feared, asked about or prevented."""
    return not pattern("findings", "not_had").search(clause.lower[: place[0]])


def _is_the_reason(clause: Clause, mention: Mention) -> bool:
    """Whether a condition is why somebody was seen or takes something: the day is that of the visit."""
    return pattern("findings", "because_of").search(clause.lower[: mention.start]) is not None


def _is_over(clause: Clause, start: int) -> bool:
    """Whether a condition is told as something that one had, with no word that it lasts."""
    before = clause.lower[:start]
    told = pattern("findings", "was").search(before) or pattern("findings", "had_too").search(before)
    lasting = pattern("findings", "lasting").search(pattern("findings", "fine_now").sub(" ", clause.lower))
    return told is not None and not lasting


_NOW = re.compile(r"\b(?<!just )(?<!right )now\b|\bcurrently\b|\bat the moment\b", re.IGNORECASE)
"""That somebody has a disease now does not tell since when."""
_LONG_AGO, _HEALING = dt.timedelta(days=42), dt.timedelta(days=183)
"""After so long what passes has passed."""


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _has_passed(name: str, onset: str | None, clause: Clause, now: dt.datetime) -> bool:
    """Whether an illness that passes was so long ago that it is over, with no word that it goes on."""
    long = _LONG_AGO if pattern("findings", "short_lived").search(name.lower()) else None
    long = _HEALING if pattern("findings", "healed").search(name.lower()) else long
    if onset is None or long is None:
        return False
    if not is_a_day(onset):
        return pattern("findings", "goes_on").search(clause.lower) is None  # in a time of life that is over
    last = f"{onset}-12-31" if len(onset) == len("2020") else f"{onset}-28" if len(onset) == len("2020-01") else onset
    goes_on = pattern("findings", "goes_on").search(clause.lower)
    recent = now.date() - dt.date.fromisoformat(last[:10]) < long
    return goes_on is None and not recent


def _as_symptom(mention: Mention, vocabularies: Vocabularies) -> str | None:
    """The name of a symptom: one that is said in another order, or what no vocabulary of diseases knows."""
    said = pattern("findings", "turned").fullmatch(mention.text.lower())
    turned = f"{said['how']} {said['part']}" if said is not None else ""
    if pattern("symptoms").fullmatch(turned):
        return turned
    codes = codes_of(mention.text, vocabularies)
    concept = vocabularies.concept(codes[0]) if codes else None
    named = concept is not None and pattern("symptoms").fullmatch(concept.name.lower()) is not None
    disease = any(code.startswith("MONDO:") for code in (*codes, *mention.concept_ids))
    sign = any(code.startswith(_OF_A_SIGN) for code in codes) or _is_felt(mention.concept_ids, vocabularies)
    return mention.text.lower() if named or (sign and not disease) else None


def _is_felt(codes: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a finding is of a kind that somebody feels or cannot do, by its place among the phenotypes."""
    felt = words()["findings"]["felt"]
    return any(
        code in felt or vocabularies.hpo.is_a(code, root) for code in codes if code.startswith("HP:") for root in felt
    )


_OF_A_SIGN = "ICD10CM:R"
"""The chapter of symptoms and signs that are no disease."""


def _reaction_of_allergy(clause: Clause) -> bool:
    gives = pattern("findings", "gives_me").search(clause.lower)
    return gives is not None and not pattern("findings", "taken").search(clause.lower)


_CHANGED = re.compile(
    r"(?:reduc|rais|lower|increas|decreas|cut|doubl|halv|stopp?|miss)\w* (?:the|my|his|her)\b", re.IGNORECASE
)
"""What was done to a dose, and no finding: "reduced the magnesium"."""


def _is_condition(mention: Mention, clause: Clause, *, treated: bool) -> bool:
    said = mention.assertion
    instead = _INSTEAD.search(clause.lower[: mention.start]) is not None
    concluded = said.polarity is Polarity.POSSIBLE and _CONCLUDED.match(clause.lower) is not None
    if (
        said.polarity is not Polarity.PRESENT and not instead and not concluded
    ) or said.experiencer is not Experiencer.PATIENT:
        return False
    if (
        mention.semantic_type not in _TYPES
        or {mention.text.lower(), mention.text.lower().removesuffix("s"), singular(mention.text.lower())}
        & set(words()["findings"]["none"])
        or (len(mention.text) < 3 and not mention.text.isupper())
    ):
        return False
    if pattern("findings", "habits").fullmatch(mention.text.lower()) and not any(
        code.startswith(_DISEASES) for code in mention.concept_ids
    ):
        return False  # how somebody lives is no illness
    if _CHANGED.match(mention.text) or (
        pattern("findings", "negated").search(clause.lower[: mention.start]) and not instead
    ):
        return False
    none = pattern("findings", "no_allergy").search(mention.text)  # a vocabulary has a name for that there is none
    if none or pattern("findings", "prevention").match(clause.lower[mention.end :]):
        return False
    return treated or _is_told(mention, clause)


_CONCLUDED = re.compile(r"\W*(?:impression|imp|diagnos[ei]s|dx|assessment|conclusion|opinion)\s*[:=-]")
"""What a clinician concludes is noted, however likely."""
_TAKEN_FOR = re.compile(
    r"^(?:(?:i|i'm|i am|i've|been|i was|was|the patient|is|currently|just|now|and|still) )*"
    r"(?:on|taking|take|takes|using|use|started|prescribed|put on|given|finished|finishing)\b.*\bfor (?:an? |the |this )(?:\w+ )?$"
)
"""What somebody takes something for is there."""
_WHAT_FOR = re.compile(r"\bfor (?:(?:an?|the|my|this|that|his|her|some|bad|mild|severe|chronic) )*$")
"""What is said before the thing that something is taken for, or was done for."""
_INSTEAD = re.compile(
    r"(?:[,;–-]\s*|\bbut\s+)(?:(?:but|just|only|merely|simply|rather|instead|it's|it is|it was|plain|ordinary) )+(?:an? |the |my )?$"
)
"""What stands before the thing that it is, where another was denied: "not coeliac, just IBS"."""


def _is_told(mention: Mention, clause: Clause) -> bool:
    """Whether a clause tells of a finding as the patient's: in so many words, or by saying nothing else of it.

    "For my asthma" names what is there; a drug's purpose in general does not, nor what is feared or looked for.
    """
    name = mention.text.lower()
    own = pattern("findings", "own").search(clause.lower) is not None
    if own and pattern("findings", "diagnosed").search(clause.lower) is not None:
        return True
    if re.search(rf"\bmy (?:\w+ )?{re.escape(name)}", clause.lower) is not None:
        return own
    if clause.lower.strip(" .!,;") in {name, f"a {name}", f"the {name}"}:
        return False  # a name alone tells nothing: with a record open it asks for it
    before = without_reporter(clause.lower[: mention.start])
    if name in everyday() or (pattern("findings", "not_had").search(before) and not _TAKEN_FOR.search(before)):
        return False
    return not pattern("findings", "in_general").search(clause.lower[mention.end :])
