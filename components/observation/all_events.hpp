// The events of a run that has ended, for its trace.
#pragma once

#include <cstddef>

#include "components/observation/run.hpp"
#include "components/observation/summary.hpp"

namespace sartor::observation {

// What a rank is in when the run ends, as events that end then: calls visit(event) for its waiting and its
// call.
template <class Visit>
void visit_open_call(int rank, const Scale& scale, const Visit& visit) noexcept {
    const Tables& tables = tables_of(rank);
    if (tables.interrupted == 0) return;
    Event event;
    event.end = scale.last();
    event.rank = rank;
    if (tables.waits_since != 0) {
        event.begin = tables.waits_since;
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

// Of a run that was stopped ranks may go on while this is read: calls visit(event) for what has begun before
// the end, as if it had ended then.
template <class Visit>
void visit_until_end(const Event& event, const Scale& scale, const Visit& visit) noexcept {
    if (event.end <= scale.last()) return visit(event);
    if (event.begin >= scale.last() || event.kind == Kind::message) return;
    const Tables& tables = tables_of(event.rank);
    const bool is_open = tables.interrupted != 0 && event.begin == tables.interrupted_since;
    if (is_call(event) && is_open) return; // visit_open_call()
    Event cut = event;
    cut.end = scale.last();
    if (is_call(cut)) cut.kind = Kind::call;
    visit(cut);
}

// Calls visit(event) for all events, and for calls that have not returned.
template <class Visit>
void visit_events(const Summary& summary, const Scale& scale, const Visit& visit) noexcept {
    const auto visit_one = [&](const Event& event) { visit_until_end(event, scale, visit); };
    const auto visit_some = [](void* object, const Event* events, std::size_t count) {
        for (std::size_t index = 0; index < count; ++index)
            (*static_cast<decltype(visit_one)*>(object))(events[index]);
    };
    spool_file.read(visit_some, const_cast<void*>(static_cast<const void*>(&visit_one)));
    for (int rank = 0; rank < summary.ranks(); ++rank) visit_open_call(rank, scale, visit);
}

} // namespace sartor::observation
