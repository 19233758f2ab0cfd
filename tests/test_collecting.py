"""The collector of cycles is set back as it was, also where the work failed."""

from __future__ import annotations

import gc

import pytest

from osler.collecting import nothing_collected


def _work() -> None:
    with nothing_collected():
        assert not gc.isenabled()
        raise ValueError("broken")


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_set_back_as_it_was(enabled: bool) -> None:
    was = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with pytest.raises(ValueError, match="broken"):
            _work()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()
