// Where a function was called, for expectations: std::source_location, which Clang 14 does not have.
#pragma once

namespace sartor::test {

struct Where {
    const char* file;
    int line;
    const char* function;

    static constexpr Where here(const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                                const char* function = __builtin_FUNCTION()) {
        return {file, line, function};
    }
};

} // namespace sartor::test
