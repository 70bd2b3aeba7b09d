// What a rank keeps of the tool interface (MPI-5.0 chapter 15): handles, and the sessions in which
// performance variables count.
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "runtime/observation/tool_counters.hpp"

namespace sartor::mpi {

// A control variable, by its index.
struct ControlHandle {
    int variable = 0;
};

struct PerformanceSession {
    int handles = 0;
};

// A performance variable in a session. What has been counted while it was started is `gathered`; since its
// last start it counts from `base` on.
struct PerformanceHandle {
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    int variable = 0;
    int context = 0; // of the communicator that it is bound to
    bool is_started = false;
    double gathered = 0;
    double base = 0;
    observation::Watermark mark;
};

struct EventRegistration {
    int event = 0;
    struct Callback {
        MPI_T_event_cb_function* function = nullptr;
        void* user_data = nullptr;
    };
    static constexpr int safeties = 4;
    Callback callbacks[safeties]; // by what they require, the least first
    MPI_T_event_dropped_cb_function* dropped = nullptr;
};

// The event that a callback is told of.
struct EventInstance {
    const observation::UnexpectedMessage* message = nullptr;
};

class Tools {
  public:
    static constexpr std::string_view name = "tool interface";

    int initialized = 0; // calls of MPI_T_init_thread without their MPI_T_finalize
    HandlePool<ControlHandle> control_handles;
    HandlePool<PerformanceSession> sessions;
    HandlePool<PerformanceHandle> performance_handles;
    HandlePool<EventRegistration> registrations;
    EventInstance instance;
    bool is_telling = false;
};
struct NoTools {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
