"""What decides an atom by the trial that asks it: facts against its own subject, and what a policy assumes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from osler.core.criteria import (
    Atom,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    Unparsed,
    Window,
    evaluate,
    render,
)
from osler.core.criteria import content_words as core_words
from osler.core.evidence import Evidence, Span
from osler.core.terminology import SemanticType
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.asked.under_names import only_one_meaning
from osler.trials.judging.citing.cited import days_ago
from osler.trials.judging.denied.denials import denied, denied_for_a_time
from osler.trials.judging.denied.examined import denied_elsewhere, denied_on_a_day
from osler.trials.judging.diseases.told_beside import told_beside
from osler.trials.judging.findings import (
    CLINICAL_KINDS,
    denied_by_name,
    facts_about,
    front_of,
    lineage_of,
    named,
    names_treatment_of_illness,
)
from osler.trials.judging.implied import implied
from osler.trials.judging.measured.usual_limits import by_usual_limit
from osler.trials.judging.missing import missing_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.touching import touching
from osler.trials.judging.unproved import (
    denies_sign_alone,
    is_worn,
    only_benign,
    only_elsewhere,
    only_local,
    only_one_kind_over,
    only_signs,
    opposed,
)
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.windows import reach_of
from osler.trials.kinship import is_everything, lineage
from osler.trials.types import PolicyName

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
ASSUMED = "assumed by the clinical policy"
_BESIDE = 16
"""Characters beside a finding in which it is told that it was an earlier one."""
_STEM = 6
"""Words that share so many letters are taken for one: thyroid, thyroiditis."""


@dataclass
class AtomRules:
    """The rules for one patient under one policy; they collect what was assumed and what is missing."""

    view: PatientView
    policy: PolicyName
    topic: frozenset[str] = frozenset()
    """Concepts of the trial's own subject; a patient may have it without a diagnosis, so its absence is not assumed."""
    topic_words: frozenset[str] = frozenset()
    wanted: bool = True
    """Whether the criterion asks for what it names (inclusion) or forbids it."""
    about_topic: bool = False
    """Whether another part of the criterion names the trial's subject."""
    subject: frozenset[str] = frozenset()
    """The diseases that the trial is for, themselves."""
    assumptions: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    described: list[str] = field(default_factory=list)
    """The diseases that were read into what a note describes."""

    def _by_facts(self, atom: Atom) -> Proof | None:
        """A finding by facts that are instances of it, or whose denial covers it."""
        if not isinstance(atom, Finding):
            return None
        found = facts_about(atom, self.view)
        timed = any(window.kind in ("within", "before", "lasting", "planned", "recent") for window in atom.windows)
        current = any(window.kind in ("current", "at") for window in atom.windows)
        ever = any(window.kind == "ever" for window in atom.windows)
        present = [
            fact for fact in found.present if not (current and fact.kind != "condition") and (ever or not fact.over)
        ]
        if present and not timed:
            return _proof(MET, atom, f"{present[0].label}: recorded as present", present)
        if not found.present and (told := told_beside(atom, found.near, self.view)) is not None:
            return told
        wide = self.wanted and self.about_topic and not denied_by_name(atom.name, self.view)
        if found.absent and not found.present and not wide:
            return _proof(NOT_MET, atom, f"{found.absent[0].label}: recorded as absent", found.absent)
        return None

    def _too_wide(self, atom: Atom, proof: Proof) -> bool:
        """Whether the trial's own subject is denied only by something wider: "no history of heart disease" on admission
        does not rule out the embolism that the patient is admitted with."""
        if not self.wanted or proof.truth is not NOT_MET or not isinstance(atom, Finding):
            return False
        facts = self.view.facts_told_in(proof.evidence)
        if facts and all(fact.present for fact in facts) and any(window.kind == "lasting" for window in atom.windows):
            # The disease is recorded, and not for as long as is asked: nothing is denied. An earlier event is no present one.
            return False
        asked = named(atom.name, self.view.vocabularies)
        return self._is_topic(asked.concepts, asked.words) and not denied_by_name(atom.name, self.view)

    def _unless_own(self, atom: Atom, proof: Proof) -> Proof:
        """A proof, unless it says nothing: everybody has some "disease", and no trial excludes its own subject by a wider name."""
        if not isinstance(atom, Finding):
            return proof
        if proof.truth is NOT_MET and is_worn(proof, self.view):
            return proof.model_copy(update={"truth": MET, "reason": "the note says that it is worn"})
        if proof.truth is NOT_MET:
            doubt = self._why_not_denied(atom, proof)
            return self._left_open(atom, proof, doubt) if doubt else proof
        if proof.truth is not MET:
            return proof
        asked = named(atom.name, self.view.vocabularies).concepts
        otherwise = (
            only_local(atom, proof, self.view) or self._resting(atom, proof) or self._denied_beside(atom, asked, proof)
        )
        if otherwise is not None:
            return otherwise
        reason = self._why_not(atom, asked, proof) or self._only_seen_by(atom, proof)
        return self._left_open(atom, proof, reason) if reason else proof

    def _why_not_denied(self, atom: Finding, proof: Proof) -> str:
        """Why what is recorded does not rule out what is asked; empty where it does."""
        name, view, reason = atom.name.casefold(), self.view, ""
        if pattern("at_risk").search(name) and not _says(proof, "at_risk"):
            reason = "who does not have it may be at risk of it"
        elif pattern("to_be_done").search(name) and not proof.assumed:
            reason = f"{proof.reason}, and it may be to come"
        elif pattern("of_a_treatment").search(name) and not _says(proof, "of_a_treatment"):
            reason = f"{proof.reason}, which says nothing of whether it may be given"
        elif only_one_kind_over(atom, proof, view):
            reason = f"{proof.reason}, and another of its kind may be there"
        elif only_one_meaning(atom, proof, view):
            reason = f"{proof.reason}, which is one of the meanings of a short name"
        elif self._is_denial(proof) and denied_elsewhere(atom, proof.evidence, view):
            reason = f"{proof.reason}, in another part of the body"
        elif denies_sign_alone(atom, proof, view):
            reason = f"{proof.reason}, which is only a sign of it"
        elif self._is_denial(proof) and denied_on_a_day(atom, proof.evidence, view):
            reason = f"{proof.reason} on the day of an examination, and nothing is said of before"
        elif denied_for_a_time(atom, proof, view):
            reason = f"{proof.reason} for a time only, and nothing is said of before"
        return reason

    def _is_denial(self, proof: Proof) -> bool:
        """Whether the record denies something, and does not only have it at another time or in another form."""
        facts = self.view.facts_told_in(proof.evidence)
        return not proof.assumed and bool(proof.evidence) and not any(fact.present for fact in facts)

    def _left_open(self, atom: Finding, proof: Proof, reason: str) -> Proof:
        self.missing.append(missing_of(atom, self.view.vocabularies))
        return proof.model_copy(update={"truth": UNKNOWN, "reason": reason})

    def _denied_beside(self, atom: Finding, asked: frozenset[str], proof: Proof) -> Proof | None:
        """The denial of what is asked, where all that seems to prove it is a sign of it or is only filed with it."""
        if only_signs(atom, proof, self.view):
            return denied(atom, self.view, self.wanted)
        if not self.wanted and (self._is_index_event(atom, asked, proof) or self._by_subject(asked, proof)):
            kinds = lineage_of(asked, self.view.vocabularies)
            denial = next((fact for fact in self.view.other_denials if fact.concepts & kinds), None)
            if denial is not None:
                return _proof(NOT_MET, atom, f"{denial.label}: no other and no earlier one", [denial])
        if opposed(atom, proof, self.view) and (denial := self._denied_itself(asked, atom)) is not None:
            return _proof(NOT_MET, atom, f"{denial.label}: recorded as absent", [denial])
        return None

    def _why_not(self, atom: Finding, asked: frozenset[str], proof: Proof) -> str:
        """Why what is recorded does not prove what is asked; empty where it does."""
        reason = ""
        if not core_words(atom.name) or (
            asked and all(is_everything(concept, self.view.vocabularies) for concept in asked)
        ):
            reason = "it is too general for a single fact to decide it"
        elif names_treatment_of_illness(atom.name, self.view.vocabularies) and self._only_illnesses(proof):
            reason = "the disease is recorded, and no treatment of it"
        elif only_signs(atom, proof, self.view):
            reason = "a sign is recorded, and no disease"
        elif only_benign(atom, proof, self.view):
            reason = "a benign tumour is recorded, which is no cancer"
        elif only_elsewhere(atom, proof, self.view):
            reason = "a cancer of another organ is recorded"
        elif self._treated_long_ago(atom, asked, proof):
            reason = "it was treated earlier, and nothing says that it is still there"
        elif opposed(atom, proof, self.view):
            reason = "what is recorded is filed with it and is another thing"
        elif self._only_the_disease(atom, proof):
            reason = "the disease is recorded, and no bout of it"
        elif self._class_denied(asked, proof):
            reason = "the record denies the class, and names a medicine that is also counted in it"
        elif not self.wanted and self._is_index_event(atom, asked, proof):
            reason = "what is recorded may be the event that the trial is about, and no earlier one"
        elif not self.wanted and self._by_subject(asked, proof):
            reason = "what the trial is about is not what it excludes, and nothing else is recorded"
        return reason

    def _only_illnesses(self, proof: Proof) -> bool:
        """Whether all that proves something are diseases and findings, and no medicine and no procedure."""
        facts = self.view.facts_told_in(proof.evidence)
        return bool(facts) and all(fact.kind == "condition" for fact in facts)

    def _only_seen_by(self, atom: Finding, proof: Proof) -> str:
        """Why an examination does not prove what it is asked to show ("active disease on MRI"); empty where more is recorded."""
        front = front_of(atom.name)
        if front == atom.name or not front or named(front, self.view.vocabularies).concepts:
            return ""
        facts = self.view.facts_told_in(proof.evidence)
        seen = re.search(r"\b(?:on|by|at|in)\b", atom.name[len(front) :].casefold())
        if not facts or seen is None or any(fact.kind != "procedure" for fact in facts):
            return ""
        return "only the examination by which it is seen is recorded"

    def _treated_long_ago(self, atom: Finding, asked: frozenset[str], proof: Proof) -> bool:
        """Whether a cancer counts for today only because diseases last, and the note tells that it was treated away."""
        lately = any(window.kind == "within" for window in atom.windows) and "ongoing" in proof.reason
        if not lately and not pattern("treated_away", "today").search(atom.name.casefold()):
            return False
        cancers = named("cancer", self.view.vocabularies).concepts
        if not asked & cancers and not lineage_of(asked, self.view.vocabularies) & cancers:
            return False
        cited = [one for one in self.view.sentences if one.number in self.view.numbers_of(proof.evidence)]
        told = [one.text.casefold() for one in cited]
        reach = reach_of(atom)
        if lately and reach and any(0 <= far <= min(reach) for one in cited for _, far in days_ago(one, self.view)):
            # It was there on the day of its treatment, which is within the time.
            return False
        return bool(told) and all(
            pattern("treated_away", "told").search(words) and not pattern("treated_away", "there").search(words)
            for words in told
        )

    def _resting(self, atom: Finding, proof: Proof) -> Proof | None:
        """A disease that is asked for as active, where all that proves it says that it rests, or tells of an earlier bout."""
        if not pattern("of_today").search(atom.name.casefold()):
            return None
        numbers = self.view.numbers_of(proof.evidence)
        told = [one.text.casefold() for one in self.view.sentences if one.number in numbers]
        if told and all(pattern("resting").search(words) for words in told):
            return proof.model_copy(update={"truth": NOT_MET, "reason": "the note says that it is not active"})
        earlier = ("resting", "earlier_bout")
        if not told or not all(any(pattern(kind).search(words) for kind in earlier) for words in told):
            return None
        self.missing.append(missing_of(atom, self.view.vocabularies))
        reason = "the note tells of an earlier bout, and not that it is active"
        return proof.model_copy(update={"truth": UNKNOWN, "reason": reason})

    def _denied_itself(self, asked: frozenset[str], atom: Finding | None = None) -> KnownFact | None:
        """The fact that denies just what is asked, by its concept or by its words."""
        words = named(atom.name, self.view.vocabularies).words if atom is not None else frozenset()
        denials = (fact for fact in self.view.facts if fact.absent)
        return next((fact for fact in denials if fact.concepts & asked or (fact.words and fact.words == words)), None)

    def _class_denied(self, asked: frozenset[str], proof: Proof) -> bool:
        """Whether a class of medicines is denied as such, and proved only by one that vocabularies file in it too."""
        denial = self._denied_itself(asked)
        facts = [fact for fact in self.view.facts_told_in(proof.evidence) if fact.present]
        if denial is None or not all(fact.kind == "medication" and not fact.concepts & asked for fact in facts):
            return False
        numbers = self.view.numbers_of(list(denial.evidence))
        told = [one.text.casefold() for one in self.view.sentences if one.number in numbers]
        return bool(facts) and not any(pattern("denied_but").search(words) for words in told)

    def _only_the_disease(self, atom: Finding, proof: Proof) -> bool:
        """Whether a bout of a disease is asked for, and what proves it tells only of the disease."""
        name = atom.name.casefold()
        seizing = pattern("seizing").search(name) and any(window.kind != "ever" for window in atom.windows)
        if seizing:
            # Vocabularies have one name for epilepsy and for a seizure; of those of a time the disease tells nothing.
            told = [item.quote for item in proof.evidence if isinstance(item, Span)]
            return bool(told) and not any(pattern("seizing").search(words.casefold()) for words in told)
        if not pattern("bouts").search(name) or name.startswith("failure of "):
            return False
        told = [item.quote for item in proof.evidence if isinstance(item, Span)]
        return bool(told) and not any(pattern("bouts").search(words.casefold()) for words in told)

    def _is_index_event(self, atom: Finding, asked: frozenset[str], proof: Proof) -> bool:
        """Whether an earlier event of the trial's own kind is asked for, and the record holds one, which may be the present one."""
        if not asked & lineage_of(self.subject, self.view.vocabularies) or not any(
            window.kind == "ever" for window in atom.windows
        ):
            return False
        told = self.view.facts_told_in(proof.evidence)
        if told and all(fact.kind != "condition" for fact in told):
            return False
        texts = {document.id: document.text for document in self.view.record.documents}
        spans = [item for item in proof.evidence if isinstance(item, Span) and item.source_id in texts]
        around = (texts[item.source_id][max(0, item.start - _BESIDE) : item.end + _BESIDE] for item in spans)
        return bool(spans) and not any(pattern("told_as_earlier").search(words.casefold()) for words in around)

    def _by_subject(self, asked: frozenset[str], proof: Proof) -> bool:
        """Whether all that proves something wider than the trial's subject is the subject itself."""
        if asked & self.subject or not any(
            asked & lineage(concept, self.view.vocabularies) for concept in self.subject
        ):
            return False
        own = {
            item
            for fact in self.view.facts
            if fact.present
            and (fact.lineage & self.subject or lineage_of(self.subject, self.view.vocabularies) & fact.concepts)
            for item in fact.evidence
        }
        return bool(proof.evidence) and own.issuperset(proof.evidence)

    def _past_only(self, atom: Atom) -> Proof | None:
        """A disease that is asked for as active where the record has it only as past."""
        if not isinstance(atom, Finding) or not pattern("of_today").search(atom.name.casefold()):
            return None
        if (told := implied(atom, self.view)) is not None and told.truth is NOT_MET:
            return told
        today = atom.model_copy(update={"windows": (*atom.windows, Window(kind="current"))})
        proof = evaluate(today, self.view.indexed, on=self.view.on)
        if proof.truth is not NOT_MET or self._too_wide(atom, proof) or not self._only_illnesses(proof):
            # That a scan is over says nothing of the disease that it showed.
            return None
        # Hepatitis C is over where the chronic one is, and a cancer that did not come back; who had chickenpox may have
        # another infection.
        wide = pattern("comes_anew").search(atom.name.casefold())
        return None if wide and only_one_kind_over(atom, proof, self.view) else proof

    def _assumed(self, atom: Atom) -> Proof | None:
        """The clinical policy: a note would have told of it, so it is taken as absent, and marked."""
        if self.policy != "clinical" or not isinstance(atom, Finding | Unparsed):
            return None
        text = text_of(atom)
        words = text.casefold()
        if any(pattern("silent", kind).search(words) for kind in rules()["silent"]):
            return None
        if isinstance(atom, Unparsed) and pattern("measured_words").search(words):
            # A limit that was not understood is still one of a result, and a missing result is no absence.
            return None
        if isinstance(atom, Finding) and atom.windows and pattern("operated").search(words):
            # An operation of the last weeks stands in notes by its own name, of which there are thousands.
            return None
        asked = named(text, self.view.vocabularies)
        if self.wanted and self._is_topic(asked.concepts, asked.words):
            return None
        if self.wanted and (SemanticType.MEDICATION in asked.kinds or pattern("wholes").search(words)):
            # Earlier treatments stand in notes by regimens and brands, so that silence about a class says little.
            return None
        if self.wanted and not asked.kinds & CLINICAL_KINDS:
            return None
        if not self.wanted and not asked.words:
            return None
        if evidence := touching(atom, self.view):
            return Proof(
                truth=UNKNOWN,
                statement=render(atom),
                reason="the record touches it without settling it, so that nothing is assumed",
                evidence=evidence,
            )
        self.assumptions.append(f"{render(atom)}: not mentioned, {ASSUMED} absent")
        return Proof(truth=NOT_MET, statement=render(atom), reason=f"not mentioned; {ASSUMED} absent", assumed=True)

    def _usual_limit(self, atom: Atom) -> Proof | None:
        """A multiple of a limit of normal that is not given: by any that a laboratory could have, else by the usual one, and marked.

        The usual limit is the clinical policy's to assume.
        """
        if not isinstance(atom, MeasuredValue):
            return None
        sure = by_usual_limit(atom, self.view.indexed, self.view, "beyond_doubt")
        if sure is not None:
            reason = f"{sure.proof.reason}; far from it by any limit of normal, the usual one being {sure.limit}"
            return sure.proof.model_copy(update={"statement": render(atom), "reason": reason})
        found = by_usual_limit(atom, self.view.indexed, self.view, "apart") if self.policy == "clinical" else None
        if found is None:
            return None
        said = f"{atom.name}: the laboratory's limit of normal is not given; {found.limit} {ASSUMED}"
        self.assumptions.append(said)
        reason = f"{found.proof.reason}; limit of normal {found.limit} {ASSUMED}"
        return found.proof.model_copy(update={"statement": render(atom), "reason": reason, "assumed": True})

    def _is_topic(self, concepts: frozenset[str], words: frozenset[str]) -> bool:
        if self.about_topic or concepts & self.topic:
            return True
        return any(word[:_STEM] == other[:_STEM] for word in words for other in self.topic_words if len(word) >= _STEM)


def _says(proof: Proof, kind: str) -> bool:
    """Whether what is denied is itself of a kind, a risk or a contraindication, and not only what it is one of."""
    quotes = [item.quote.casefold() for item in proof.evidence if isinstance(item, Span)]
    return bool(quotes) and all(pattern(kind).search(quote) for quote in quotes)


def _proof(truth: TruthValue, atom: Atom, reason: str, facts: Sequence[KnownFact]) -> Proof:
    evidence: list[Evidence] = [item for fact in facts for item in fact.evidence]
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=evidence)
