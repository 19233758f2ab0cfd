"""A criterion's tree as it is meant for judging: who, with what disease, in which stage, with which receptors, apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Comparator,
    Criterion,
    CriterionKind,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    SexIs,
    Unparsed,
    ValueTest,
    Window,
    map_atoms,
    parse_criterion,
)
from osler.core.terminology import Vocabularies
from osler.trials.judging.asked.members import in_one_time, in_one_unit
from osler.trials.judging.asked.set_apart import denial_then_demand
from osler.trials.judging.asked.short_names import with_short_names
from osler.trials.judging.asked.spread_words import each_contraindicated, with_heads
from osler.trials.judging.asked.trees import without_counted_kinds
from osler.trials.judging.asked.under_names import under_known_names, without_pregnant
from osler.trials.judging.asked.wording import (
    apart,
    for_an_age,
    in_full,
    since_diagnosis,
    tested,
    where_used,
    without_permissions,
)
from osler.trials.judging.diseases.needing import with_needs
from osler.trials.judging.diseases.onset import as_onset
from osler.trials.judging.findings import named, names_medicine
from osler.trials.judging.medicines.failures import as_failure
from osler.trials.judging.rules import pattern, rules

_NUMBER = r"(?:iv|i{1,3}|[1-4])[a-c]?\d?"
_STAGES = re.compile(
    rf"\bstages?\s+({_NUMBER}(?:\s?(?:,|/|-|–|or|and|and/or|to)\s?(?:stages?\s+)?{_NUMBER})*)(?=\s|$)", re.IGNORECASE
)
_STAGE_NUMBER = re.compile(rf"(?<![\w]){_NUMBER}(?!\w)", re.IGNORECASE)
_MALE = r"(?:men|males?|boys?)"
_FEMALE = r"(?:women|females?|girls?)"
_BOTH_WITH = re.compile(
    rf"^(?P<who>[^.;:]{{0,80}}?\b(?:{_MALE}\b[^.;:]{{0,30}}?\b(?:or|and|and/or|/)\s?(?:[\w-]+\s){{0,2}}?{_FEMALE}"
    rf"|{_FEMALE}\b[^.;:]{{0,30}}?\b(?:or|and|and/or|/)\s?(?:[\w-]+\s){{0,2}}?{_MALE})\b"
    rf"(?:\s(?:patients?|subjects?|participants?|adults?))?),?\s+(?:with|who have|having|diagnosed with|suffering from)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ANY_MENOPAUSE = re.compile(
    r"\bpre-?(?:\s?menopausal)?\s?(?:,|/|and|or|and/or)\s?(?:peri-?(?:menopausal)?\s?,?\s?(?:and|or)\s)?post-?\s?menopausal\s+",
    re.IGNORECASE,
)
_AGAIN = re.compile(rf"(\bstage\s+{_NUMBER})(\s(?:or|and|and/or)|,|\s?/)\s?stages?\s+(?={_NUMBER}\b)", re.IGNORECASE)
""" "Stage II or stage III": the word is said once of both."""
_WITH_PARTS = re.compile(
    r"^(?P<whole>[^,;:()]*\b(?:therapy|therapies|treatment|regimen|medications?))\s+(?:including|comprising|consisting of)\s+(?P<parts>[^;:]+\band\b[^;:]+)$",
    re.IGNORECASE,
)
"""What a treatment includes are its parts, each of which is asked for; what a disease includes are its kinds."""
_SIGNED = re.compile(
    r"^(?P<before>.*?)\b(?P<marker>%s)\s?(?P<sign>[+-](?!\w)|[- ]?(?:positive|negative|pos|neg)\b)\s*(?P<rest>.*)$"
)
_OF_A_MARKER = re.compile(r"^(?P<before>.*?)\b(?P<marker>%s)\b(?P<sign>)\s*(?P<rest>.*)$")


_OPTIONAL_LETTERS = re.compile(r"(?<=[a-z])\([a-z]{1,2}\)(?=[a-z]{2})")
""" "Nucleos(t)ide": letters that may stand or not."""
_MARKERS_FIRST = re.compile(
    r"^(?P<before>(?:[\w-]+\s){0,4}?)(?P<markers>(?:MARKER\s?(?:[+-](?!\w)|[- ]?(?:positive|negative|pos|neg)\b)(?:\s?(?:,|/|and(?!/)|&)\s?|\s))+)(?P<rest>(?!and/or|or\b|[/&])\S.*)$",
    re.IGNORECASE,
)
"""Receptors with their signs before a disease: "ER-positive, HER2-negative metastatic breast cancer"."""


_LISTED = re.compile(r"\n\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s", re.IGNORECASE)


_MOTHER = re.compile(r"\b(?:mother|maternal|gravid\w*|f(?:o)?et(?:us|al))\b", re.IGNORECASE)
_SEVERAL_THINGS = re.compile(r"\b(?:events?|complications?|comorbidit(?:y|ies)|procedures?)$", re.IGNORECASE)
"""What says nothing by itself, so that the bracket behind it says what is meant."""
_RECIPIENT = re.compile(r"^(?P<what>.*\b(?:transplant(?:ation)?|graft|transfusion))\s+recipients?$", re.IGNORECASE)


_FREE = re.compile(r"^(?P<what>[a-z][\w ]*?)[- ]free$|^(?:abstinent|abstinence) from (?P<from>.+)$", re.IGNORECASE)
_WILD_TYPE = re.compile(
    r"^(?P<before>(?:[a-z][\w-]*[ ,]+)*?)(?P<gene>[A-Z][A-Z0-9]{2,6})[- ](?:wild[- ]?type|WT|unmutated)(?: (?:tumou?r|status|gene)$)?(?P<rest>(?: [\w-]+)*)$"
)
_CHANGED = re.compile(
    r"^(?P<before>(?:[a-z][\w-]*[ ,]+)*?)(?P<gene>[A-Z][A-Z0-9]{2,6})[- ](?P<change>mutat(?:ed|ion[- ]positive)|mutant|rearranged|rearrangement[- ]positive|fusion[- ]positive|amplified)(?P<rest>(?: [\w-]+)+)$"
)
_CHANGES = {"m": "mutation", "r": "rearrangement", "f": "fusion", "a": "amplification"}
""" "Metastatic KRAS-mutated lung cancer": the gene and the disease are asked for, each by itself."""
_NAIVE = re.compile(r"^(?P<what>(?!treatment|therapy|drug|systemic)[\w /-]+?)[- ]na(?:i|ï)ve$", re.IGNORECASE)
_OTHERS_LISTED = re.compile(
    r"^(?P<what>[^()]+? other than [^()]+?)\s*\((?:e\.?g\.?,?|such as|including|i\.?e\.?,?)?\s*(?P<list>[^()]*,[^()]*)\)\W*$",
    re.IGNORECASE,
)
""" "Arthritis other than RA (gout, lupus)": the bracket lists what is meant, not what is spared."""


def meant_tree(criterion: Criterion, vocabularies: Vocabularies) -> Expression:
    """The tree of a criterion with what its wording joins taken apart."""
    tree = _by_their_list(
        _by_wording(criterion.text, criterion.kind, vocabularies)
        or _one_name(criterion, vocabularies)
        or criterion.tree,
        criterion.text,
        vocabularies,
    )
    tree = without_counted_kinds(tree, criterion.text)
    tree = _without_unborn(_in_parts(with_needs(tree, criterion.text)), criterion.text)
    return with_short_names(under_known_names(tree, vocabularies), criterion.text)


def _without_unborn(tree: Expression, text: str) -> Expression:
    """A tree without an age that only the word for a mother's child gave: who is pregnant is not asked to be under age."""
    if not _MOTHER.search(text) or any(letter.isdigit() for letter in text):
        return tree
    return map_atoms(tree, lambda atom: Unparsed(text=text) if isinstance(atom, Age) else atom)


