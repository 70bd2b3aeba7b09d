// Truth values in bytes that come from elsewhere.
#pragma once

#include <cstring>

namespace sartor::channel {

// Whether a byte may be read as a bool: only 0 and 1 may.
[[nodiscard]] inline bool is_bool(const void* byte) noexcept {
    unsigned char value = 0;
    std::memcpy(&value, byte, sizeof value);
    return value <= 1;
}

} // namespace sartor::channel
