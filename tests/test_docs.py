"""The documents cannot drift: their commands run, their code runs, what they list exists."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from osler.config import Settings
from osler.surfaces.cli.commands import COMMANDS
from tests.conftest import REPO
from tests.surfaces.cli_runner import osler

README = (REPO / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def _commands(program: str) -> list[str]:
    lines = [line.removeprefix("$ ") for block in _blocks("console") for line in block.splitlines()]
    return [line.partition("#")[0].strip() for line in lines if line.startswith(f"{program} ")]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples in it, so that what a command writes does not land in the repository."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(REPO / "examples", folder / "examples")
    return folder


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_commands_of_the_readme_run_as_a_reader_types_them(copy: Path) -> None:
    """One after the other in one home: some need what an earlier one brought."""
    for command in _commands("osler"):
        done = osler(*shlex.split(command)[1:], cwd=copy, env={"OSLER_HOME": str(copy / "home")})
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout.strip(), command


@pytest.mark.parametrize("command", _commands("make"))
def test_a_make_command_of_the_readme_exists(command: str) -> None:
    done = subprocess.run(
        ["make", "-n", *shlex.split(command)[1:]], cwd=REPO, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_test_command_of_the_readme_is_what_ci_runs() -> None:
    assert "make test" in _commands("make")
    assert re.search(r"^make test$", (REPO / ".ci" / "run").read_text(), re.MULTILINE)


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in _blocks("python"):
        exec(compile(block, "README.md", "exec"), {})
    assert "OMIM:" in capsys.readouterr().out


def test_the_settings_of_the_readme_are_valid() -> None:
    for block in _blocks("toml"):
        Settings.model_validate(tomllib.loads(block))


def test_the_readme_names_every_capability_and_no_command_that_does_not_exist() -> None:
    known = {entry.name for entry in COMMANDS}
    named = set(re.findall(r"`osler (\w+)", README)) | {shlex.split(line)[1] for line in _commands("osler")}
    assert named <= known
    assert {entry.name for entry in COMMANDS if entry.panel == "Clinical agents"} - {"demo"} <= named


def test_the_architecture_lists_every_package_of_core() -> None:
    page = (REPO / "ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = {path.name for path in (REPO / "src" / "osler" / "core").iterdir() if (path / "__init__.py").is_file()}
    listed = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert packages == listed


def test_every_bundled_data_file_is_attributed() -> None:
    notice = (REPO / "NOTICE").read_text(encoding="utf-8")
    for name in ("Human Phenotype Ontology", "MONDO", "SNOMED", "ICD-10-CM", "drug"):
        assert name.casefold() in notice.casefold()


def test_no_document_or_lock_names_a_package_index() -> None:
    for path in [
        *REPO.glob("*.md"),
        *(REPO / "requirements").glob("*.txt"),
        REPO / "Makefile",
        REPO / "pyproject.toml",
    ]:
        assert not re.search(r"https?://[^\s)]*(?:pypi|pythonhosted|npmjs)", path.read_text(encoding="utf-8")), path


def test_the_result_in_the_readme_is_the_demos() -> None:
    """Diseases and findings by name and in order, and their numbers nearly: a figure may move by a point unnoticed, not by five."""
    shown = next(block for block in _blocks("text") if "Differential" in block)
    ranked = re.findall(r"^\d  (.+?) +[█░]+ (\d+) %", shown, re.MULTILINE)
    weighed = re.findall(r"^(\S.+?) +\+(\d\.\d\d)  █", shown, re.MULTILINE)
    assert ranked
    assert weighed
    (output,) = json.loads(osler("demo", "--json").stdout)["results"]
    for (name, percent), entry in zip(ranked, output["differential"], strict=False):
        assert name.split(" OMIM")[0] in (entry["family"] or entry["disease"], entry["disease"]) or entry[
            "disease"
        ].startswith(name)
        assert abs(int(percent) - 100 * entry["probability"]) < 5, name
    contributed = {
        item["label"]: item["log_likelihood_ratio"] for item in output["disease_candidates"][0]["contributions"]
    }
    for name, ratio in weighed:
        assert abs(float(ratio) - contributed[name]) < 0.3, name
