"""No patient text in logs by default."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from osler.core.privacy import Deidentifier, configure_logging, logs
from osler.core.runs import RunStore, Usage, open_run
from osler.errors import DataError
from tests.leaks import NOTE, assert_no_leak, everything_logged, leaked_words


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in logs._TALKATIVE}
    level = root.level
    yield
    for handler in [handler for handler in root.handlers if handler.get_name() == "osler"]:
        root.removeHandler(handler)
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def test_texts_and_error_messages_stay_out_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("debug")
    logger = logging.getLogger("osler.test")
    logger.warning("read %s of %d pages", NOTE, 3)
    logger.warning("read %(text)s", {"text": NOTE})
    try:
        raise ValueError(NOTE)
    except ValueError as error:
        logger.exception("could not read")
        logger.error("failed: %s", error)
    logging.getLogger("httpx").info("request %s", "Zebrowitz")
    written = capsys.readouterr().err
    assert_no_leak(written)
    assert "of 3 pages" in written
    assert "ValueError" in written
    assert "test_logs.py" in written


def test_patient_text_is_logged_where_the_configuration_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", log_patient_text=True)
    logging.getLogger("osler.test").info("read %s", NOTE)
    assert "zebrowitz" in leaked_words(capsys.readouterr().err)


def test_a_second_configuration_replaces_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging()
    configure_logging()
    logging.getLogger("osler.test").warning("once")
    assert capsys.readouterr().err.count("once") == 1


def test_the_search_for_leaks_finds_one() -> None:
    assert leaked_words("an error about Zebrowitz, born 03/14/1961") == {"zebrowitz", "03/14/1961"}
    with pytest.raises(AssertionError, match="zebrowitz"):
        assert_no_leak("Zebrowitz")


def test_a_complete_run_logs_no_word_of_the_note(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = RunStore(f"sqlite:///{tmp_path_factory.mktemp('runs') / 'runs.db'}")
    gate = Deidentifier()

    def analysis() -> None:
        with open_run("diagnosis", {"free_text": NOTE}, store=store) as run:
            run.event("deidentify", "deidentified", counts=gate.counts)
            run.exchange("reading", prompt=gate.scrub(NOTE), reply=NOTE)
            run.usage("reading", Usage(requests=1))
            raise DataError("the note has no age", mend="give the age")

    with everything_logged() as lines:
        with pytest.raises(DataError):
            analysis()
        found = store.get("last")
        # A broken store is the moment when a database error would show the row it could not write.
        store.delete([found.run_id])
        with open_run("diagnosis", {"free_text": NOTE}, store=store) as run:
            store.delete([run.run_id])
            run.exchange("reading", prompt=NOTE)
    assert any("goes on without its record" in line for line in lines)
    assert_no_leak("\n".join(lines))
    assert_no_leak(str([event.model_dump() for event in found.events]) + str(found.error))
