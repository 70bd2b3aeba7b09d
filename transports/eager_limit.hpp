// Up to which length messages are copied when they are sent, where ranks share memory: a traits family.
#pragma once

#include <cstddef>

#include "framework/traits.hpp"

namespace sartor::channel {

struct EagerLimit; // traits family: `bytes`

} // namespace sartor::channel

template <>
struct sartor::default_traits<sartor::channel::EagerLimit> {
    static constexpr std::size_t bytes = 8192;
};
