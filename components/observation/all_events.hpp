// The events of a run that has ended, for its trace.
#pragma once

#include <cstddef>

#include "components/observation/run.hpp"
#include "components/observation/summary.hpp"

namespace sartor::observation {

// What a rank is in when the run ends, as events that end then: calls visit(event) for its waiting and its call.
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
    event.begin = tables.entered;
    event.kind = Kind::call;
    event.reason = Reason::none;
    event.site = tables.interrupted;
    visit(event);
}

// Calls visit(event) for all events, and for calls that have not returned.
template <class Visit>
void visit_events(const Summary& summary, const Scale& scale, const Visit& visit) noexcept {
    const auto visit_some = [](void* object, const Event* events, std::size_t count) {
        for (std::size_t index = 0; index < count; ++index)
            (*static_cast<const Visit*>(object))(events[index]);
    };
    spool_file.read(visit_some, const_cast<Visit*>(&visit));
    for (int rank = 0; rank < summary.ranks(); ++rank) visit_open_call(rank, scale, visit);
}

} // namespace sartor::observation
