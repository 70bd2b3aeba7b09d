// Error classes, codes and strings added and removed many times: numbers are used again, and each call takes the
// same time however many there were (MPI-5.0 section 9.5).
// ranks: 1
// oracle: no
#include "../common/frame.h"

enum { ROUNDS = 20000, CODES = 10000 };

static int codes[CODES];

static void rounds(void) {
    int highest = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        int error_class = 0, code = 0;
        MPI_Add_error_class(&error_class);
        MPI_Add_error_code(error_class, &code);
        MPI_Add_error_string(code, "for a while");
        if (code > highest) highest = code;
        if (error_class > highest) highest = error_class;
        MPI_Remove_error_string(code);
        MPI_Remove_error_code(code);
        CHECK(MPI_Remove_error_class(error_class) == MPI_SUCCESS);
    }
    CHECK(highest <= MPI_ERR_LASTCODE + 2);
}

// All at once, removed in another order.
static void at_once(void) {
    int error_class = 0, *last = NULL, flag = 0;
    MPI_Add_error_class(&error_class);
    for (int index = 0; index < CODES; ++index) {
        MPI_Add_error_code(error_class, &codes[index]);
        MPI_Add_error_string(codes[index], "one of many");
    }
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last == MPI_ERR_LASTCODE + 1 + CODES);
    CHECK(MPI_Remove_error_class(error_class) != MPI_SUCCESS);
    for (int index = 0; index < CODES; ++index) {
        const int code = codes[(index * 7919) % CODES];
        MPI_Remove_error_string(code);
        CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS);
        CHECK(MPI_Error_class(code, &flag) != MPI_SUCCESS);
    }
    CHECK(MPI_Remove_error_class(error_class) == MPI_SUCCESS);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last == MPI_ERR_LASTCODE);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    rounds();
    at_once();
    return finish("many error codes");
}
