// The events (MPI-5.0 section 15.3.8): messages that no receive expected.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "mpi_api/tools/variables/lookup.hpp"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

struct ToolEventText {
    std::string_view name;
    std::string_view description;
    ToolCategory category;
};
inline constexpr std::array<ToolEventText, 1> tool_events = {{
    {"message_unexpected",
     "A message has arrived for which no receive is posted: the sender's rank in its communicator, the tag, "
     "the "
     "bytes of data",
     ToolCategory::queues},
}};

// What an event's data are: its elements one after the other.
struct ToolEventElement {
    int type;
    std::size_t offset;
    std::size_t bytes;
};
inline constexpr std::array<ToolEventElement, 3> tool_event_elements = {{
    {internal::type_int, 0, sizeof(int)},
    {internal::type_int, sizeof(int), sizeof(int)},
    {internal::type_unsigned, 2 * sizeof(int), sizeof(unsigned long long)},
}};
struct ToolEventData {
    int source;
    int tag;
    unsigned long long bytes;
};
static_assert(offsetof(ToolEventData, bytes) == tool_event_elements[2].offset);

inline constexpr double tool_ticks_per_second = 1e9;

namespace internal {

// The place of what a callback requires among EventRegistration::callbacks; -1: no such value.
[[nodiscard]] constexpr int place_of(MPI_T_cb_safety safety) noexcept {
    switch (safety) {
    case MPI_T_CB_REQUIRE_NONE:
        return 0;
    case MPI_T_CB_REQUIRE_MPI_RESTRICTED:
        return 1;
    case MPI_T_CB_REQUIRE_THREAD_SAFE:
        return 2;
    case MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE:
        return 3;
    }
    return -1;
}

// Tells the events that have happened, inside of a call of MPI: to the callback that requires the least among
// those that may be called there. Without one they are dropped.
template <class Program>
void notify_events() noexcept {
    auto& state = self<Program>();
    Tools& tools = state.tools;
    if (tools.is_telling) return;
    tools.is_telling = true;
    const process::CallKept kept;
    auto& events = state.communicator.observer().counters().events;
    observation::UnexpectedMessage message;
    const auto notify_all = [&](auto notify) {
        tools.registrations.for_each([&](EventRegistration& one) {
            notify(one,
                   reinterpret_cast<MPI_T_event_registration>(HandlePool<EventRegistration>::handle_of(one)));
        });
    };
    while (events.take(message)) {
        tools.instance.message = &message;
        notify_all([&](const EventRegistration& one, MPI_T_event_registration handle) {
            for (int place = place_of(MPI_T_CB_REQUIRE_MPI_RESTRICTED); place < EventRegistration::safeties;
                 ++place)
                if (const auto& callback = one.callbacks[place]; callback.function != nullptr)
                    return callback.function(reinterpret_cast<MPI_T_event_instance>(&tools.instance), handle,
                                             MPI_T_CB_REQUIRE_MPI_RESTRICTED, callback.user_data);
        });
        tools.instance.message = nullptr;
    }
    if (const std::uint64_t dropped = events.take_dropped(); dropped != 0)
        notify_all([&](const EventRegistration& one, MPI_T_event_registration handle) {
            if (one.dropped != nullptr)
                one.dropped(static_cast<MPI_Count>(dropped), handle, 0, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                            one.callbacks[place_of(MPI_T_CB_REQUIRE_MPI_RESTRICTED)].user_data);
        });
    tools.is_telling = false;
}

// Events are kept while somebody has registered for them.
template <class Program>
void listen(Call<Program>& call) noexcept {
    bool listens = false;
    call.state().tools.registrations.for_each([&](const EventRegistration& one) {
        for (const auto& callback : one.callbacks) listens = listens || callback.function != nullptr;
    });
    call.state().communicator.observer().counters().notify = listens ? &notify_events<Program> : nullptr;
}

} // namespace internal

} // namespace sartor::mpi
