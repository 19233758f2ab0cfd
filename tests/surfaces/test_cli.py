"""The command line as a person or a script meets it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import osler as package
from osler.surfaces.cli import main
from osler.surfaces.cli.commands import COMMANDS
from tests.surfaces.cli_runner import fresh_osler, osler


def test_version() -> None:
    done = fresh_osler("--version")
    assert done.returncode == 0
    assert done.stdout.strip() == f"osler {package.__version__}"


def test_at_the_end_nothing_is_looked_through_for_garbage() -> None:
    code = (
        "import atexit, gc, sys; atexit.register(lambda: print(len(gc.get_objects()), gc.get_freeze_count()))\n"
        "from osler.surfaces.cli import main; sys.argv = ['osler', '--version']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    left, spared = map(int, done.stdout.splitlines()[-1].split())
    assert left < spared / 100


def test_help_lists_every_command_in_its_group_and_says_what_osler_is_not() -> None:
    done = fresh_osler("--help")
    assert done.returncode == 0
    for entry in COMMANDS:
        assert re.search(rf"\b{entry.name}\b", done.stdout)
        assert entry.panel in done.stdout
    assert "not medical advice" in " ".join(done.stdout.split())


def test_every_command_in_the_table_exists_and_has_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for entry in COMMANDS:
        monkeypatch.setattr(sys, "argv", ["osler", entry.name, "--help"])
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code, (entry.name, capsys.readouterr().err)


def test_listing_commands_imports_none_of_them() -> None:
    code = (
        "import sys; sys.argv = ['osler', '--help']\n"
        "from osler.surfaces.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic_ai', 'psycopg', 'fhir', 'google', 'pydantic_settings'} & set(sys.modules)\n"
        "print('heavy:', sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("heavy: []")


def test_an_unknown_command_is_a_usage_error() -> None:
    done = osler("diagonse")
    assert done.returncode == 2
    assert "diagonse" in done.stderr


def test_an_error_has_a_code_a_mend_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "osler.toml").write_text("[models.fast]\nmodel = 'gpt'\n")
    done = osler("config", "show", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error[config]:")
    assert "mend:" in done.stderr
    assert "Traceback" not in done.stderr
    debugged = osler("--debug", "config", "show", cwd=tmp_path)
    assert "Traceback" in debugged.stderr


def test_an_error_with_json_is_one_json_document(tmp_path: Path) -> None:
    done = osler("config", "show", "--file", "absent.toml", "--json", cwd=tmp_path)
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert (document["results"], document["error"]["code"]) == ([], "config")


def test_config_show_is_json_and_masks_secrets(tmp_path: Path) -> None:
    done = osler("config", "show", "--json", cwd=tmp_path, env={"ANTHROPIC_API_KEY": "sk-very-secret"})
    assert done.returncode == 0
    shown = json.loads(done.stdout)["settings"]
    assert shown["models.fast.model"] == {"value": None, "from": "default"}
    assert shown["models.anthropic_api_key"]["from"] == "environment"
    assert "sk-very-secret" not in done.stdout + done.stderr


def test_an_unknown_suite_lists_the_suites() -> None:
    done = osler("bench", "no-such-suite", "--json", "-")
    assert done.returncode == 2
    assert "choose one of" in done.stderr


def test_bench_list_describes_every_suite() -> None:
    done = osler("bench", "list", "--json", "-")
    assert done.returncode == 0
    suites = json.loads(done.stdout)
    assert suites
    assert all(suite["summary"] and suite["data_format"] for suite in suites)


def test_missing_data_is_a_clear_error(tmp_path: Path) -> None:
    done = osler("bench", "negation", "--data", str(tmp_path / "none.tsv"), "--json", "-")
    assert done.returncode == 2
    assert "there is no data at" in done.stderr
