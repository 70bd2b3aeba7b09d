// Datatype levels of machines with virtual time: copies of data take it.
#pragma once

#include <cstdint>

#include "components/envelope/timed.hpp"

namespace sartor::datatype {

// A level whose storages account their copies. `Machine`: see envelope::Timed.
template <class Level, class Machine>
class Timed : public Level {
  public:
    using Storage = envelope::Timed<typename Level::Storage, Machine>;

    [[nodiscard]] Storage storage(const void* buffer, std::int64_t count, std::intptr_t type) const noexcept {
        return Level::storage(buffer, count, type);
    }
};

} // namespace sartor::datatype
