// Hints of files as texts (MPI-5.0 section 14.2.8).
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "mpi_api/info/info.hpp"

namespace sartor::mpi::internal {

// A hint and the member that keeps it: a number, or a choice.
struct FileHint {
    const char* key;
    std::int64_t file::Hints::*bytes = nullptr;
    std::int32_t file::Hints::*number = nullptr;
    file::Choice file::Hints::*choice = nullptr;

    // Values that are none change nothing.
    void read(const char* text, file::Hints& hints) const noexcept {
        if (choice != nullptr) {
            if (std::strcmp(text, "automatic") == 0) hints.*choice = file::Choice::automatic;
            if (std::strcmp(text, "enable") == 0) hints.*choice = file::Choice::enable;
            if (std::strcmp(text, "disable") == 0) hints.*choice = file::Choice::disable;
            return;
        }
        char* end = nullptr;
        const long long value = std::strtoll(text, &end, 10);
        if (end == text || value <= 0) return;
        if (bytes != nullptr) hints.*bytes = value;
        if (number != nullptr && value <= INT32_MAX) hints.*number = static_cast<std::int32_t>(value);
    }
    void write(const file::Hints& hints, char* text, std::size_t room) const noexcept {
        if (choice != nullptr) {
            const char* const names[] = {"automatic", "enable", "disable"};
            std::snprintf(text, room, "%s", names[static_cast<int>(hints.*choice)]);
        } else {
            const long long value = bytes != nullptr ? hints.*bytes : hints.*number;
            std::snprintf(text, room, "%lld", value);
        }
    }
};

inline constexpr std::array file_hints{
    FileHint{.key = "cb_nodes", .number = &file::Hints::cb_nodes},
    FileHint{.key = "cb_buffer_size", .bytes = &file::Hints::cb_buffer_size},
    FileHint{.key = "romio_cb_read", .choice = &file::Hints::cb_read},
    FileHint{.key = "romio_cb_write", .choice = &file::Hints::cb_write},
    FileHint{.key = "ind_rd_buffer_size", .bytes = &file::Hints::ind_rd_buffer_size},
    FileHint{.key = "ind_wr_buffer_size", .bytes = &file::Hints::ind_wr_buffer_size},
    FileHint{.key = "romio_ds_read", .choice = &file::Hints::ds_read},
    FileHint{.key = "romio_ds_write", .choice = &file::Hints::ds_write},
};

// Changes the hints that the program gives. Others than these are ignored.
template <class Program>
void read_hints(Call<Program>& call, MPI_Info info, file::Hints& hints) noexcept {
    for (const FileHint& hint : file_hints)
        if (const char* const value = call.state().infos.hint(info, hint.key)) hint.read(value, hints);
}

} // namespace sartor::mpi::internal
