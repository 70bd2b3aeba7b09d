// What a rank's program left over at its end, on request: requests, communicators, messages never received.
#pragma once

#include "components/envelope/header.hpp"
#include "components/process/process.hpp"

namespace sartor::mpi {

// After all ranks have ended: nothing is under way any more.
template <class State>
void report_leftovers(State& state, const process::Rank& rank) noexcept {
    using I = typename State::I;
    const auto made = [&](const char* what, const void* place) {
        process::report("rank %d: %s", rank.number, what);
        process::report_caller(rank, place);
    };
    if constexpr (requires { state.requests.make(); })
        state.requests.for_each([&](const auto& request) {
            if (!request.released && !request.shared)
                made("a request was neither completed nor freed", request.made_at);
        });
    if constexpr (I::manages_communicators)
        state.communicators.for_each([&](const auto& object) {
            if (object.made_at != nullptr) made("a communicator was not freed", object.made_at);
        });
    if constexpr (requires { state.datatypes.for_each_left([](const void*) {}); })
        state.datatypes.for_each_left([&](const void* place) { made("a datatype was not freed", place); });
    state.communicator.for_each_unreceived([&](const auto& envelope) {
        process::report(
            "rank %d: a message of %zu bytes from rank %d of its communicator with tag %d was never "
            "received",
            rank.number, envelope.storage.bytes, envelope.header.source(), envelope.header.tag());
    });
}

} // namespace sartor::mpi
