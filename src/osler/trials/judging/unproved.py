"""Where a fact of the right kind does not prove what is asked: it is given locally, it is the opposite, an exception covers it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from osler.core.criteria import AnyOf, Except, Finding, Proof, TruthValue, atoms, render
from osler.core.evidence import Span
from osler.trials.judging.diseases.groups import disease_groups
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.words import content_words
from osler.trials.kinship import is_disease, lineage, same_as

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_AROUND = 28
"""Characters beside a medicine in which its form or route stands."""
_PARTS = re.compile(r"[,;.]\s")

_BEFORE = 16
"""Characters before a medicine in which the way of giving it stands."""


def only_local(atom: Finding, proof: Proof, view: PatientView) -> Proof | None:
    """A treatment of the whole body where every medicine that proves it is given to a part of it."""
    if not pattern("routes", "systemic").search(atom.name.casefold()):
        return None
    facts = _proving(proof, view)
    if not facts or not all(fact.kind == "medication" and _is_local(fact, view) for fact in facts):
        return None
    asked = named(atom.name, view.vocabularies).concepts
    other = next(
        (one for one in view.facts if one.kind == "medication" and one.present and one.lineage & asked and not _is_local(one, view)),
        None,
    )  # fmt: skip
    if other is not None:
        return proof.model_copy(update={"truth": UNKNOWN, "reason": f"{other.label}: nothing says when it was given"})
    return proof.model_copy(update={"truth": NOT_MET, "reason": f"{facts[0].label} is given locally"})


def denies_local_alone(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a treatment of the whole body is denied only as one of a part of it: "no topical steroids"."""
    if not pattern("routes", "systemic").search(atom.name.casefold()):
        return False
    facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.absent and fact.kind == "medication"]
    spans = [item for fact in facts for item in fact.evidence if isinstance(item, Span)]
    texts = {document.id: document.text for document in view.record.documents}
    before = [texts.get(item.source_id, "")[max(0, item.start - _BEFORE) : item.start].casefold() for item in spans]
    return bool(before) and all(re.search(rf"(?:{pattern('routes', 'local').pattern})\s$", words) for words in before)


def given_for_another_stage(atom: Finding, proof: Proof, view: PatientView) -> str:
    """Why a treatment that is asked for at one stage of a disease is not proved by one that the note gives at another; else empty."""
    stages = rules()["given_at_stage"]
    asked = {stage for stage in stages if pattern("given_at_stage", stage).search(atom.name.casefold())}
    facts = [fact for fact in _proving(proof, view) if fact.kind != "condition"]
    told = [words_beside(fact, view).casefold() for fact in facts]
    at = [{stage for stage in stages if pattern("given_at_stage", stage).search(words)} for words in told]
    elsewhere = bool(asked and at) and all(one and not one & asked for one in at)
    return "what is recorded was given at another stage of the disease" if elsewhere else ""


def opposed(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether all that proves a finding is something that vocabularies file with it and clinicians do not."""
    facts = _proving(proof, view)
    return bool(facts) and all(is_filed_with(atom.name, fact, view) for fact in facts)


def is_filed_with(asked: str, fact: KnownFact, view: PatientView) -> bool:
    """Whether a fact is something that vocabularies file with what is asked and clinicians do not: etanercept is no NSAID."""
    for row in rules()["filed_together"]:
        if not re.search(row["asked"], asked.casefold()):
            continue
        others = frozenset(code for name in row.get("kinds", ()) for code in named(name, view.vocabularies).concepts)
        alone = frozenset(code for name in row.get("alone", ()) for code in named(name, view.vocabularies).concepts)
        by_name = bool(row.get("stem")) and bool(re.search(row["stem"], fact.label.casefold()))
        if fact.lineage & others or fact.concepts & alone or by_name:
            return True
    return False


def denies_organ_alone(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether an infection is denied only by the want of a disease of an organ: who has no liver disease may carry hepatitis B."""
    infections = named("infectious disease", view.vocabularies).concepts
    asked = named(atom.name, view.vocabularies).concepts
    if not any(lineage(code, view.vocabularies) & infections for code in asked):
        return False
    facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.absent]
    return bool(facts) and not any(fact.lineage & infections for fact in facts)


