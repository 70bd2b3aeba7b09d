// Up to which time the events of a run have room in a trace of limited size.
#pragma once

#include <cstdint>

#include "runtime/observation/summary.hpp"

namespace sartor::observation {

// A trace that is cut at one time for all ranks is whole up to there: calls that have begun before are in it
// with all that is inside of them, and arrows with both their ends.
class TimeLimit {
  public:
    enum class Form { text, archive };
    // Reads all events. `limit`: bytes of the trace in this form.
    TimeLimit(const Summary& summary, const Scale& scale, std::int64_t limit, Form form) noexcept;
    [[nodiscard]] bool takes(const Event& event) const noexcept { return time_of(event) < end_; }
    // Up to when; later than the run if there is room for all.
    [[nodiscard]] Ticks end() const noexcept { return end_; }

  private:
    static constexpr int bins = 1 << 16;

    [[nodiscard]] static Ticks time_of(const Event& event) noexcept {
        return event.kind == Kind::message ? event.end : event.begin;
    }
    [[nodiscard]] std::int64_t most_bytes_of_text(const Event& event) const noexcept;
    void add(const Event& event) noexcept;

    const Summary& summary_;
    Form form_;
    Ticks first_;
    Ticks length_;
    std::int64_t* bytes_; // by time
    Ticks end_;
};

} // namespace sartor::observation
