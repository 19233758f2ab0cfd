"""Outside services: retry, circuit breaker, rate limit, and what counts as this machine."""
