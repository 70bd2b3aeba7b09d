// Texts of the tool interface (MPI-5.0 section 15.3.3).
#pragma once

#include <cstring>
#include <string_view>

namespace sartor::mpi::internal {

// Copies a text, cut off where there is no room for more, and sets the length to that of the copy with its
// null character. Without room (no buffer, or a length of 0) the length becomes the one that is needed;
// without a length nothing is done.
inline void give_text(std::string_view text, char* buffer, int* length) noexcept {
    if (length == nullptr) return;
    const auto needed = static_cast<int>(text.size()) + 1;
    if (buffer == nullptr || *length <= 0) {
        *length = needed;
        return;
    }
    const int given = needed < *length ? needed : *length;
    std::memcpy(buffer, text.data(), static_cast<std::size_t>(given) - 1);
    buffer[given - 1] = '\0';
    *length = given;
}

template <class Value>
void give(Value* target, Value value) noexcept {
    if (target != nullptr) *target = value;
}

} // namespace sartor::mpi::internal