def _by_their_list(tree: Expression, text: str, vocabularies: Vocabularies) -> Expression:
    """A class of medicines, or events, with the list of them in brackets: the list says which are meant, unless it gives examples."""
    if isinstance(tree, AllOf | Not):
        children = tree.children if isinstance(tree, AllOf) else (tree.child,)
        read = tuple(_by_their_list(child, text, vocabularies) for child in children)
        return tree.model_copy(update={"children": read} if isinstance(tree, AllOf) else {"child": read[0]})
    if not isinstance(tree, AnyOf) or tree.sense not in ("alternatives", "examples") or len(tree.children) != 2:
        return tree
    first, listed = tree.children
    members = listed.children if isinstance(listed, AnyOf) else (listed,)
    if not isinstance(first, Finding) or not all(isinstance(one, Finding) for one in members):
        return tree
    medicines = all(isinstance(one, Finding) and names_medicine(one.name, vocabularies) for one in members)
    if not (medicines and tree.sense == "alternatives") and not _SEVERAL_THINGS.search(first.name):
        return tree
    bracketed = rf"{re.escape(first.name)}\s*\((?!\s*(?:e\.?\s?g|i\.?\s?e|such as|including|incl|for example|like)\b)"
    if len(members) < 2 or not re.search(bracketed, " ".join(text.split()), re.IGNORECASE):
        return tree
    return in_one_time(tree.model_copy(update={"sense": "definition"}))


