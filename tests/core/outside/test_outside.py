"""Retries, breakers and rates, on a clock that nobody waits for."""

from __future__ import annotations

import asyncio
import random
import threading
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.outside import (
    CircuitBreaker,
    OutsideService,
    RateLimit,
    RetryPolicy,
    Slots,
    TransientFailure,
    is_loopback,
    lost_connection,
    outside_service,
    process_slots,
    raise_for_failure,
    retry_after_seconds,
)
from osler.errors import CircuitOpen, KeyRefused, ServiceError
from tests.core.outside.fake_clock import FakeClock


class Flaky:
    """Fails in the given ways, then answers."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"


def service(clock: FakeClock, **options: Any) -> OutsideService:
    return OutsideService("thing", clock=clock, **options)


class TestRetries:
    async def test_a_transient_failure_is_asked_again(self) -> None:
        clock, flaky = FakeClock(), Flaky(TransientFailure("busy"), TransientFailure("busy"))
        assert await service(clock).call(flaky) == "answer"
        assert flaky.calls == 3
        assert len(clock.slept) == 2

    async def test_retry_after_goes_before_backoff(self) -> None:
        clock = FakeClock()
        await service(clock).call(Flaky(TransientFailure("busy", retry_after=12.5)))
        assert clock.slept == [12.5]

    async def test_a_wait_that_is_too_long_is_not_taken(self) -> None:
        clock, flaky = FakeClock(), Flaky(TransientFailure("busy", retry_after=3600))
        with pytest.raises(ServiceError, match=r"unavailable: busy \(mend"):
            await service(clock).call(flaky)
        assert clock.slept == []

    async def test_patience_ends(self) -> None:
        clock, flaky = FakeClock(), Flaky(*(TransientFailure("down") for _ in range(9)))
        with pytest.raises(ServiceError):
            await service(clock, retry=RetryPolicy(retries=2)).call(flaky)
        assert flaky.calls == 3

    async def test_what_will_not_pass_is_not_asked_again(self) -> None:
        clock, flaky = FakeClock(), Flaky(ServiceError("no such thing"))
        with pytest.raises(ServiceError, match="no such thing"):
            await service(clock).call(flaky)
        assert flaky.calls == 1

    @given(st.integers(0, 20), st.integers())
    def test_waits_grow_jittered_and_bounded(self, attempt: int, seed: int) -> None:
        policy = RetryPolicy(retries=21, first_wait=0.5, longest_wait=10)
        wait = policy.wait(attempt, None, random.Random(seed))
        ceiling = min(0.5 * 2**attempt, 10)
        assert wait is not None
        assert ceiling / 2 <= wait <= ceiling


class TestBreaker:
    async def test_opens_rests_tries_once_and_closes(self) -> None:
        clock = FakeClock()
        thing = service(clock, retry=RetryPolicy(retries=0), breaker=CircuitBreaker("thing", 2, 30.0, clock))
        for _ in range(2):
            with pytest.raises(ServiceError):
                await thing.call(Flaky(TransientFailure("down")))
        untouched = Flaky()
        with pytest.raises(CircuitOpen):
            await thing.call(untouched)
        assert untouched.calls == 0

        clock.now += 30
        with pytest.raises(ServiceError):
            await thing.call(Flaky(TransientFailure("still down")))
        with pytest.raises(CircuitOpen):
            await thing.call(untouched)

        clock.now += 30
        assert await thing.call(Flaky()) == "answer"
        assert await thing.call(Flaky()) == "answer"

    async def test_only_one_call_tries_a_resting_service(self) -> None:
        clock = FakeClock()
        breaker = CircuitBreaker("thing", 1, 30.0, clock)
        breaker.enter()
        breaker.failed()
        clock.now += 30
        breaker.enter()
        with pytest.raises(CircuitOpen):
            breaker.enter()

    async def test_a_cancelled_trial_judges_nothing(self) -> None:
        clock = FakeClock()
        thing = service(clock, breaker=CircuitBreaker("thing", 1, 30.0, clock), retry=RetryPolicy(retries=0))
        with pytest.raises(ServiceError):
            await thing.call(Flaky(TransientFailure("down")))
        clock.now += 30

        async def cancelled() -> str:
            raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await thing.call(cancelled)
        assert await thing.call(Flaky()) == "answer"

    async def test_a_refusal_is_an_answer(self) -> None:
        clock = FakeClock()
        thing = service(clock, breaker=CircuitBreaker("thing", 2, 30.0, clock))
        for _ in range(5):
            with pytest.raises(ServiceError, match="refused"):
                await thing.call(Flaky(ServiceError("refused")))

    def test_one_service_a_name(self) -> None:
        assert outside_service("a service of this test") is outside_service("a service of this test")


async def test_rate_spaces_calls() -> None:
    clock = FakeClock()
    rate = RateLimit(2.0, clock)
    moments = []
    for _ in range(4):
        await rate.wait()
        moments.append(clock.now)
    assert moments == [1000.0, 1000.5, 1001.0, 1001.5]


def test_slots_work_on_one_event_loop_after_another() -> None:
    slots = Slots(1)

    async def both() -> list[str]:
        order: list[str] = []

        async def one(name: str) -> None:
            async with slots.hold():
                order.append(f"{name} in")
                await asyncio.sleep(0)
                order.append(f"{name} out")

        await asyncio.gather(one("a"), one("b"))
        return order

    for _ in range(2):
        assert asyncio.run(both()) == ["a in", "a out", "b in", "b out"]


def test_slots_are_counted_over_event_loops_in_several_threads() -> None:
    slots, lock = Slots(2), threading.Lock()
    holding, most = 0, 0

    async def one() -> None:
        nonlocal holding, most
        async with slots.hold():
            with lock:
                holding += 1
                most = max(most, holding)
            for _ in range(5):
                await asyncio.sleep(0)
            with lock:
                holding -= 1

    async def several() -> None:
        await asyncio.gather(*(one() for _ in range(10)))

    threads = [threading.Thread(target=lambda: asyncio.run(several())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    assert (holding, most) == (0, 2)


async def test_a_slot_is_not_lost_with_one_who_gave_up_waiting() -> None:
    slots = Slots(1)
    async with slots.hold():
        waiting = [asyncio.create_task(slots.hold().__aenter__()) for _ in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.gather(waiting[0], return_exceptions=True)
    await asyncio.wait_for(waiting[1], 60)


async def test_a_slot_that_was_given_to_one_who_gave_up_goes_on() -> None:
    slots = Slots(1)
    first = slots.hold()
    await first.__aenter__()
    waiting = asyncio.create_task(slots.hold().__aenter__())
    await asyncio.sleep(0)
    await first.__aexit__(None, None, None)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(60), slots.hold():
        pass


def test_the_slots_of_a_name_are_the_processes() -> None:
    assert process_slots("a test", 3) is process_slots("a test", 5)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:11434/v1",
        "http://127.0.0.1",
        "https://127.8.9.1:80/x",
        "http://[::1]:8000",
        "http://a.localhost",
    ],
)
def test_loopback(url: str) -> None:
    assert is_loopback(url)


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "localhost",
        "evillocalhost",
        "http://evillocalhost",
        "http://evillocalhost:8000/v1",
        "http://evil-localhost",
        "https://api.anthropic.com",
        "http://localhost@example.org",
        "http://127.0.0.1.example.org",
        "http://localhost.example.org",
        "http://10.0.0.1",
        "http://0.0.0.0:8000",
        "http://2130706433",
        "http://[::ffff:8.8.8.8]",
        "http://[broken",
    ],
)
def test_not_loopback(url: str | None) -> None:
    assert not is_loopback(url)


def test_retry_after_forms() -> None:
    now = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert retry_after_seconds({"Retry-After": "7"}) == 7
    assert retry_after_seconds({"retry-after": "Tue, 01 Jan 2030 12:00:30 GMT"}, now=now) == 30
    assert retry_after_seconds({"retry-after": "Tue, 01 Jan 2030 11:00:00 GMT"}, now=now) == 0
    assert retry_after_seconds({"retry-after": "soon"}) is None
    assert retry_after_seconds({}) is None


def test_what_a_status_means() -> None:
    raise_for_failure("thing", 200, {})
    with pytest.raises(TransientFailure) as busy:
        raise_for_failure("thing", 429, {"Retry-After": "3"})
    assert busy.value.retry_after == 3
    with pytest.raises(ServiceError, match="credentials"):
        raise_for_failure("thing", 401, {})
    with pytest.raises(ServiceError, match="HTTP 404"):
        raise_for_failure("thing", 404, {})


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (httpx.ConnectError("x"), "service", "no connection to it could be made"),
        (httpx.ReadTimeout("x"), "service.timed_out", "did not answer in time"),
        (TimeoutError(), "service.timed_out", "did not answer in time"),
        (httpx.RemoteProtocolError("x"), "service", "broke off"),
        (httpx.ReadError("x"), "service", "was lost"),
        (BrokenPipeError(), "service", "was lost"),
    ],
)
def test_a_lost_connection_is_told_without_the_name_of_an_exception(error: Exception, code: str, said: str) -> None:
    failure = lost_connection(error)
    assert failure.becomes.code == code
    assert said in failure.reason
    assert type(error).__name__ not in failure.reason


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_a_service_refuses_has_a_name(status: int) -> None:
    with pytest.raises(KeyRefused, match="refused the credentials"):
        raise_for_failure("a service", status, {})
