"""The words for whole numbers: up to nineteen, and the tens from twenty on."""

ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_OF_WORD = {word: number for number, word in enumerate(ONES, 1)} | {
    word: 10 * number for number, word in enumerate(TENS, 2)
}
