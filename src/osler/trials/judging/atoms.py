"""What decides an atom beyond core's evaluation: what notes state, deny and list, and what a policy assumes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from osler.core.criteria import (
    Age,
    Atom,
    Expression,
    Finding,
    MeasuredValue,
    Pregnancy,
    Proof,
    TruthValue,
    Unparsed,
    Window,
    atoms,
    evaluate,
    render,
)
from osler.core.criteria import content_words as core_words
from osler.core.evidence import Evidence, Span
from osler.core.patient import Presence
from osler.core.terminology import SemanticType
from osler.trials.judging.abilities import by_ability
from osler.trials.judging.ages import age_range, any_sex
from osler.trials.judging.besides import besides
from osler.trials.judging.denied_names import denied_by_its_name
from osler.trials.judging.findings import denied_by_name, facts_about, lineage_of, named, names_medicine
from osler.trials.judging.groups import other_kind
from osler.trials.judging.missing import missing_of
from osler.trials.judging.oncology import by_cancer
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import implications, life_stages, pattern, rules
from osler.trials.judging.stated import by_statement, dated_bout, in_length, said_of_patient, told_state
from osler.trials.judging.told_beside import told_beside
from osler.trials.judging.touching import touching
from osler.trials.judging.trees import text_of
from osler.trials.judging.unproved import only_local, opposed
from osler.trials.judging.usual_limits import by_usual_limit
from osler.trials.judging.view import KnownFact, PatientView, Statement
from osler.trials.kinship import is_everything, lineage
from osler.trials.types import PolicyName

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_CLINICAL_KINDS = frozenset(
    {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE}
)
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

    def by_age(self, text: str, tree: Expression) -> Proof | None:
        """A criterion that states an age or both sexes in words that its tree did not keep."""
        if any(isinstance(atom, Age) for atom in atoms(tree)):
            return None
        evidence = list(self.view.record.demographics.evidence)
        if any_sex(text) and self.view.sex is not None:
            return Proof(truth=MET, statement=text, reason="both sexes are let in", evidence=evidence)
        limits, age = age_range(text), self.view.age
        if limits is None or age is None:
            return None
        reason = f"the patient is {age:.0f} years old"
        return Proof(truth=MET if limits.holds(age) else NOT_MET, statement=text, reason=reason, evidence=evidence)

    def agreed(self, text: str, tree: Expression) -> Proof | None:
        """A criterion that asks for nothing but agreement or conduct, as a whole."""
        parts = list(atoms(tree))
        if any(not isinstance(atom, Finding | Unparsed) for atom in parts):
            return None
        able = pattern("agreement", "ability").search(text.casefold())
        if able is None and named(text, self.view.vocabularies).kinds & _CLINICAL_KINDS:
            return None
        return self._agreement(Unparsed(text=text))

    def _agreement(self, atom: Atom) -> Proof | None:
        """Consent and conduct, by what the note states of them."""
        whole = text_of(atom).casefold()
        text = pattern("agreement", "anchor").sub(" ", whole)
        clinical = isinstance(atom, Finding) and bool(named(atom.name, self.view.vocabularies).kinds & _CLINICAL_KINDS)
        for kind in ("capacity", "consent", "compliance"):
            statement = self.view.stated(kind)
            if kind == "capacity" and pattern("agreement", "capacity", "by_others").search(whole):
                continue
            asked = pattern("agreement", kind, "asked").search(whole if kind == "capacity" else text) or (
                kind == "compliance" and pattern("agreement", "ability").search(text)
            )
            if statement is None or not asked:
                continue
            if kind == "compliance" and any(
                pattern("silent", part).search(text) for part in ("reproductive", "private")
            ):
                # To follow a protocol is not to have said that one uses contraception.
                continue
            if clinical and kind == "compliance":
                continue
            # An inclusion asks for agreement and an exclusion for its want, in whatever words; nobody excludes the willing.
            holds = statement.holds == self.wanted
            return Proof(
                truth=MET if holds else NOT_MET,
                statement=render(atom),
                reason=f"the note states {kind}" if statement.holds else f"the note denies {kind}",
                evidence=[statement.sentence.span],
            )
        return None

    def _by_statement(self, atom: Atom) -> Proof | None:
        """What the record states in another form."""
        able = by_ability(atom, self.view) if isinstance(atom, Finding | Unparsed) else None
        return able or by_statement(atom, self.view)

    def _by_cancer(self, atom: Atom) -> Proof | None:
        """Stage, tumour markers and lines of therapy."""
        return by_cancer(atom, self.view.record)

    def _life_stage(self, atom: Atom) -> Proof | None:
        """ "Adults", "children": words for ages."""
        age = self.view.age
        if not isinstance(atom, Finding | Unparsed) or age is None:
            return None
        text = re.sub(
            r"\b(?:male|female|human|healthy|and|or|patients?|subjects?|participants?)\b", " ", text_of(atom).casefold()
        ).strip(" .,;")
        for stage in life_stages():
            if stage.pattern.fullmatch(" ".join(text.split())):
                inside = (stage.start is None or age >= stage.start) and (stage.end is None or age < stage.end)
                reason = f"the patient is {age:.0f} years old"
                return proof_of(MET if inside else NOT_MET, atom, reason, self.view.record.demographics.evidence)
        return None

    def _reproduction(self, atom: Atom) -> Proof | None:
        """Pregnancy and child-bearing where age or sex settle them; nobody's silence does."""
        if not isinstance(atom, Pregnancy):
            return None
        if (told := told_state(atom, self.view)) is not None:
            return told
        age, limits = self.view.age, rules()["reproductive_age"]
        if age is not None and (age >= limits["never_from"] or age < limits["from"]):
            reason = f"the patient is {age:.0f} years old"
            return proof_of(NOT_MET, atom, reason, self.view.record.demographics.evidence)
        return None

    def _by_facts(self, atom: Atom) -> Proof | None:
        """A finding by facts that are instances of it, or whose denial covers it."""
        if not isinstance(atom, Finding):
            return None
        found = facts_about(atom, self.view)
        timed = any(window.kind in ("within", "before", "lasting", "planned") for window in atom.windows)
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
        asked = named(atom.name, self.view.vocabularies)
        return self._is_topic(asked.concepts, asked.words) and not denied_by_name(atom.name, self.view)

    def _unless_own(self, atom: Atom, proof: Proof) -> Proof:
        """A proof, unless it says nothing: everybody has some "disease", and no trial excludes its own subject by a wider name."""
        if proof.truth is not MET or not isinstance(atom, Finding):
            return proof
        asked = named(atom.name, self.view.vocabularies).concepts
        if (local := only_local(atom, proof, self.view)) is not None:
            return local
        if not core_words(atom.name) or (
            asked and all(is_everything(concept, self.view.vocabularies) for concept in asked)
        ):
            reason = "it is too general for a single fact to decide it"
        elif opposed(atom, proof, self.view):
            reason = "what is recorded is filed with it and is another thing"
        elif self._only_the_disease(atom, proof):
            reason = "the disease is recorded, and no bout of it"
        elif not self.wanted and self._is_index_event(atom, asked, proof):
            reason = "what is recorded may be the event that the trial is about, and no earlier one"
        elif not self.wanted and self._by_subject(asked, proof):
            reason = "what the trial is about is not what it excludes, and nothing else is recorded"
        else:
            return proof
        self.missing.append(missing_of(atom, self.view.vocabularies))
        return proof.model_copy(update={"truth": UNKNOWN, "reason": reason})

    def _only_the_disease(self, atom: Finding, proof: Proof) -> bool:
        """Whether a bout of a disease is asked for, and what proves it tells only of the disease."""
        if not pattern("bouts").search(atom.name.casefold()):
            return False
        told = [item.quote for item in proof.evidence if isinstance(item, Span)]
        return bool(told) and not any(pattern("bouts").search(words.casefold()) for words in told)

    def _is_index_event(self, atom: Finding, asked: frozenset[str], proof: Proof) -> bool:
        """Whether an earlier event of the trial's own kind is asked for, and the record holds one, which may be the present one."""
        if not asked & lineage_of(self.subject, self.view.vocabularies) or not any(
            window.kind == "ever" for window in atom.windows
        ):
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

    def _of_relatives(self, atom: Atom) -> Proof | None:
        """What is asked of the patient's family, by what the record says of it."""
        if not isinstance(atom, Finding) or not pattern("of_relatives").search(atom.name.casefold()):
            return None
        asked = named(pattern("of_relatives").sub(" ", atom.name.casefold()), self.view.vocabularies).concepts
        for fact in sorted(self.view.record.family_history, key=lambda fact: fact.presence is not Presence.PRESENT):
            # What one relative has is not undone by what others have not.
            own = frozenset(coding.id for coding in fact.codings)
            if fact.presence is Presence.PRESENT and asked & lineage_of(own, self.view.vocabularies):
                return Proof(
                    truth=MET,
                    statement=render(atom),
                    reason=f"{fact.label}: in the family",
                    evidence=list(fact.evidence),
                )
            if fact.presence is Presence.ABSENT and own & lineage_of(asked, self.view.vocabularies):
                reason = f"{fact.label}: denied of the family"
                return proof_of(NOT_MET, atom, reason, fact.evidence)
        return proof_of(UNKNOWN, atom, "the record does not say it of the family", [])

    def _besides(self, atom: Atom) -> Proof | None:
        """A disease besides the one that the patient is in the trial for ("other malignancy")."""
        return besides(atom, self.subject, self.view) if isinstance(atom, Finding) else None

    def _dated_bout(self, atom: Atom) -> Proof | None:
        """A bout of a lasting disease in a time, by the date that the note gives of the last one."""
        return dated_bout(atom, self.view) if isinstance(atom, Finding) else None

    def _other_kind(self, atom: Atom) -> Proof | None:
        """A kind of a disease that the patient has in another kind."""
        return other_kind(atom, self.view) if isinstance(atom, Finding) else None

    def _past_only(self, atom: Atom) -> Proof | None:
        """A disease that is asked for as active where the record has it only as past."""
        if not isinstance(atom, Finding) or not pattern("of_today").search(atom.name.casefold()):
            return None
        today = atom.model_copy(update={"windows": (*atom.windows, Window(kind="current"))})
        proof = evaluate(today, self.view.indexed, on=self.view.on)
        return proof if proof.truth is NOT_MET and not self._too_wide(atom, proof) else None

    def _implied(self, atom: Atom) -> Proof | None:
        """What a sentence states in other words: "47 years of a pack a day" is smoking."""
        if not isinstance(atom, Finding | Unparsed):
            return None
        text = text_of(atom).casefold()
        ever = isinstance(atom, Finding) and any(window.kind == "ever" for window in atom.windows)
        for rule in implications():
            if not rule.asked.search(text):
                continue
            for sentence in self.view.sentences:
                words = sentence.text.casefold()
                # Who no longer smokes has smoked at some time.
                contrary = rule.contrary.search(words) if rule.contrary and not ever else None
                found = contrary or rule.stated.search(words)
                if found is None or not said_of_patient(sentence, *found.span()):
                    continue
                denied = contrary is not None or bool(pattern("denying").search(words[: found.start()]))
                reason = f"the note {'denies' if denied else 'states'} it in other words"
                turned = bool(pattern("not_asked").search(text))
                truth = MET if denied == turned else NOT_MET
                if truth is MET and isinstance(atom, Finding):
                    truth = in_length(atom, sentence)
                    reason = reason if truth is MET else f"{reason}, and not for the time that is asked"
                if truth is UNKNOWN:
                    continue
                return proof_of(truth, atom, reason, [sentence.span])
        return None

    def _denied(self, atom: Atom) -> Proof | None:
        """What a note denies as a whole: medicines, past history, allergies, surgery."""
        if not isinstance(atom, Finding):
            return None
        if (by_name := denied_by_its_name(atom, self.view)) is not None:
            return by_name
        asked = named(atom.name, self.view.vocabularies)
        if facts_about(atom, self.view).near:
            return None
        statement = self._denial_for(atom, asked.kinds)
        if statement is None:
            return None
        return Proof(
            truth=NOT_MET,
            statement=render(atom),
            reason=f"the note states {statement.kind}",
            evidence=[statement.sentence.span],
        )

    def _not_listed(self, atom: Atom) -> Proof | None:
        """A medicine of today that is not on the list which the note gives of them."""
        statement = self.view.stated("list of medicines")
        if statement is None or not isinstance(atom, Finding) or not names_medicine(atom.name, self.view.vocabularies):
            return None
        timed = any(window.kind not in ("current", "at") for window in atom.windows)
        words = atom.name.casefold()
        if timed or pattern("earlier").search(words) or re.search(r"allerg|hypersensitiv|contraindic", words):
            return None
        found = facts_about(atom, self.view)
        if found.present or found.near:
            return None
        return Proof(
            truth=NOT_MET,
            statement=render(atom),
            reason="the note lists the current medicines, and it is not among them",
            evidence=[statement.sentence.span],
        )

    def _denial_for(self, atom: Finding, kinds: frozenset[SemanticType]) -> Statement | None:
        words = atom.name.casefold()
        if pattern("silent", "opinion").search(words):
            return None
        if re.search(r"allerg|hypersensitiv", words):
            return self.view.stated("no allergies")
        is_drug = re.search(r"\b(?:medications?|drugs?|blockers?|inhibitors?)\b", words)
        if names_medicine(atom.name, self.view.vocabularies) or is_drug or pattern("treated").search(words):
            return self.view.stated("no medications")
        if SemanticType.PROCEDURE in kinds or "surg" in words:
            return self.view.stated("no surgery") or self.view.stated("no conditions")
        if pattern("silent", "results").search(words) or pattern("silent", "reproductive").search(words):
            return None
        if kinds & {SemanticType.CONDITION, SemanticType.PHENOTYPE} and not self.wanted:
            return self.view.stated("no conditions")
        return None

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
        if self.wanted and not asked.kinds & _CLINICAL_KINDS:
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
        """The clinical policy: where the laboratory's limit of normal is not given, the usual one, and marked."""
        if self.policy != "clinical" or not isinstance(atom, MeasuredValue):
            return None
        found = by_usual_limit(atom, self.view.indexed, self.view)
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


def _proof(truth: TruthValue, atom: Atom, reason: str, facts: Sequence[KnownFact]) -> Proof:
    evidence: list[Evidence] = [item for fact in facts for item in fact.evidence]
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=evidence)
