"""What takes back what a sentence seems to say: a ban that is not repeated as a ban, and words that distance it from its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

_LIMITED = re.compile(
    r"\b(?:only|routinely|unless|except|without|restrict\w*|limited|reserved|solely|confined)\b", re.IGNORECASE
)


def distance_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Whoever cites a ban has to repeat it; "rarely", "no longer" and "it is a myth that" are said only where the source says them."""
    head = basis[0]
    table = lexicon()
    # Of several clauses one may ban, and another allow or only state.
    mixed = any(read_statement(part, vocabularies).stance != "against" for part in head.text.split(";") if part.strip())
    banned = head.stance == "against" and not (mixed or row_of(head.text)) and len(basis) == 1
    if banned and said.stance == "none" and not table.barring.search(said.text):
        yield "negation", "the sentence does not speak against what its source speaks against"
    there = " ".join([*(one.text for one in basis), context])
    words = {stem for one in basis for stem in stems(one.text)}
    for name, pattern in table.distancing.items():
        found = pattern.search(said.text)
        limited = name == "scope" and _LIMITED.search(there)
        # "Best avoided" is said of what is to be avoided, and of nothing that is barred outright.
        avoided = found and found.group().casefold().endswith("avoided") and "avoid" in words
        vouched = found and all(stands(one, words) for one in stems(found.group()))
        if found and not (pattern.search(there) or limited or avoided or vouched):
            kind: FaultKind = "strength" if name == "degree" else "negation"
            yield kind, f"the cited passages do not say {found.group()!r}"
            return
