#include "runtime/observation/time_limit.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "runtime/observation/memory.hpp"
#include "runtime/observation/recorded.hpp"
#include "runtime/observation/run.hpp"

namespace sartor::observation {

TimeLimit::TimeLimit(const Summary& summary, const Scale& scale, std::int64_t limit, Form form) noexcept
    : summary_(summary), form_(form), first_(scale.first()),
      length_(std::max<Ticks>(scale.last() - scale.first(), 1)), bytes_(allocate<std::int64_t>(bins)),
      end_(std::numeric_limits<Ticks>::max()) {
    const auto visit = [](void* self, const Event& event) { static_cast<TimeLimit*>(self)->add(event); };
    recorded.read(visit, this);
    std::int64_t sum = 0;
    for (int bin = 0; bin < bins; ++bin) {
        sum += bytes_[bin];
        if (sum <= limit) continue;
        end_ = first_ + static_cast<Ticks>(static_cast<double>(length_) / bins * bin);
        return;
    }
}

// Of its text: what is between numbers and names, and numbers of the usual length.
std::int64_t TimeLimit::most_bytes_of_text(const Event& event) const noexcept {
    constexpr std::int64_t of_call = 190;
    constexpr std::int64_t of_message = 330;
    constexpr std::int64_t of_other = 230;
    if (event.kind == Kind::message) return of_message;
    if (!is_call(event)) return of_other;
    const CallRecord& record = tables_of(event.rank).sites[event.site];
    const std::int64_t of_parts =
        (event.kind == Kind::receive ? of_message : 0) + (event.reason != Reason::none ? of_other : 0);
    return of_call + of_parts +
           static_cast<std::int64_t>(std::strlen(record.function) +
                                     std::strlen(summary_.site(record.global).text));
}

// Of records of OTF2 with their times: enter and leave, send and receive. Not less than the event takes in
// the file of the workers, which has the same limit: what is left out there is left out here.
static std::int64_t most_bytes_of_records(const Event& event) noexcept {
    constexpr std::int64_t of_event = sizeof(Event);
    constexpr std::int64_t of_message = std::int64_t{2} * 41;
    if (event.kind == Kind::message) return of_message;
    return event.kind == Kind::receive ? of_event + of_message : of_event;
}

void TimeLimit::add(const Event& event) noexcept {
    const double part = static_cast<double>(time_of(event) - first_) / static_cast<double>(length_);
    bytes_[std::clamp(static_cast<int>(part * bins), 0, bins - 1)] +=
        form_ == Form::text ? most_bytes_of_text(event) : most_bytes_of_records(event);
}

} // namespace sartor::observation
