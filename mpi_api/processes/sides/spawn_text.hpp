// The text by which the root of MPI_Comm_spawn asks the launcher for programs (process::SpawnRequest).
#pragma once

#include <cstdio>

#include "components/layout/buffer.hpp"

namespace sartor::mpi::internal {

// Fields, each with a zero behind it.
class SpawnText {
  public:
    void add(const char* field) noexcept {
        do text_.push(*field);
        while (*field++ != '\0');
    }
    void add(int number) noexcept {
        char field[16];
        std::snprintf(field, sizeof field, "%d", number);
        add(field);
    }
    // The arguments of a program, null or with a null pointer at the end, and their number before them.
    void add_arguments(char* const* arguments) noexcept {
        int count = 0;
        while (arguments != nullptr && arguments[count] != nullptr) ++count;
        add(count);
        for (int index = 0; index < count; ++index) add(arguments[index]);
    }

    // False: there was no memory.
    [[nodiscard]] bool is_whole() const noexcept { return !text_.failed(); }
    // Requires that there is a field.
    [[nodiscard]] const char* text() noexcept { return &text_[0]; }
    [[nodiscard]] std::size_t bytes() const noexcept { return text_.size(); }

  private:
    layout::Buffer<char> text_;
};

} // namespace sartor::mpi::internal
