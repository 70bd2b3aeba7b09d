// What needs a program's debug information is found by sartor-backtrace, a program of its own: no executable
// carries the library that reads it, and a crash that left the heap broken does not prevent it.
//
// A question is a file of lines, each a word and numbers (hexadecimal addresses, decimal descriptors that the
// helper inherits); configurator/backtrace/question.cpp reads it:
//   maps DESCRIPTOR                  /proc/self/maps of this process
//   copy BASE DESCRIPTOR NAME        a copy of an ELF file: the difference of its addresses, its bytes
//   stack LOW DESCRIPTOR             the stack from the address LOW on
//   call ADDRESS                     where the MPI call that may be under way returns to
//   registers VALUE...               in DWARF's order; the reply has the calls that lead there
//   location ADDRESS                 the reply is one location
//
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/architecture/registers.hpp"
#include "runtime/rank/rank.hpp"

namespace sartor::process {

using architecture::Registers;

class Question {
  public:
    // About the copies of this rank.
    explicit Question(const Rank& rank) noexcept;
    ~Question();
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    void add_location(std::uintptr_t address) noexcept;
    // The stack is between `low` and `top`, as far as it can be read from `low` on.
    void add_calls(const Registers& registers, std::uintptr_t low, std::uintptr_t top,
                   const void* mpi_call) noexcept;

    // Runs the helper. The lines of the reply, null if there is no helper or it fails. Valid as long as this
    // is.
    [[nodiscard]] const char* reply() noexcept;

  private:
    void line(const char* format, ...) noexcept __attribute__((format(printf, 2, 3)));
    [[nodiscard]] int keep(int descriptor) noexcept;

    static constexpr int most_descriptors = 64;
    int file_ = -1;
    int descriptors_[most_descriptors];
    int count_ = 0;
    char* text_ = nullptr;
};

} // namespace sartor::process
