// Barriers of ranks that may share workers: those of one worker wait for each other without messages, and one
// of each worker exchanges messages with the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "components/collective/interface/subgroup.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// A rank's part in one worker barrier: the ranks of its worker, from begin() to end() - 1; how many workers
// there are, which of them this is, and the leader of each.
template <class A>
concept Attends = requires(const A& attendance, int worker) {
    { attendance.begin() } -> std::same_as<int>;
    { attendance.end() } -> std::same_as<int>;
    { attendance.workers() } -> std::same_as<int>;
    { attendance.own_worker() } -> std::same_as<int>;
    { attendance.leader_of(worker) } -> std::same_as<int>;
};

// Interfaces whose ranks of one worker can wait for each other without messages. has_worker_barrier() says
// whether they can in this call, the same at all ranks. arrive() returns true at one rank, the leader if
// there are other workers, when all of its worker have arrived; it returns false at the others when that rank
// calls release(). An address that a rank shows can be read by all when all have arrived.
template <class M>
concept HasWorkerBarrier = SharesMemory<M> && StartsSends<M> && Attends<typename M::Attendance> &&
    requires(M& interface, typename M::Attendance& attendance, const void* shown, int rank) {
    { interface.has_worker_barrier() } -> std::same_as<bool>;
    { interface.attendance() } -> std::same_as<typename M::Attendance>;
    { interface.arrive(attendance) } -> std::same_as<bool>;
    interface.release(attendance);
    interface.show(shown);
    {
        interface.shown_by(rank)
        } -> std::same_as<const void*>;
};

// What a rank shows begins with a mark of its type, since ranks whose calls do not match may show other
// things.
struct Label {
    const char* mark;
    const void* shown;
};
template <class T>
inline constexpr char type_mark = 0;

// An object of a rank in view of the other ranks of a worker barrier, as long as this lives.
template <HasWorkerBarrier M, class T>
class Publication {
  public:
    // The mark tells things of one type apart that are not for the same call.
    Publication(M& interface, const T& own, const char* mark = &type_mark<T>)
        : interface_(interface), label_{mark, &own} {
        interface.show(&label_);
    }
    ~Publication() { interface_.show(nullptr); }
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;

    [[nodiscard]] bool is_shown_by(int node) const {
        const auto* label = static_cast<const Label*>(interface_.shown_by(node));
        return label != nullptr && label->mark == label_.mark;
    }
    // The first rank from `begin` to `end` - 1 that does not show such an object; `end` when all do.
    [[nodiscard]] int first_other(int begin, int end) const {
        while (begin < end && is_shown_by(begin)) ++begin;
        return begin;
    }
    // Requires is_shown_by(node).
    [[nodiscard]] const T& of(int node) const {
        return *static_cast<const T*>(static_cast<const Label*>(interface_.shown_by(node))->shown);
    }

  private:
    M& interface_;
    Label label_;
};

// A note that the rank which acts for another leaves in what that one shows: data of another length, or
// another call. The owner reports it.
struct Difference {
    static constexpr std::size_t other_call = SIZE_MAX;

    mutable int rank = -1; // the other; -1: none
    mutable std::size_t sent = 0;

    void note(int other, std::size_t bytes) const {
        rank = other;
        sent = bytes;
    }
    template <SharesMemory M>
    void report(M& interface, std::size_t expected) const {
        if (rank < 0) return;
        sent == other_call ? interface.disagree(rank) : interface.report_mismatch(rank, sent, expected);
    }
};

// Leaves the note at all ranks of the range that show parts: `other` shows something else.
template <HasWorkerBarrier M, class Part>
void note_other(const Publication<M, Part>& parts, int begin, int end, int other) {
    for (; begin < end; ++begin)
        if (parts.is_shown_by(begin)) parts.of(begin).difference.note(other, Difference::other_call);
}

// The leaders of the workers as a group of their own, one of each.
template <HasWorkerBarrier M>
[[nodiscard]] auto leaders_of_workers(M& interface, const typename M::Attendance& attendance) {
    return Subgroup(interface, attendance.own_worker(), attendance.workers(),
                    [&attendance](int worker) { return attendance.leader_of(worker); });
}

