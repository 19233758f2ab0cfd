"""Build the list of words that are no slips of the pen, for the red-flag rules' tolerance of spelling.

Sources: SCOWL, size 50, as packaged in Debian's `wamerican-small` 2020.12.07-2 (© 2000-2020 Kevin Atkinson and others,
free use with its notice), and the words of the bundled vocabularies. Only plain words of four letters and more are kept.

Usage: python scripts/build_words.py /usr/share/dict/american-english-small
"""

from __future__ import annotations

import lzma
import re
import sys
from pathlib import Path

from osler.core.terminology.names.bundle import entries

TARGET = Path("src/osler/core/safety/words.txt.xz")
_WORD = re.compile(r"[a-z]{4,}")
_VOCABULARIES = {"HPO", "MONDO", "SNOMEDCT", "ICD10CM"}


def main(dictionary: Path) -> None:
    """Write the list."""
    english = {word for line in dictionary.read_text(encoding="utf-8").splitlines() for word in _words(line)}
    clinical = {
        word
        for entry in entries()
        if entry.vocabulary in _VOCABULARIES
        for name, _ in entry.names()
        for word in _words(name)
    }
    text = "\n".join(sorted(english | clinical)) + "\n"
    TARGET.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(english)} ordinary and {len(clinical - english)} more clinical words")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
