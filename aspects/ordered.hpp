// Messages by which a rank learns what their senders knew, in programs whose accesses to windows are ordered.
#pragma once

#include <string_view>

#include "components/one_sided/event_clock.hpp"

namespace sartor::aspects {

// Over what a message says of its data: also what its sender had published when it was sent.
template <class Check>
struct Ordered : Check {
    static constexpr std::string_view name = "what the sender knows";
    one_sided::EventStamp event;
};

} // namespace sartor::aspects
