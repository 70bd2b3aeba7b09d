"""Tests that pass."""

import os

import mpi
import pytest

made = []


@pytest.fixture(scope="module")
def number_of_making():
    made.append(1)
    yield len(made)


@pytest.mark.ranks(4)
def test_sum(ranks):
    assert ranks == mpi.size() == 4
    assert mpi.sum_of_all(mpi.rank()) == 6


@pytest.mark.ranks(2)
@pytest.mark.parametrize("value", [1, 2])
def test_value(value, number_of_making, tmp_path):
    assert number_of_making == 1
    assert f"rank{mpi.rank()}" in str(tmp_path)
    assert mpi.sum_of_all(value) == 2 * value


def test_in_this_process(number_of_making, ranks):
    assert number_of_making == ranks == 1


@pytest.mark.ranks(2)
def test_same_job(capsys, number_of_making):
    print("captured")
    assert capsys.readouterr().out == "captured\n"
    assert number_of_making == 1
    with open(os.environ["JOBS"], "a") as file:
        file.write(f"{os.getpid()}\n")


@pytest.mark.ranks(2)
def test_same_job_again():
    test_same_job_body = [line.strip() for line in open(os.environ["JOBS"])]
    assert str(os.getpid()) in test_same_job_body


@pytest.mark.ranks(2)
def test_skipped_at_one():
    if mpi.rank() == 1:
        pytest.skip("not here")


@pytest.mark.ranks(2)
@pytest.mark.skip(reason="never")
def test_skipped():
    pass


@pytest.mark.ranks(2)
@pytest.mark.xfail
def test_expected_at_one():
    assert mpi.rank() == 0
