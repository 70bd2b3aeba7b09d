// Exceptions of several ranks at once: kept, rethrown, nested while ranks switch inside catch blocks.
#include "../common/program.h"
#include <exception>
#include <stdexcept>
#include <string>

namespace {

struct Failure : std::runtime_error {
    explicit Failure(int number) : std::runtime_error("failure " + std::to_string(number)), number(number) {}
    int number;
};

void meet() {
    MPI_Barrier(MPI_COMM_WORLD);
}

// Meets the other ranks while the stack is unwound.
struct MeetsAtEnd {
    explicit MeetsAtEnd(int expected) : expected(expected) {}
    ~MeetsAtEnd() {
        CHECK(std::uncaught_exceptions() == expected);
        meet();
        CHECK(std::uncaught_exceptions() == expected);
    }
    int expected;
};

void throw_and_rethrow(int number) {
    try {
        throw Failure(number);
    } catch (const Failure& failure) {
        meet();
        CHECK(failure.number == number);
        CHECK(failure.what() == "failure " + std::to_string(number));
        meet();
        throw;
    }
}

void check_rethrown(int number) {
    try {
        throw_and_rethrow(number);
        CHECK(false);
    } catch (const std::exception& error) {
        meet();
        CHECK(error.what() == "failure " + std::to_string(number));
    }
    CHECK(std::current_exception() == nullptr);
}

void check_unwinding(int number) {
    try {
        MeetsAtEnd last(rank % 2);
        if (rank % 2) throw number;
    } catch (int caught) {
        CHECK(caught == number && rank % 2);
    }
}

void check_kept(int number) {
    std::exception_ptr kept;
    try {
        throw Failure(number);
    } catch (...) {
        meet();
        kept = std::current_exception();
    }
    meet();
    try {
        std::rethrow_exception(kept);
    } catch (const Failure& failure) {
        meet();
        CHECK(failure.number == number && std::current_exception() == kept);
    }
}

void check_nested(int depth) {
    try {
        throw Failure(rank * 100 + depth);
    } catch (const Failure& outer) {
        meet();
        if (depth > 0) check_nested(depth - 1);
        meet();
        CHECK(outer.number == rank * 100 + depth);
    }
}

// Ranks throw at different times: only every third does, the others send and receive meanwhile.
void check_some(int step) {
    try {
        if ((rank + step) % 3 == 0) throw Failure(step);
        meet();
    } catch (const Failure& failure) {
        meet();
        CHECK(failure.number == step);
    }
    CHECK(std::uncaught_exceptions() == 0);
}

} // namespace

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int step = 0; step < 10; ++step) {
        check_rethrown(rank * 1000 + step);
        check_unwinding(rank + step);
        check_kept(rank - step);
        check_nested(4);
        check_some(step);
    }
    return end("exceptions of several ranks at once");
}
