/* A hundred agreements, with failures between them: each failure raises an error at all ranks once. */
#include "check.h"

enum { rounds = 100, had_error = 1 << 29, had_success = 1 << 30 };

int main(int argc, char** argv) {
    int last_error = MPI_SUCCESS, errors = 0, deaths = 0;
    start(&argc, &argv);
    const int space = rounds / size;
    for (int round = 0; round < rounds; ++round) {
        /* Ranks fail in rising order, but the last one. */
        if (round > 0 && round % space == 0 && deaths < size - 1) {
            if (rank == deaths) die();
            ++deaths;
        }
        int flag = ~(1 << ((rank + round) % 28)), expected = ~0;
        /* What the round before has raised must be the same everywhere. */
        flag &= ~(had_error | had_success);
        if (round > 0) flag |= last_error == MPI_SUCCESS ? had_success : had_error;
        for (int living = deaths; living < size; ++living) expected &= ~(1 << ((living + round) % 28));
        expected &= ~(had_error | had_success);
        if (round > 0) expected |= last_error == MPI_SUCCESS ? had_success : had_error;
        last_error = class_of(MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
        expect(flag == expected, "round %d, %d failed: flag %x instead of %x", round, deaths, (unsigned)flag,
               (unsigned)expected);
        expect(last_error == MPI_SUCCESS || last_error == MPIX_ERR_PROC_FAILED, "round %d: %s", round,
               name_of(last_error));
        if (last_error != MPI_SUCCESS) {
            ++errors;
            MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        }
        expect(errors == deaths, "round %d: %d errors after %d failures", round, errors, deaths);
    }
    return finish();
}
