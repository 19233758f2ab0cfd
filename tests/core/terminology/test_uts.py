"""The UTS back end against a server that answers like UTS, and fails like it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from osler.config import Settings
from osler.core.outside import CircuitBreaker, OutsideService, RetryPolicy
from osler.core.terminology.search import Query
from osler.core.terminology.sources.uts import UtsSource
from osler.errors import CircuitOpen, ConfigError, PrivacyBlocked, ServiceError
from tests.core.outside.fake_clock import FakeClock
from tests.servers.http import Answer, Hang, HangUp
from tests.servers.uts import KEY, UtsServer


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("OSLER_CACHE", str(folder))
    return folder


def kept_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def service(clock: FakeClock, retries: int = 3, threshold: int = 5) -> OutsideService:
    breaker = CircuitBreaker("UTS", threshold=threshold, clock=clock)
    return OutsideService("UTS", retry=RetryPolicy(retries=retries), per_second=20, breaker=breaker, clock=clock)


async def test_search_gives_cui_and_snomed_code() -> None:
    async with UtsServer() as server:
        source = UtsSource(server.settings())
        for term, codes in {
            "Acetaminophen": ("C0000970", "387517004"),
            "osteoarthritis": ("C0029408", "396275006"),
            "Heparin": ("C0019134", "372877000"),
        }.items():
            best = (await source.search(Query(term)))[0]
            assert (best.concept.cui, best.concept.snomed_code) == codes
        await source.aclose()


async def test_words_are_searched_when_no_name_is_the_term() -> None:
    async with UtsServer() as server:
        source = UtsSource(server.settings())
        (found,) = await source.search(Query("blood pressure"))
        await source.aclose()
    assert (found.concept.id, found.ground) == ("UMLS:C0020538", "overlap")
    assert found.score < 0.9


async def test_answers_are_kept_and_not_asked_again(cache: Path) -> None:
    async with UtsServer() as server:
        for _ in range(2):
            source = UtsSource(server.settings())
            await source.search(Query("osteoarthritis"))
            await source.concept("UMLS:C7777777")
            await source.aclose()
            asked = len(server.received)
        assert asked == 4, "search, concept, atoms and the unknown CUI, each once"
    kept = kept_in(cache)
    assert len(kept) == 4
    assert all(file.stat().st_mode & 0o077 == 0 for file in kept)


async def test_damaged_kept_answer_is_asked_again(cache: Path) -> None:
    async with UtsServer() as server:
        source = UtsSource(server.settings())
        await source.concept("UMLS:C0000970")
        for file in kept_in(cache):
            file.write_text("{broken", encoding="utf-8")
        again = await source.concept("UMLS:C0000970")
        await source.aclose()
    assert again is not None
    assert again.name == "Acetaminophen"


async def test_retry_after_is_respected() -> None:
    clock = FakeClock()
    async with UtsServer(Answer(429, {}, {"Retry-After": "7"})) as server:
        source = UtsSource(server.settings(), service=service(clock))
        assert await source.concept("UMLS:C0000970") is not None
        await source.aclose()
    assert 7.0 in clock.slept


@pytest.mark.parametrize("failure", [Answer(500, {}), Answer(503, {}), HangUp()])
async def test_passing_failures_are_asked_again(failure: Answer | HangUp) -> None:
    async with UtsServer(failure, failure) as server:
        source = UtsSource(server.settings(), service=service(FakeClock()))
        assert await source.concept("UMLS:C0000970") is not None
        await source.aclose()


async def test_slow_service_is_unavailable_not_waited_for() -> None:
    async with UtsServer(Hang(), Hang()) as server:
        source = UtsSource(server.settings(), service=service(FakeClock(), retries=1), timeout=0.05)
        with pytest.raises(ServiceError, match="did not answer in time"):
            await source.search(Query("heparin"))
        await source.aclose()


async def test_service_that_keeps_failing_is_left_alone() -> None:
    async with UtsServer(*[Answer(500, {})] * 50) as server:
        source = UtsSource(server.settings(), service=service(FakeClock(), retries=1, threshold=4))
        for _ in range(2):
            with pytest.raises(ServiceError):
                await source.search(Query("heparin"))
        asked = len(server.received)
        with pytest.raises(CircuitOpen):
            await source.search(Query("heparin"))
        await source.aclose()
        assert len(server.received) == asked == 4


async def test_calls_are_spaced() -> None:
    clock = FakeClock()
    async with UtsServer() as server:
        source = UtsSource(server.settings(), service=service(clock))
        await source.search(Query("heparin"))
        await source.aclose()
    assert sum(clock.slept) == pytest.approx(0.05 * 2)


async def test_wrong_key_is_said_and_not_shown() -> None:
    async with UtsServer() as server:
        source = UtsSource(server.settings(key="wrong-secret-key"))
        with pytest.raises(ServiceError, match="refused the credentials") as caught:
            await source.search(Query("heparin"))
        await source.aclose()
        assert len(server.received) == 1, "a refusal is not retried"
    assert "wrong-secret-key" not in str(caught.value) + caught.value.mend


async def test_key_is_in_no_log_file_or_error(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with UtsServer(HangUp(), Answer(500, {})) as server:
        source = UtsSource(server.settings(), service=service(FakeClock()))
        await source.search(Query("heparin"))
        await source.aclose()
        assert any(KEY in request.path for request in server.received)
    assert KEY not in caplog.text
    assert all(KEY not in file.read_text(encoding="utf-8") + file.name for file in kept_in(cache))
    assert KEY not in repr(source.__dict__)


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'"x"'])
async def test_answer_in_another_form_is_an_error(body: bytes) -> None:
    async with UtsServer(Answer(body=body)) as server:
        source = UtsSource(server.settings())
        with pytest.raises(ServiceError, match="unknown form"):
            await source.search(Query("heparin"))
        await source.aclose()


def test_uts_elsewhere_needs_permission() -> None:
    settings = Settings.model_validate({"terminology": {"uts_api_key": KEY}})
    with pytest.raises(PrivacyBlocked):
        UtsSource(settings)
    UtsSource(settings.model_copy(update={"privacy": settings.privacy.model_copy(update={"allow_hosted": True})}))


def test_no_key_no_source() -> None:
    with pytest.raises(ConfigError, match="UTS key"):
        UtsSource(Settings())
