"""What a message asks, told from examples of what people say where no rule reads it."""

from osler.consult.meant.choosing import in_plain_words, question_in_plain_words

__all__ = ["in_plain_words", "question_in_plain_words"]
