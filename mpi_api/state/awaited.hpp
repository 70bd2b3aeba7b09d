// What a rank waits for, by its own calls: for reports.
#pragma once

#include <string_view>

#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// An array of the program's, which is valid only while a call waits for it.
struct RequestArray {
    const MPI_Request* requests = nullptr;
    int count = 0;
};
// For reports of deadlocks. Written before and after a wait, so frequent calls pay nothing.
struct AwaitedRequests {
    static constexpr std::string_view name = "requests that a call waits for";
    RequestArray any; // for one of them: MPI_Waitany, MPI_Waitsome
    RequestArray all; // for one after the other: MPI_Waitall

    // Calls visit(requests) if it is for one of several.
    template <class Visit>
    bool visit_any(const Visit& visit) const noexcept {
        if (any.count > 0) visit(*this);
        return any.count > 0;
    }
};
struct NoAwaitedRequests {
    static constexpr std::string_view name = absent;

    template <class Visit>
    static constexpr bool visit_any(const Visit&) noexcept {
        return false;
    }
};

// The message for which a probe waits, by its header, and the rank of the process that it comes from; -1:
// any.
template <class Header>
struct Probed {
    static constexpr std::string_view name = "message that a probe waits for";
    const Header* header = nullptr;
    int source = -1;

    [[nodiscard]] bool waits() const noexcept { return header != nullptr; }
    // Calls visit(header, source) if a probe waits.
    template <class Visit>
    bool visit(const Visit& visit) const noexcept {
        if (waits()) visit(*header, source);
        return waits();
    }
};
struct NoProbed {
    static constexpr std::string_view name = absent;
    static constexpr int source = -1;

    [[nodiscard]] static constexpr bool waits() noexcept { return false; }
    template <class Visit>
    static constexpr bool visit(const Visit&) noexcept {
        return false;
    }
};

struct WorkerBarrier;
// The worker barrier in which a rank waits (collective/interface/worker_barrier.hpp); null: in none.
struct AwaitedWorkerBarrier {
    static constexpr std::string_view name = "barrier of the ranks of a worker";
    const WorkerBarrier* barrier = nullptr;

    // Calls visit(barrier) if it waits in one.
    template <class Visit>
    void visit(const Visit& visit) const noexcept {
        if (barrier != nullptr) visit(*barrier);
    }
};
struct NoWorkerBarrier {
    static constexpr std::string_view name = absent;

    template <class Visit>
    static constexpr void visit(const Visit&) noexcept {}
};

// What a rank waits for before it may use a window, or end an epoch of it.
struct WindowObject;
struct AwaitedWindow {
    static constexpr std::string_view name = "epoch of a window that a call waits for";
    const char* what = nullptr; // some rank has to do: "exposes its part"; null: it does not wait
    int rank = -1;              // of the process; -1: not known; of a lock: whose memory it is for
    WindowObject* window = nullptr;
    int locked = -1; // the rank of the window whose lock is waited for; -1: none

    // Calls visit(window) if it waits.
    template <class Visit>
    bool visit(const Visit& visit) const noexcept {
        if (what != nullptr) visit(*this);
        return what != nullptr;
    }
};
struct NoAwaitedWindow {
    static constexpr std::string_view name = absent;

    template <class Visit>
    static constexpr bool visit(const Visit&) noexcept {
        return false;
    }
};

} // namespace sartor::mpi
