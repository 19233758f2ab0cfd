"""Calling services outside this process: retries, circuit breakers, rate limits, and what counts as this machine."""

from osler.core.outside.breaker import CircuitBreaker
from osler.core.outside.clock import Clock, SystemClock
from osler.core.outside.extras import extra
from osler.core.outside.http import (
    TRANSIENT_STATUSES,
    is_loopback,
    lost_connection,
    raise_for_failure,
    retry_after_seconds,
    trusted_certificates,
)
from osler.core.outside.rate import RateLimit
from osler.core.outside.retry import RetryPolicy, TransientFailure
from osler.core.outside.service import OutsideService, outside_service
from osler.core.outside.slots import Slots, process_slots

__all__ = [
    "TRANSIENT_STATUSES",
    "CircuitBreaker",
    "Clock",
    "OutsideService",
    "RateLimit",
    "RetryPolicy",
    "Slots",
    "SystemClock",
    "TransientFailure",
    "extra",
    "is_loopback",
    "lost_connection",
    "outside_service",
    "process_slots",
    "raise_for_failure",
    "retry_after_seconds",
    "trusted_certificates",
]
