"""A disease that is asked about by a name."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import disease_id_of
from osler.errors import UsageError


def test_two_entries_of_one_disease_are_no_choice() -> None:
    assert disease_id_of("Fabry", bundled_vocabularies()) == "OMIM:301500"


def test_a_name_of_several_diseases_is_asked_back() -> None:
    with pytest.raises(UsageError) as caught:
        disease_id_of("Marfan", bundled_vocabularies())
    assert "OMIM:154700" in str(caught.value.mend)