namespace internal {

// By one rank of each worker: returns when one of each has arrived. ceil(log2 W) steps for W workers.
template <HasWorkerBarrier M>
void wait_for_leaders(M& interface, const typename M::Attendance& attendance) {
    auto leaders = leaders_of_workers(interface, attendance);
    barrier::Disseminating::run(leaders);
}

// The same by all ranks: those of a worker wait for their leader.
template <HasWorkerBarrier M>
void meet(M& interface) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.arrive(attendance)) return;
    wait_for_leaders(interface, attendance);
    interface.release(attendance);
}

} // namespace internal

// What is done for the ranks of a worker, from `begin` up to `end`; refers to the function object that it is
// made from, so that what takes it is compiled once.
class ForRanks {
  public:
    template <class Function>
    ForRanks(const Function& function) // NOLINT(google-explicit-constructor): as a parameter only
        : function_(&function), call_([](const void* object, int begin, int end) {
              (*static_cast<const Function*>(object))(begin, end);
          }) {}

    void operator()(int begin, int end) const { call_(function_, begin, end); }

  private:
    const void* function_;
    void (*call_)(const void* function, int begin, int end);
};

// early(begin, end) runs once on each worker when its ranks, from begin up to end, have come, and late(begin,
// end) when all have. When that is over everywhere, all go on. Both see what those who have come have shown.
template <HasWorkerBarrier M>
void once_per_worker(M& interface, ForRanks early, ForRanks late) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.arrive(attendance)) return;
    auto leaders = leaders_of_workers(interface, attendance);
    const topologies::Dissemination steps(leaders.size(), leaders.rank());
    const Nothing<M> nothing;
    auto step = steps.begin();
    typename M::Started started; // a send may wait for its receive
    if (step != steps.end()) leaders.start(started, (*step).to, nothing(0));
    early(attendance.begin(), attendance.end());
    if (step != steps.end()) {
        leaders.receive((*step++).from, nothing(0));
        leaders.finish(started);
    }
    for (; step != steps.end(); ++step) leaders.exchange((*step).to, nothing(0), (*step).from, nothing(0));
    late(attendance.begin(), attendance.end());
    internal::wait_for_leaders(interface, attendance);
    interface.release(attendance);
}

// Whether ranks of this call can wait for each other without messages; the same on all of them.
template <class M>
[[nodiscard]] bool has_worker_barrier(const M& interface) {
    if constexpr (HasWorkerBarrier<M>)
        return interface.has_worker_barrier();
    else
        return false;
}

// Returns when all ranks have called it. Without worker barriers it is a gather and a broadcast of empty
// messages over the binomial tree.
template <MessagePassing M>
void synchronize(M& interface) {
    if constexpr (HasWorkerBarrier<M>)
        if (interface.has_worker_barrier()) return internal::meet(interface);
    const topologies::Tree tree(interface.size(), interface.rank(), 0);
    run<Reverse>(interface, tree, Nothing<M>{});
    run<Straight>(interface, tree, Nothing<M>{});
}

// One algorithm where ranks can use worker barriers, another where they can't: they have cores of their own,
// or the operation continues on a flow of its own.
template <class Together, class Otherwise>
struct WhereTheyMeet {
    static constexpr std::string_view name = Together::name;

    template <class M>
    static constexpr bool serves = collective::serves<Together, M>&& collective::serves<Otherwise, M>;
    template <MessagePassing M, class... Arguments>
    static void run(M& interface, const Arguments&... arguments) {
        if (has_worker_barrier(interface))
            Together::run(interface, arguments...);
        else
            Otherwise::run(interface, arguments...);
    }
};

namespace barrier {

// Barrier: synchronize() as an algorithm.
struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <class M>
    static constexpr bool serves = SharesMemory<M>;
    template <SharesMemory M>
    static void run(M& interface) {
        synchronize(interface);
    }
};

} // namespace barrier

} // namespace sartor::collective