def denies_sign_alone(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a kind of disease is denied only by the want of one sign of it today: who does not bleed may have a bleeding disorder."""
    facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.absent]
    rows = [
        row for row in rules()["filed_together"] if row.get("alone") and re.search(row["asked"], atom.name.casefold())
    ]
    alone = frozenset(code for row in rows for name in row["alone"] for code in named(name, view.vocabularies).concepts)
    return bool(facts) and all(fact.concepts & alone for fact in facts)


def only_signs(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a kind of disease is asked for, and all that proves it are signs that vocabularies file under it.

    A fast pulse is filed with the diseases of the heart, and a poor appetite with those of the mind; neither is one.
    """
    if not asks_for_disease(atom.name):
        return False
    facts = [fact for fact in _proving(proof, view) if fact.kind == "condition"]
    # HPO may have one concept for both: "psychiatric disorder" is a name of its "unusual behaviour".
    return bool(facts) and all(is_sign(fact, view) and not asks_for_disease(fact.label) for fact in facts)


def asks_for_disease(name: str) -> bool:
    """Whether words speak of a disease by its kind."""
    return bool(pattern("disease_kinds").search(name.casefold()))


def is_worn(proof: Proof, view: PatientView) -> bool:
    """Whether something that was made once is worn today: dentures are no operation that is over."""
    if not proof.reason.endswith("recorded as over"):
        return False
    facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.kind == "procedure"]
    return bool(facts) and any(
        pattern("worn").search(f"{before} | {after}") for fact in facts for before, after in _sides(fact, view)
    )


