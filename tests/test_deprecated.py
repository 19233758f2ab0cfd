"""Names of the version before still work, and say what they are called now."""

from __future__ import annotations

import pytest

import osler.core.criteria as criteria
import osler.diagnosis as diagnosis


@pytest.mark.parametrize(
    ("module", "old", "new"), [(diagnosis, "Case", "DiagnosisInput"), (criteria, "Measure", "MeasuredValue")]
)
def test_an_old_name_warns_and_gives_the_new_thing(module: object, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=new):
        assert getattr(module, old) is getattr(module, new)


def test_a_name_that_never_was_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Cases"):
        _ = diagnosis.Cases
