// All ranks come, then all go on. Where ranks share workers, those of one worker wait for each other without
// messages, and one of each worker exchanges some with the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/choice/choice.hpp"
#include "components/collective/interface/interface.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// A rank's part of one worker barrier: the ranks of its worker, from begin() up to end(); how many workers
// there are, which of them this is, and the leader of each.
template <class A>
concept Attends = requires(const A& attendance, int worker) {
    { attendance.begin() } -> std::same_as<int>;
    { attendance.end() } -> std::same_as<int>;
    { attendance.workers() } -> std::same_as<int>;
    { attendance.own_worker() } -> std::same_as<int>;
    { attendance.leader_of(worker) } -> std::same_as<int>;
};

// Interfaces whose ranks of one worker can wait for each other without messages: meets() says whether in this
// call, at all of its ranks. come() is true at one rank, the leader if there are other workers, when all of
// its worker have come; when that calls release(), it is false at the others. What a rank shows, an address,
// all see when all have come.
template <class M>
concept Meets = SharesMemory<M> && StartsSends<M> && Attends<typename M::Attendance> &&
    requires(M& interface, typename M::Attendance& attendance, const void* shown, int rank) {
    { interface.meets() } -> std::same_as<bool>;
    { interface.attendance() } -> std::same_as<typename M::Attendance>;
    { interface.come(attendance) } -> std::same_as<bool>;
    interface.release(attendance);
    interface.show(shown);
    {
        interface.shown_by(rank)
        } -> std::same_as<const void*>;
};

// What a rank shows begins with a mark of its type: ranks that disagree about a call may show other things.
struct Label {
    const char* mark;
    const void* shown;
};
template <class T>
inline constexpr char type_mark = 0;

// Something of a rank's in view of the others of a worker barrier, as long as this lives.
template <Meets M, class T>
class Exhibit {
  public:
    Exhibit(M& interface, const T& own) : interface_(interface), label_{&type_mark<T>, &own} {
        interface.show(&label_);
    }
    ~Exhibit() { interface_.show(nullptr); }
    Exhibit(const Exhibit&) = delete;
    Exhibit& operator=(const Exhibit&) = delete;

    [[nodiscard]] bool is_shown_by(int node) const {
        const auto* label = static_cast<const Label*>(interface_.shown_by(node));
        return label != nullptr && label->mark == &type_mark<T>;
    }
    // The first rank from `begin` up to `end` that does not show such a thing; `end` when all do.
    [[nodiscard]] int first_other(int begin, int end) const {
        while (begin < end && is_shown_by(begin)) ++begin;
        return begin;
    }
    // Of a rank that shows such a thing.
    [[nodiscard]] const T& of(int node) const {
        return *static_cast<const T*>(static_cast<const Label*>(interface_.shown_by(node))->shown);
    }

  private:
    M& interface_;
    Label label_;
};

// Word that who acts for a rank leaves in what that rank has shown: another's data are not as long as its
// own, or it shows something else.
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

// To all from `begin` up to `end` that show parts: `other` shows something else.
template <Meets M, class Part>
void note_other(const Exhibit<M, Part>& parts, int begin, int end, int other) {
    for (; begin < end; ++begin)
        if (parts.is_shown_by(begin)) parts.of(begin).difference.note(other, Difference::other_call);
}

// The ranks that lead the workers, one of each, as a group of their own.
template <Meets M>
class Leaders {
  public:
    using Piece = typename M::Piece;
    using Started = typename M::Started;

    Leaders(M& interface, const typename M::Attendance& attendance)
        : interface_(interface), attendance_(attendance) {}

    [[nodiscard]] int rank() const { return attendance_.own_worker(); }
    [[nodiscard]] int size() const { return attendance_.workers(); }
    void send(int node, const Piece& piece) { interface_.send(attendance_.leader_of(node), piece); }
    void receive(int node, const Piece& piece) { interface_.receive(attendance_.leader_of(node), piece); }
    void start(Started& started, int node, const Piece& piece) {
        interface_.start(started, attendance_.leader_of(node), piece);
    }
    void finish(Started& started) { interface_.finish(started); }
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) {
        interface_.exchange(attendance_.leader_of(to), outgoing, attendance_.leader_of(from), incoming);
    }
    void out_of_memory(std::size_t bytes) { interface_.out_of_memory(bytes); }

  private:
    M& interface_;
    const typename M::Attendance& attendance_;
};

namespace internal {

// By one rank of each worker: returns when one of each has come. ceil(log2 W) steps for W workers.
template <Meets M>
void wait_for_leaders(M& interface, const typename M::Attendance& attendance) {
    Leaders<M> leaders(interface, attendance);
    barrier::Disseminating::run(leaders);
}

// The same by all ranks: those of a worker wait for their leader.
template <Meets M>
void meet(M& interface) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.come(attendance)) return;
    wait_for_leaders(interface, attendance);
    interface.release(attendance);
}

} // namespace internal

// early(begin, end) runs once on each worker when its ranks, from begin up to end, have come, and late(begin,
// end) when all have. When that is over everywhere, all go on. Both see what those who have come have shown.
template <Meets M, class Early, class Late>
void once_per_worker(M& interface, Early&& early, Late&& late) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.come(attendance)) return;
    Leaders<M> leaders(interface, attendance);
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

// Whether ranks of this call can wait for each other without messages; the same answer on all of them.
template <class M>
[[nodiscard]] bool meets(const M& interface) {
    if constexpr (Meets<M>)
        return interface.meets();
    else
        return false;
}

// Nobody goes on before all have come here. Otherwise a Gather and a Bcast of nothing over the tree.
template <MessagePassing M>
void synchronize(M& interface) {
    if constexpr (Meets<M>)
        if (interface.meets()) return internal::meet(interface);
    const topologies::Tree tree(interface.size(), interface.rank(), 0);
    run<Reverse>(interface, tree, Nothing<M>{});
    run<Straight>(interface, tree, Nothing<M>{});
}

// One algorithm where ranks meet, another where they do not: they have cores of their own, or what they do
// goes on by itself.
template <class Together, class Otherwise>
struct WhereTheyMeet {
    static constexpr std::string_view name = Together::name;

    template <class M>
    static constexpr bool serves = collective::serves<Together, M>&& collective::serves<Otherwise, M>;
    template <MessagePassing M, class... Arguments>
    static void run(M& interface, const Arguments&... arguments) {
        if (meets(interface))
            Together::run(interface, arguments...);
        else
            Otherwise::run(interface, arguments...);
    }
};

namespace barrier {

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
