# What type checkers see of `osler`: the functions at home in casework, which __init__.py imports when they are used.
# A stub, because an import there, were it only for types, would make every package depend on casework.
from osler.casework import ask as ask
from osler.casework import diagnose as diagnose
from osler.casework import ground as ground
from osler.casework import match as match
from osler.casework import read as read
from osler.casework import read_all as read_all
from osler.errors import OslerError as OslerError

__version__: str
