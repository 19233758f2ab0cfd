"""What `plan*` stands for: the forms of a word, and no other word that begins with the same letters.

A beginning that is no word ("pregnan", "anaphyla") stands for every word that begins so.
"""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.safety.folding import listed
from osler.core.safety.spelling import known_words

_ENDING = re.compile(
    r"(?:e?s|e?d|e?n|ned|ning|e|l|c|ings?|e?rs?|est|y|i(?:er|est|ly|ness|es|ed)|ly|ness(?:es)?|less(?:ness|ly)?|ful(?:ly|ness)?"
    r"|en(?:s|ed|ing|ness)|[ai]?[st]?ions?|ations?|ative|able|ables|ments?|[ae]nces?|[ae]nt|ures?|ages?"
    r"|all?y?|als|ar|ic(?:al|ally)?|ish|ive(?:ly)?|ors?|ity|ities|ying|ary|i?ous(?:ly|ness)?|us|um|ae|ia|ian"
    r"|[ai]te[ds]?|i[sz](?:e[ds]?|ing|ations?)|isms?|oid|ectomy|ectomies|itis|osis|otic|odic|(?:m?a)?t(?:ic|ous))"
)


@lru_cache(maxsize=8192)
def begins_so(word: str, beginnings: tuple[str, ...]) -> bool:
    """Whether a word is a form of one of the beginnings."""
    return any(word.startswith(one) and _is_form(word, one) for one in beginnings)


def _is_form(word: str, beginning: str) -> bool:
    ending = word[len(beginning) :]
    if not ending or beginning not in known_words():
        return True
    if word in listed("other_words"):
        return False
    # "stopped", "tonsillitis": the last letter is doubled before an ending.
    return bool(_ENDING.fullmatch(ending) or (ending[0] == beginning[-1] and _ENDING.fullmatch(ending[1:])))
