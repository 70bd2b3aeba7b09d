// The events of a run that has ended, for its trace.
#pragma once

#include <cstddef>
#include <utility>

#include "runtime/observation/recorded.hpp"
#include "runtime/observation/run.hpp"
#include "runtime/observation/summary.hpp"

namespace sartor::observation {

// What a rank is in when the run ends, as events that end then, and a call that has returned before and was
// not counted: calls visit(event) for its waiting and its call.
template <class Visit>
void visit_last_calls(int rank, const Scale& scale, const Visit& visit) noexcept {
    const Tables& tables = tables_of(rank);
    if (tables.uncounted.has_returned()) {
        CallWithMessages last = tables.uncounted;
        CallRecord counted_already;
        const std::uint16_t site = tables.sites.number_of(*std::exchange(last.call.record, &counted_already));
        last.count_last_wait(rank, visit);
        last.visit_messages(rank, visit);
        visit(last.event(rank, site));
    }
    if (tables.interrupted == 0) return;
    Event event;
    event.end = scale.last();
    event.rank = rank;
    if (tables.interrupted_waits_since != 0) {
        event.begin = tables.interrupted_waits_since;
        event.kind = Kind::wait;
        event.reason = Reason::other;
        visit(event);
    }
    event.begin = tables.interrupted_since;
    event.kind = Kind::call;
    event.reason = Reason::none;
    event.site = tables.interrupted;
    visit(event);
}

[[nodiscard]] inline bool is_last_call(const Event& event) noexcept {
    const Tables& tables = tables_of(event.rank);
    const ObservedCall& uncounted = tables.uncounted.call;
    return (uncounted.record != nullptr && event.begin == uncounted.entered) ||
           (tables.interrupted != 0 && event.begin == tables.interrupted_since);
}

// Of a run that was stopped ranks may go on while this is read: calls visit(event) for what has begun before
// the end, as if it had ended then.
template <class Visit>
void visit_until_end(const Event& event, const Scale& scale, const Visit& visit) noexcept {
    if (is_call(event) && is_last_call(event)) return; // visit_last_calls()
    if (event.end <= scale.last()) return visit(event);
    if (event.begin >= scale.last() || event.kind == Kind::message) return;
    Event cut = event;
    cut.end = scale.last();
    if (is_call(cut)) cut.kind = Kind::call;
    visit(cut);
}

// Calls visit(event) for all events, and for calls that have not returned.
template <class Visit>
void visit_events(const Summary& summary, const Scale& scale, const Visit& visit) noexcept {
    const auto visit_one = [&](const Event& event) { visit_until_end(event, scale, visit); };
    const auto visit_object = [](void* object, const Event& event) {
        (*static_cast<decltype(visit_one)*>(object))(event);
    };
    recorded.read(visit_object, const_cast<void*>(static_cast<const void*>(&visit_one)));
    for (int rank = summary.first_rank(); rank < summary.ranks(); ++rank)
        visit_last_calls(rank, scale, visit);
}

} // namespace sartor::observation
