// How many messages were under way in a run of several processes: each has counted what its ranks have sent
// less what they have received.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/observation/event.hpp"

namespace sartor::observation::parts {

class UnderWay {
  public:
    // A process whose counts follow, in the order of time; at most so many.
    void begin_process(std::int64_t most_counts) noexcept;
    void add(const Event& counters) noexcept;

    // Of all processes at a time that is not before the one of the last call since rewind().
    [[nodiscard]] std::int64_t at(Ticks time) noexcept;
    void rewind() noexcept;

  private:
    struct Count {
        Ticks time;
        std::int64_t messages;
    };
    struct Process {
        Count* counts;
        std::size_t count;
        std::size_t next; // of those later than the last call of at()
        Process* before;
    };
    Process* last_ = nullptr;
};

} // namespace sartor::observation::parts
