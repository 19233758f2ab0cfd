"""An imported vocabulary is found in notes, in the hierarchy and by id, like the bundled ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.terminology import Vocabularies, hierarchy, local_hierarchy, vocabulary
from osler.core.terminology.imports import import_vocabulary
from tests.core.terminology.releases import write_rf2

NEW, OSTEOARTHRITIS = "SCTID:33333333", "SCTID:396275006"


@pytest.mark.slow  # the whole vocabulary is put together with the new one
def test_an_imported_release_is_found_in_notes_and_below_what_it_is(tmp_path: Path) -> None:
    note = "She has zorbitic knee wear and asthma."
    assert not [match for match in vocabulary().find(note) if NEW in match.concept_ids]
    import_vocabulary(write_rf2(tmp_path), name="snomed")
    found = [match for match in vocabulary().find(note) if NEW in match.concept_ids]
    assert [note[match.start : match.end] for match in found] == ["zorbitic knee wear"]
    assert any("HP:0002099" in match.concept_ids for match in vocabulary().find(note))
    concept = vocabulary().concept(NEW)
    assert concept is not None
    assert concept.name == "Zorbitic knee wear"
    assert local_hierarchy().is_a(NEW, OSTEOARTHRITIS)
    assert local_hierarchy().parents(NEW) == {OSTEOARTHRITIS}
    assert local_hierarchy().is_a(NEW, "MONDO:0005178")
    assert NEW not in hierarchy()
    # Whoever reads is given the imported relations with the bundled ones.
    assert Vocabularies().hierarchy.is_a(NEW, OSTEOARTHRITIS)
