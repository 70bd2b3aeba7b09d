// The request of a program for the names of its own addresses: see runtime/reports/question.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/architecture/registers.hpp"

namespace sartor::backtrace {

/// A copy of an ELF file in the calling process.
struct Copy {
    std::uintptr_t base = 0; ///< the difference of its addresses to those in the file
    int descriptor = -1;
    std::string library; ///< its name; empty for the program
};

struct Question {
    static constexpr std::size_t register_count = architecture::Registers::count;

    int maps = -1; ///< /proc/PID/maps of the calling process
    std::vector<Copy> copies;
    std::uintptr_t stack_low = 0;
    int stack = -1; ///< descriptor of a copy of that memory
    std::uintptr_t mpi_call = 0;
    std::optional<std::array<std::uintptr_t, register_count>> registers; ///< in DWARF's order
    std::vector<std::uintptr_t> addresses;
};

/// Reads the request from a descriptor; lines that are not understood are ignored.
Question read_question(int descriptor);

} // namespace sartor::backtrace
