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
    for (bool is_first = true; line != nullptr && *line != '\0'; is_first = false) {
        const auto length = static_cast<int>(std::strcspn(line, "\n"));
        if (!is_first && *line == 'f') report("  from %.*s", length - 1, line + 1);
        line += length;
        if (*line == '\n') ++line;
    }
}

} // namespace sartor::process
