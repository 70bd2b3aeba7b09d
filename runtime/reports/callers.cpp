#include "runtime/reports/callers.hpp"

#include <cstdint>
#include <cstring>
#include <ucontext.h>

#include "runtime/process.hpp"
#include "runtime/reports/question.hpp"

namespace sartor::process {

void report_callers(const Rank& rank) noexcept {
    ucontext_t here;
    if (getcontext(&here) != 0) return;
    const Registers registers = Registers::of(here);
    const Stack& stack = rank.context.stack();
    const auto low = reinterpret_cast<std::uintptr_t>(stack.low);
    const auto top = reinterpret_cast<std::uintptr_t>(stack.end());
    if (registers.stack() < low || registers.stack() >= top) return;
    Question question(rank);
    question.add_calls(registers, registers.stack(), top, nullptr);
    const char* line = question.reply();
    bool is_behind_place = false;
    while (line != nullptr && *line != '\0') {
        const auto length = static_cast<int>(std::strcspn(line, "\n"));
        const bool is_mpi = std::strncmp(line, "fMPI_", 5) == 0;
        if (is_behind_place && *line == 'f') report("  from %.*s", length - 1, line + 1);
        is_behind_place |= *line == 'f' && !is_mpi;
        line += length;
        if (*line == '\n') ++line;
    }
}

} // namespace sartor::process
