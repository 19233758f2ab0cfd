"""Whoever starts one capability does not load the others; the door still shows all of them."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys

import pytest

import osler.guidelines
from osler import casework

_ASKED = """
import json, sys
def loaded():
    names = ("consult", "diagnosis", "grounding", "guidelines", "trials")
    return [name for name in names if f"osler.{name}.run" in sys.modules]
import osler.casework as casework
told = [loaded()]
casework.start_diagnosis
told.append(loaded())
from osler.core.runs import kind_of
from types import SimpleNamespace
told.append([kind_of(SimpleNamespace(capability="screening")).name, loaded()])
print(json.dumps(told))
"""


@pytest.mark.slow
def test_a_capability_is_loaded_when_it_is_first_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=True)
    door, started, compared = json.loads(done.stdout)
    assert door == []
    assert started == ["diagnosis"]
    assert compared == ["screening", ["diagnosis", "trials"]]


def test_all_of_them_are_shown_and_a_module_does_not_hide_the_function_of_its_name() -> None:
    importlib.import_module("osler.guidelines.run")
    assert callable(osler.guidelines.run)
    everything = ["consult", "diagnosis", "grounding", "guidelines", "record", "screening", "trials"]
    assert sorted(casework.capabilities()) == everything
