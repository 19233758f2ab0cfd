"""Other languages, dates that are none, an extra that is not there, and words that a line of a PDF parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.language import foreign_language
from osler.core.library import Filters, Library, SearchOptions
from osler.errors import ConfigError, UsageError
from tests.core.library import files


@pytest.mark.parametrize(
    ("question", "foreign"),
    [
        ("Quelle dose de metformine ?", True),
        ("Welches Antibiotikum bei leichter Lungenentzündung?", True),
        ("Metformin dose?", False),
        ("Which drug for Quelle disease?", False),
    ],
)
def test_a_word_that_asks_tells_the_language(question: str, foreign: bool) -> None:
    assert foreign_language(question) is foreign


def test_a_date_that_is_none_is_refused(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    library.add(files.markdown(tmp_path))
    with pytest.raises(UsageError, match="no date"):
        library.search("dose", SearchOptions(filters=Filters(since="20x")))
    assert library.search("dose", SearchOptions(filters=Filters(since="2001"))) is not None


def test_nothing_is_called_embedded_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("osler.core.library.library.can_embed", lambda: False)
    with pytest.raises(ConfigError):
        Library(tmp_path / "library").embed()
