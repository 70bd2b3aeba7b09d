// Where ranks call MPI, as texts: looked up once for each place of each rank.
#pragma once

#include <cstdint>
#include <cstdio>

#include "runtime/reports/location.hpp"

namespace sartor::machine::manycore::trace {

// Zeroed memory is an empty one. Of more places than it has room for, the first ones found are forgotten.
class Sites {
  public:
    // "main+0x12 (file.c:34)" without what JSON has other meanings for; empty if it is not known.
    [[nodiscard]] const char* text_of(const process::Rank& rank, const void* return_address) noexcept {
        if (return_address == nullptr) return "";
        const auto address = reinterpret_cast<std::uintptr_t>(return_address);
        Known& known = known_[(address * 0x9E3779B97F4A7C15U) >> (64 - bits)];
        if (known.address != address) find(rank, address, known);
        return known.text;
    }

  private:
    static constexpr int bits = 12;
    struct Known {
        std::uintptr_t address;
        char text[200];
    };

    static void find(const process::Rank& rank, std::uintptr_t address, Known& known) noexcept {
        known.address = address;
        if (!process::describe_location(rank, address - 1, known.text, sizeof known.text))
            known.text[0] = '\0';
        for (char* letter = known.text; *letter != '\0'; ++letter)
            if (*letter == '"' || *letter == '\\' || static_cast<unsigned char>(*letter) < ' ')
                *letter = '\'';
    }

    Known known_[1 << bits];
};

} // namespace sartor::machine::manycore::trace
