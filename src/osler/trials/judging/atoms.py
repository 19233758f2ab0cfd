"""What decides an atom by the trial that asks it: facts against its own subject, and what a policy assumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

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
from osler.core.evidence import Evidence
from osler.core.terminology import SemanticType
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.denied.denials import denied
from osler.trials.judging.diseases.told_beside import told_beside
from osler.trials.judging.findings import (
    CLINICAL_KINDS,
    denied_by_name,
    facts_about,
    lineage_of,
    named,
)
from osler.trials.judging.implied import implied
from osler.trials.judging.measured.usual_limits import by_usual_limit
from osler.trials.judging.missing import missing_of
from osler.trials.judging.objections import Objections
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.touching import touching
from osler.trials.judging.unproved import (
    given_for_another_stage,
    is_worn,
    only_local,
    only_one_kind_over,
    only_signs,
    opposed,
)
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.types import PolicyName

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
ASSUMED = "assumed by the clinical policy"
_STEM = 6
"""Words that share so many letters are taken for one: thyroid, thyroiditis."""


@dataclass
class AtomRules(Objections):
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
        reason = (
            self._why_not(atom, asked, proof)
            or self._denied_before(atom, asked, proof)
            or self._only_seen_by(atom, proof)
            or given_for_another_stage(atom, proof, self.view)
        )
        return self._left_open(atom, proof, reason) if reason else proof

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

    def _resting(self, atom: Finding, proof: Proof) -> Proof | None:
        """A disease that is asked for as active, where all that proves it says that it rests, or tells of an earlier bout."""
        if not pattern("of_today").search(atom.name.casefold()):
            return None
        told = [one.text.casefold() for one in self.view.sentences_of(proof.evidence)]
        if told and all(pattern("resting").search(words) for words in told):
            return proof.model_copy(update={"truth": NOT_MET, "reason": "the note says that it is not active"})
        earlier = ("resting", "earlier_bout")
        if not told or not all(any(pattern(kind).search(words) for kind in earlier) for words in told):
            return None
        self.missing.append(missing_of(atom, self.view.vocabularies))
        reason = "the note tells of an earlier bout, and not that it is active"
        return proof.model_copy(update={"truth": UNKNOWN, "reason": reason})

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
        if _stays_silent(words):
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
            reason = (
                f"{sure.proof.reason}; the laboratory's limit of normal is not given, and by any from {sure.between} "
                f"it is so, the usual one being {sure.limit}"
            )
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


@lru_cache(maxsize=1024)
def _stays_silent(words: str) -> bool:
    """Whether a note would not tell of what is asked, so that its silence says nothing."""
    return any(pattern("silent", kind).search(words) for kind in rules()["silent"])


def _proof(truth: TruthValue, atom: Atom, reason: str, facts: Sequence[KnownFact]) -> Proof:
    evidence: list[Evidence] = [item for fact in facts for item in fact.evidence]
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=evidence)
