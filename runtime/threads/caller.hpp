// One thread of a rank that calls MPI, in programs whose threads may do so at once (MPI_THREAD_MULTIPLE).
#pragma once

#include "runtime/scheduler/event_count.hpp"
#include "runtime/thread_local_model.hpp"

namespace sartor::process {

// In the thread's own storage. All members but `calls`, `depth` and `flows` are read and written inside the
// critical section of its rank.
struct Caller {
    Caller* next = nullptr;                         // of those that wait
    bool (*holds)(const void* condition) = nullptr; // whether what it waits for has come
    const void* condition = nullptr;
    const char* call = nullptr; // while it waits: its MPI call, for reports
    const void* call_site = nullptr;
    void (*show)(const void* object) = nullptr; // and what it waits for
    const void* shown = nullptr;
    bool has_waited = false;
    bool found = false;  // its condition was seen to hold
    bool called = false; // it need not wait any more: for that reason, or to progress the rank
    int depth = 0;       // of its calls: functions that MPI calls may call MPI
    int flows = 0;       // of operations under way, on which it is

    EventCount<> calls; // by other threads, while it waits
};

// That of the calling thread.
extern constinit thread_local Caller caller __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL)));

} // namespace sartor::process