def _one_name(criterion: Criterion, vocabularies: Vocabularies) -> Expression | None:
    """A criterion that is the name of one concept, though it could be read as two ("migraine with aura")."""
    parts = criterion.tree.children if isinstance(criterion.tree, AllOf) else ()
    if not parts or not all(isinstance(part, Finding) for part in parts):
        return None
    asked = named(" ".join(criterion.text.split()), vocabularies)
    return Finding(name=criterion.text.strip(" .;")) if asked.whole and len(asked.parts) == 1 else None


@lru_cache(maxsize=5000)
def _by_wording(text: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """The tree of a wording in which one thing is said of all members: a disease of either sex, a treatment's parts."""
    if _LISTED.search(text):
        return _of_list(text, kind, vocabularies)
    line = each_contraindicated(_reworded(text), vocabularies)
    if kind == "inclusion":
        line = without_permissions(line)
    if kind == "inclusion" and pattern("forbidden").search(line.casefold()):
        return Unparsed(text=text)
    if (single := _one_demand(line)) is not None:
        return single
    if (limited := for_an_age(line, kind, vocabularies) or where_used(line, kind, vocabularies)) is not None:
        return limited
    if (demanded := denial_then_demand(line, kind, vocabularies)) is not None:
        return demanded
    if (failed := as_failure(line, kind) or without_pregnant(line, kind, vocabularies)) is not None:
        return failed
    if (others := _OTHERS_LISTED.match(line)) is not None:
        listed = parse_criterion(others["list"].replace(",", " or"), vocabularies, kind=kind)
        return AnyOf(children=(parse_criterion(others["what"], vocabularies, kind=kind), listed))
    if (first := _markers_first().match(line)) is not None and re.search("[a-z]{4}", first["rest"]):
        markers = re.split(r"\s?(?:,|/|\band\b|&)\s?", first["markers"].strip(" ,/"))
        rest = parse_criterion(f"{first['before']}{first['rest']}", vocabularies, kind=kind)
        return AllOf(children=(*(Finding(name=marker) for marker in markers if marker), rest))
    if (both := _BOTH_WITH.match(line)) is not None:
        who = parse_criterion(_ANY_MENOPAUSE.sub("", both["who"]), vocabularies, kind=kind)
        return AllOf(children=(who, parse_criterion(both["what"], vocabularies, kind=kind)))
    if kind == "inclusion" and (whole := _WITH_PARTS.match(line)) is not None:
        parts = parse_criterion(f"treatment with {whole['parts']}", vocabularies, kind=kind)
        return AllOf(children=(parse_criterion(whole["whole"], vocabularies, kind=kind), parts))
    return parse_criterion(line, vocabularies, kind=kind) if line != " ".join(text.split()) else None


def _of_list(text: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """The tree of a list, where its wording or what it stands under makes another one of it."""
    if (failed := as_failure(_one_line(text), kind, of_a_list=True)) is not None:
        return failed
    # A list is read by its lines; in one line its members would run into each other.
    reworded = "\n".join(" " * (len(line) - len(line.lstrip())) + _reworded(line) for line in text.split("\n"))
    same = " ".join(reworded.split()) == " ".join(text.split())
    return None if same else parse_criterion(reworded, vocabularies, kind=kind)


def _one_line(text: str) -> str:
    """A list in one line, its members parted by commas."""
    return " ".join(_LISTED.sub(", ", text).replace(":,", ":").split())


def _one_demand(line: str) -> Expression | None:
    """A line that is one demand as it stands: to have got worse under a treatment, an age of onset, a stage."""
    bare = line.strip(" .;")
    if pattern("progression", "asked").match(line.casefold()):
        return Finding(name=line.strip(" ."))
    return as_onset(line) or (_staged(Finding(name=bare)) if _STAGES.fullmatch(bare) else None)


def _reworded(text: str) -> str:
    """A text in one line, in the words that it means."""
    return with_heads(_defined(_OPTIONAL_LETTERS.sub("", _AGAIN.sub(r"\1\2 ", in_full(" ".join(text.split()))))))


def _defined(line: str) -> str:
    """A line in which terms that have a definition are replaced by it."""
    for row in rules()["definitions"]:
        line = re.sub(row["term"], row["means"], line, flags=re.IGNORECASE)
    return line


def _in_parts(tree: Expression) -> Expression:
    if isinstance(tree, AllOf) and (assigned := _assigned(tree)) is not None:
        return assigned
    if isinstance(tree, AllOf | AtLeast):
        return tree.model_copy(update={"children": tuple(map(_in_parts, tree.children))})
    if isinstance(tree, AnyOf):
        children = tuple(map(_in_parts, in_one_unit(in_one_time(tree)).children))
        return tree.model_copy(update={"children": children})
    if isinstance(tree, Not):
        return tree.model_copy(update={"child": _in_parts(map_atoms(tree.child, _not_within))})
    if isinstance(tree, Except):
        return tree.model_copy(update={"child": _in_parts(tree.child), "exceptions": _one_after_another(tree)})
    if isinstance(tree, Finding):
        return _finding_in_parts(tree)
    return _measure_in_parts(tree) if isinstance(tree, MeasuredValue) else tree


def _finding_in_parts(tree: Finding) -> Expression:
    if (without := _without(tree)) is not None:
        return without
    if (received := _RECIPIENT.match(tree.name)) is not None:
        return tree.model_copy(update={"name": received["what"], "codes": ()})
    if (parts := apart(tree)) is not None:
        return _in_parts(parts)
    return _staged(tree) or _signed(tree, _SIGNED) or since_diagnosis(tree) or tree


def _measure_in_parts(tree: MeasuredValue) -> Expression:
    if (result := tested(tree)) is not None:
        return _in_parts(result)
    if tree.test.bounds and all(
        pattern("pack_year_unit").fullmatch(bound.unit.casefold()) for bound in tree.test.bounds
    ):
        # The unit says what is counted, whatever stands before it: "smoking history of 10 pack-years".
        return tree.model_copy(update={"name": "pack years", "windows": ()})
    if (bare := pattern("measured_how").sub("", tree.name.casefold())) and tree.test.bounds:
        return tree if bare == tree.name.casefold() else tree.model_copy(update={"name": bare})
    if tree.test.result in ("positive", "negative"):
        return _signed(tree, _OF_A_MARKER) or tree
    return tree


def _not_within(atom: Atom) -> Atom:
    """ "Free of cancer for 5 years" forbids it within them; nobody asks that it did not last so long."""
    if not isinstance(atom, Finding):
        return atom
    at_least = (None, Comparator.GE, Comparator.GT)
    windows = tuple(
        window.model_copy(update={"kind": "within", "comparator": None})
        if window.kind == "lasting" and window.comparator in at_least
        else window
        for window in atom.windows
    )
    return atom.model_copy(update={"windows": windows})


def _without(atom: Finding) -> Expression | None:
    """ "Seizure-free", "biologic-naive", "KRAS wild-type": a word that asks for the absence of what stands before it."""
    if (unchanged := _WILD_TYPE.match(atom.name)) is not None:
        wild = Not(child=Finding(name=f"{unchanged['gene']} mutation", windows=atom.windows, span=atom.span))
        return _with_disease(wild, f"{unchanged['before']}{unchanged['rest']}", atom)
    if (changed := _CHANGED.match(atom.name)) is not None:
        gene = Finding(name=f"{changed['gene']} {_CHANGES[changed['change'][0]]}", span=atom.span)
        return _with_disease(gene, f"{changed['before']}{changed['rest']}", atom)
    if (free := _FREE.match(atom.name)) is not None:
        return Not(child=_not_within(Finding(name=free["what"] or free["from"], windows=atom.windows, span=atom.span)))
    naive = _NAIVE.match(atom.name)
    if naive is None or atom.windows:
        return None
    return Not(child=Finding(name=naive["what"], windows=(Window(kind="ever"),), span=atom.span))


def _with_disease(marker: Expression, disease: str, atom: Finding) -> Expression:
    """A marker, and the disease that it is asked of where one is named."""
    name = " ".join(disease.split())
    if not name or pattern("staged_only").fullmatch(name.casefold()):
        return marker
    return AllOf(children=(marker, _in_parts(Finding(name=name, windows=atom.windows, span=atom.span))))


def _one_after_another(tree: Except) -> tuple[Expression, ...]:
    """The exceptions of a tree side by side: "other than type 2, except gestational" spares both."""
    found: list[Expression] = []
    for part in tree.exceptions:
        found += [part.child, *_one_after_another(part)] if isinstance(part, Except) else [part]
    return tuple(found)


def _assigned(tree: AllOf) -> Expression | None:
    """ "Assigned female at birth" is one statement, and not that of a sex and of something else."""
    sex = next((part for part in tree.children if isinstance(part, SexIs)), None)
    rest = [part for part in tree.children if part is not sex]
    said = next((part for part in rest if isinstance(part, Finding) and _is_assignment(part)), None)
    if sex is None or said is None:
        return None
    stated = said.model_copy(update={"name": f"assigned {sex.sex} at birth", "windows": ()})
    others = tuple(_in_parts(part) for part in rest if part is not said)
    return AllOf(children=(stated, *others)) if others else stated


def _is_assignment(atom: Finding) -> bool:
    at_birth = any(window.anchor.casefold() == "birth" for window in atom.windows)
    return atom.name.casefold() in ("assigned", "assigned sex", "sex assigned") and at_birth


def _staged(atom: Finding) -> Expression | None:
    """ "Stage IIIB/IV lung cancer" asks for the disease and for one of the stages."""
    found = _STAGES.search(atom.name)
    if found is None:
        return None
    disease = " ".join(f"{atom.name[: found.start()]} {atom.name[found.end() :]}".split())
    numbers = [number.upper() for number in _STAGE_NUMBER.findall(found[1])]
    if not numbers or (len(numbers) == 1 and not disease):
        return None
    stages = tuple(Finding(name=f"stage {number}", span=atom.span) for number in numbers)
    stage: Expression = stages[0] if len(stages) == 1 else AnyOf(children=stages)
    if not disease or pattern("staged_only").fullmatch(disease.casefold()):
        return stage
    return AllOf(children=(_in_parts(atom.model_copy(update={"name": disease, "codes": ()})), stage))


def _signed(atom: Finding | MeasuredValue, form: re.Pattern[str]) -> Expression | None:
    """ "ER+ breast cancer" asks for the receptor and for the disease."""
    found = _marked(form).match(atom.name)
    if found is None:
        return None
    if isinstance(atom, MeasuredValue):
        result = atom.test.result
    else:
        result = (
            "negative" if found["sign"].strip(" -").casefold().startswith("neg") or found["sign"] == "-" else "positive"
        )
    if result not in ("positive", "negative"):
        return None
    names = _markers()[found["marker"].casefold()]
    parts = tuple(MeasuredValue(name=name, test=ValueTest(result=result), span=atom.span) for name in names)
    # Hormone receptors are positive where one of them is, and negative where both are.
    joined: Callable[..., Expression] = AnyOf if result == "positive" else AllOf
    marker: Expression = parts[0] if len(parts) == 1 else joined(children=parts)
    rest = " ".join(f"{found['before']} {found['rest']}".split()).strip(" ,;")
    if not rest or pattern("staged_only").fullmatch(rest.casefold()):
        return marker
    disease = Finding(name=rest, span=atom.span, windows=atom.windows)
    return AllOf(children=(marker, _in_parts(disease)))


@lru_cache(maxsize=1)
def _markers() -> dict[str, tuple[str, ...]]:
    """Every name of a receptor that stands before a disease, with the names under which records hold it."""
    return {str(name).casefold(): tuple(row["holds"]) for row in rules()["receptors"] for name in row["names"]}


@lru_cache(maxsize=1)
def _markers_first() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _markers()), key=len, reverse=True))
    return re.compile(_MARKERS_FIRST.pattern.replace("MARKER", rf"\b(?:{names})"), re.IGNORECASE)


@lru_cache(maxsize=2)
def _marked(form: re.Pattern[str]) -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _markers()), key=len, reverse=True))
    return re.compile(form.pattern.replace("%s", names), re.IGNORECASE)
