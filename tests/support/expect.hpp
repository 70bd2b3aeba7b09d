// Expectations of ranks. GoogleTest's own fail a test but let the rank go on, and others wait for it: these
// end the run.
#pragma once

#include <gtest/gtest.h>

#include "runtime/process.hpp"
#include "tests/support/where.hpp"

namespace sartor::test {

// A failure of the test at the line of the caller, with the number of the rank.
template <class... Texts>
[[gnu::noinline]] void add_failure(const Where& where, const Texts&... texts) {
    testing::Message message;
    message << "rank " << process::current->number << " in " << where.function << ": ";
    (message << ... << texts);
    ADD_FAILURE_AT(where.file, where.line) << message;
}

// The run ends with exit code 1.
template <class... Texts>
[[noreturn]] void fail_rank(const Where& where, const Texts&... texts) {
    add_failure(where, texts...);
    process::end_rank(1);
}

inline void expect(bool condition, const Where& where = Where::here()) {
    if (!condition) fail_rank(where, "the condition does not hold");
}

// That two values are equal; they are printed when they are not.
template <class Value, class Expected>
void expect_equal(const Value& value, const Expected& expected, const Where& where = Where::here()) {
    if (value == expected) return;
    fail_rank(where, testing::PrintToString(value), ", expected ", testing::PrintToString(expected));
}

} // namespace sartor::test
