"""What waits for a human and what humans decided, whatever it is: codes, verdicts, facts, differentials."""

from osler.core.review.queue import ReviewQueue, open_review_queue
from osler.core.review.types import Decision, NewItem, ReviewItem, ReviewStatus, Verdict

__all__ = ["Decision", "NewItem", "ReviewItem", "ReviewQueue", "ReviewStatus", "Verdict", "open_review_queue"]