def only_one_kind_over(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a kind of disease is said not to be there now because one of the kind is over; another may be."""
    if not proof.reason.endswith("recorded as over"):
        return False
    asked = named(atom.name, view.vocabularies).concepts
    facts = [one for one in view.facts_told_in(proof.evidence) if one.kind == "condition"]
    return bool(asked and facts) and not any(
        asked & (fact.concepts | {other for code in fact.concepts for other in same_as(code, view.vocabularies)})
        for fact in facts
    )


def only_mild_example(tree: AnyOf, proofs: Sequence[Proof], view: PatientView) -> bool:
    """Whether something severe is asked for with wide examples, and all that is recorded is a kind of one: "severe disease such
    as cardiovascular disease" by a hypertension of which nothing is said."""
    first = tree.children[0]
    if not isinstance(first, Finding) or not pattern("severe_head").search(first.name.casefold()):
        return False
    if proofs[0].truth is MET:
        return False
    facts = [fact for proof in proofs[1:] for part in _met(proof) for fact in _proving(part, view)]
    examples = [atom.name for part in tree.children[1:] for atom in atoms(part) if isinstance(atom, Finding)]
    asked = frozenset(code for name in examples for code in named(name, view.vocabularies).concepts)
    # Of a disease by its own name every kind is an example ("tuberculosis"); of a class only what it is called itself.
    narrow = frozenset(
        code for name in examples if not _is_wide(name) for code in named(name, view.vocabularies).concepts
    )
    return bool(facts) and not any(
        asked & (fact.concepts | {other for code in fact.concepts for other in same_as(code, view.vocabularies)})
        or narrow & fact.lineage
        or pattern("severe_head").search(words_beside(fact, view).casefold())
        for fact in facts
    )


def _is_wide(name: str) -> bool:
    """Whether an example is a class of diseases of which some are slight."""
    return asks_for_disease(name) or bool(pattern("wide_examples").search(name.casefold()))


def _met(proof: Proof) -> Iterator[Proof]:
    if proof.truth is MET:
        yield proof
        for child in proof.children:
            yield from _met(child)


def is_sign(fact: KnownFact, view: PatientView) -> bool:
    """Whether no vocabulary of diseases has a fact: HPO, which describes abnormalities, is none."""
    return not any(is_disease(concept, view.vocabularies) for concept in fact.concepts if not concept.startswith("HP:"))


def only_benign(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a cancer is asked for and all that proves it are benign tumours, which vocabularies file with neoplasms."""
    if not pattern("tumours", "malignant").search(atom.name.casefold()):
        return False
    facts = _proving(proof, view)
    return bool(facts) and all(_is_benign(fact, view) for fact in facts)


def _is_benign(fact: KnownFact, view: PatientView) -> bool:
    called = [fact.label, *(one.name for code in fact.concepts if (one := view.vocabularies.concept(code)) is not None)]
    words = " ".join(called).casefold()
    return bool(pattern("tumours", "benign").search(words)) and not pattern("tumours", "not_benign").search(words)


def only_elsewhere(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether a cancer of the skin is asked for and all that proves it is one of another organ: HPO has every squamous cell
    carcinoma as one of the skin."""
    if not pattern("of_the_skin", "asked").search(atom.name.casefold()):
        return False
    facts = _proving(proof, view)
    return bool(facts) and all(_is_inside(fact, view) for fact in facts)


def _is_inside(fact: KnownFact, view: PatientView) -> bool:
    told = [fact.label.casefold(), *(f"{before}| {after}" for before, after in _sides(fact, view))]
    return any(pattern("of_the_skin", "elsewhere").search(words) for words in told)


def covered(tree: Except, proof: Proof, view: PatientView) -> Proof | None:
    """A proof of what is excepted from, where everything that proves it is one of the exceptions, or may be one."""
    exceptions = [part for part in tree.exceptions if isinstance(part, Finding)]
    child = tree.child
    if not isinstance(child, Finding) or len(exceptions) < len(tree.exceptions):
        return None
    facts = _proving(proof, view)
    truths = [
        _best(_covers(part, child, fact, view) for part in exceptions for fact in same) for same in _by_place(facts)
    ]
    if not truths or NOT_MET in truths:
        return None
    truth = UNKNOWN if UNKNOWN in truths else NOT_MET
    reason = f"{facts[0].label} {'may be' if truth is UNKNOWN else 'is'} covered by the exception"
    return proof.model_copy(update={"truth": truth, "statement": render(tree), "reason": reason})


def _covers(exception: Finding, child: Finding, fact: KnownFact, view: PatientView) -> TruthValue:
    """Whether an exception covers a fact; UNKNOWN where it names it under a condition that the note does not tell."""
    asked = named(exception.name, view.vocabularies)
    if not asked.concepts:
        # "Diabetes mellitus other than type 2": the exception goes on the name before it.
        asked = named(f"{exception.name} {child.name}", view.vocabularies)
        return MET if asked.whole and fact.lineage & asked.concepts else NOT_MET
    concepts = asked.concepts | _members(exception.name, view)
    if pattern("of_the_skin", "asked").search(exception.name.casefold()) and _is_inside(fact, view):
        return NOT_MET
    if _told_in_situ(exception.name, fact, view):
        return MET if asked.words <= fact.words | content_words(words_beside(fact, view)) else UNKNOWN
    if not fact.lineage & concepts:
        return UNKNOWN if _told_as_kind(exception.name, asked.concepts, fact, view) else NOT_MET
    own = frozenset(word for part in (fact.label, child.name) for word in content_words(part))
    left = asked.words - own if not asked.whole else frozenset()
    return MET if not left or left <= content_words(words_beside(fact, view)) else UNKNOWN


def _told_in_situ(exception: str, fact: KnownFact, view: PatientView) -> bool:
    """Whether a cancer in situ is spared, and the note goes on from the name of a cancer to say that it was one."""
    behind = any(re.match(r"[\s-]*in[\s-]situ\b", after) for _, after in _sides(fact, view))
    return behind and "in situ" in " ".join(exception.casefold().replace("-", " ").split())


def _told_as_kind(name: str, kinds: frozenset[str], fact: KnownFact, view: PatientView) -> bool:
    """Whether a fact is wider than an exception, and the words beside it tell of the kind: a seizure "aged 3 with fever"."""
    wider = any(lineage(code, view.vocabularies) & fact.concepts for code in kinds)
    beside = words_beside(fact, view).casefold()
    told = (row["told"] for row in rules()["told_of_a_kind"] if re.search(row["kind"], name.casefold()))
    return wider and any(re.search(words, beside) for words in told)


def _members(name: str, view: PatientView) -> frozenset[str]:
    """The diseases that a name stands for together."""
    groups = (group for group in disease_groups() if group.says.search(name.casefold()))
    return frozenset(
        code for group in groups for member in group.members for code in named(member, view.vocabularies).concepts
    )


def _best(truths: Iterable[TruthValue]) -> TruthValue:
    found = set(truths)
    return MET if MET in found else UNKNOWN if UNKNOWN in found else NOT_MET


def _proving(proof: Proof, view: PatientView) -> list[KnownFact]:
    return [fact for fact in view.facts_told_in(proof.evidence) if fact.present]


def _by_place(facts: Sequence[KnownFact]) -> list[list[KnownFact]]:
    """Facts that the same words of a note gave, together."""
    return [
        [fact for fact in facts if item in fact.evidence]
        for item in dict.fromkeys(i for f in facts for i in f.evidence)
    ]


def _is_local(fact: KnownFact, view: PatientView) -> bool:
    around = f"{_own_words_beside(fact, view)} {fact.label}".casefold()
    if pattern("routes", "by_mouth").search(around):
        return False
    return bool(pattern("routes", "local").search(around)) or _made_local(fact, view)


def made_for_airways(fact: KnownFact, view: PatientView) -> bool:
    """Whether a medicine is named together with what is in one inhaler with it, or is one for a part of the body that is given for asthma."""
    if any(name in _names_of(fact, view) for name in rules()["routes"]["in_one_inhaler"]):
        return True
    beside = words_beside(fact, view).casefold()
    elsewhere = any(pattern("given_by", route).search(beside) for route in ("nasal", "topical"))
    return _made_local(fact, view) and not elsewhere and bool(pattern("airways").search(beside))


def _names_of(fact: KnownFact, view: PatientView) -> str:
    names = " ".join(concept.name for code in fact.concepts if (concept := view.vocabularies.concept(code)) is not None)
    return f"{names} {fact.label}".casefold()


def _made_local(fact: KnownFact, view: PatientView) -> bool:
    """Whether a medicine is made for a part of the body alone, by itself or by what is in it beside the corticosteroid."""
    words = _names_of(fact, view)
    return any(name in words for kind in ("made_local", "in_one_inhaler") for name in rules()["routes"][kind])


def _sides(fact: KnownFact, view: PatientView) -> Iterator[tuple[str, str]]:
    """What stands before a fact and behind it in its sentence."""
    for item in fact.evidence:
        for one in view.sentences:
            if isinstance(item, Span) and item.source_id == one.source_id and one.start <= item.start < one.end:
                yield one.text[: item.start - one.start].casefold(), one.text[item.end - one.start :].casefold()


def _own_words_beside(fact: KnownFact, view: PatientView) -> str:
    """The words of a medicine and beside it that are not another one's: "prednisolone 40 mg, inhaler beclometasone" gives the first no inhaler."""
    found = [item.quote for item in fact.evidence if isinstance(item, Span)]
    for before, behind in _sides(fact, view):
        others = [
            one.label.casefold() for one in view.facts if one.kind == "medication" and not one.concepts & fact.concepts
        ]
        first, last = _PARTS.split(before[-_AROUND:]), _PARTS.split(behind[:_AROUND])
        # A part is another medicine's where that stands in it, though the words about it may reach no further than this.
        beyond = _PARTS.split(behind)[1:2]
        theirs = bool(beyond) and any(name in beyond[0] for name in others)
        ours = any(name in part for part in first[:-1] for name in others)
        found += [first[-1] if ours else before[-_AROUND:], last[0] if theirs else behind[:_AROUND]]
    return " ".join(found)


def words_beside(fact: KnownFact, view: PatientView) -> str:
    """The words beside a fact, within its sentence."""
    found = []
    for item in fact.evidence:
        for sentence in view.sentences:
            if isinstance(item, Span) and item.source_id == sentence.source_id:
                start, end = item.start - sentence.start, item.end - sentence.start
                if 0 <= start < len(sentence.text):
                    found.append(sentence.text[max(0, start - _AROUND) : end + _AROUND])
    return " ".join(found)
