// The two ways between scattered and dense memory.
#pragma once

#include <cstdint>

namespace sartor::layout {

// gather: from scattered runs into dense memory; scatter: the other way.
enum class Direction : std::uint8_t { gather, scatter };

} // namespace sartor::layout
