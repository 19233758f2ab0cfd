"""Messages that go on from the last turn, each made to stand by itself."""
