"""Sartor's MPI for Python: the library, the command that starts ranks, and a plugin of pytest."""

from importlib import metadata
from pathlib import Path


def installed_file(name):
    """The path of a file of this package below the prefix, "bin/sartor" for example."""
    for file in metadata.files("sartor") or ():
        if file.name == Path(name).name and (path := Path(file.locate()).resolve()).match(name):
            return str(path)
    raise FileNotFoundError(f"{name} is missing in the package sartor: install it again")


def command():
    """The path of the command `sartor`."""
    return installed_file("bin/sartor")


def library():
    """The path of the MPI library, which has the ABI of MPI 5.0."""
    return installed_file("lib/libmpi_abi.so.1")
