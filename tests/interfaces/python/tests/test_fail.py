"""Each failure is that of its test: the next one runs."""

import os
import signal
import time

import mpi
import pytest


@pytest.fixture
def broken():
    assert mpi.rank() == 0, "the fixture breaks"


@pytest.mark.ranks(3)
def test_at_one():
    print("printed by", mpi.rank())
    assert mpi.rank() != 2, "at two"


@pytest.mark.ranks(2)
def test_at_all():
    assert mpi.size() == 3


@pytest.mark.ranks(2)
def test_others_wait():
    assert mpi.rank() == 0, "one fails"
    mpi.sum_of_all(1)


@pytest.mark.ranks(2)
def test_deadlock():
    if mpi.rank() == 0:
        mpi.receive(1, tag=5)


@pytest.mark.ranks(2)
def test_crash():
    if mpi.rank() == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    mpi.sum_of_all(1)


@pytest.mark.ranks(2)
def test_abort():
    if mpi.rank() == 1:
        mpi.abort(7)
    mpi.sum_of_all(1)


@pytest.mark.ranks(2)
def test_exit():
    if mpi.rank() == 1:
        os._exit(9)
    mpi.sum_of_all(1)


@pytest.mark.ranks(2)
def test_left():
    if mpi.rank() == 0:
        mpi.send(1, 1, tag=3)


@pytest.mark.ranks(2, timeout=2)
def test_late():
    while mpi.rank() == 1:
        time.sleep(1)


@pytest.mark.ranks(2)
def test_fixture(broken):
    pass


@pytest.mark.ranks(2)
def test_passes_after_all():
    assert mpi.sum_of_all(1) == 2
