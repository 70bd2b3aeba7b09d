// All ranks come, then all go on. Where ranks share workers, those of one worker wait for each other without
// messages, and one of each worker exchanges some with the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "components/collective/barrier.hpp"
#include "components/collective/interface.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// Interfaces whose ranks of one worker can wait for each other without messages. An Attendance is a rank's
// part of one meeting.
template <class M>
concept Meets = SharesMemory<M> &&
    requires(M& interface, typename M::Attendance& attendance, const void* shown, int number) {
    { interface.meets() } -> std::same_as<bool>; // in this call, at all of its ranks
    { interface.attendance() } -> std::same_as<typename M::Attendance>;
    {
        interface.come(attendance)
        } -> std::same_as<bool>;  // true at one rank, when all of its worker have come
    interface.let_go(attendance); // for that rank: the others go on
    {
        attendance.begin()
        } -> std::same_as<int>; // the ranks of this worker
    { attendance.end() } -> std::same_as<int>;
    { attendance.workers() } -> std::same_as<int>; // that the ranks are on
    { attendance.own_worker() } -> std::same_as<int>;
    {
        attendance.leader_of(number)
        } -> std::same_as<int>; // the rank that come() is true at, when there are others
    interface.show(shown);      // an address, for all to see after the next meeting
    {
        interface.shown_by(number)
        } -> std::same_as<const void*>;
};

// The ranks that lead the workers, one of each, as a group of their own.
template <Meets M>
class Leaders {
  public:
    using Piece = typename M::Piece;

    Leaders(M& interface, const typename M::Attendance& attendance)
        : interface_(interface), attendance_(attendance) {}

    [[nodiscard]] int rank() const { return attendance_.own_worker(); }
    [[nodiscard]] int size() const { return attendance_.workers(); }
    void send(int node, const Piece& piece) { interface_.send(attendance_.leader_of(node), piece); }
    void receive(int node, const Piece& piece) { interface_.receive(attendance_.leader_of(node), piece); }
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) {
        interface_.exchange(attendance_.leader_of(to), outgoing, attendance_.leader_of(from), incoming);
    }
    void out_of_memory(std::size_t bytes) { interface_.out_of_memory(bytes); }

  private:
    M& interface_;
    const typename M::Attendance& attendance_;
};

namespace internal {

template <Meets M>
void wait_for_leaders(M& interface, const typename M::Attendance& attendance) {
    Leaders<M> leaders(interface, attendance);
    barrier::Disseminating::run(leaders);
}

template <Meets M>
void meet(M& interface) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.come(attendance)) return;
    wait_for_leaders(interface, attendance);
    interface.let_go(attendance);
}

} // namespace internal

// When all have come, act(begin, end) runs once on each worker, for its ranks from begin up to end: it sees
// what all have shown. When it is over everywhere, all go on.
template <Meets M, class Act>
void once_per_worker(M& interface, Act&& act) {
    typename M::Attendance attendance = interface.attendance();
    if (!interface.come(attendance)) return;
    internal::wait_for_leaders(interface, attendance);
    act(attendance.begin(), attendance.end());
    internal::wait_for_leaders(interface, attendance);
    interface.let_go(attendance);
}

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
template <class Meeting, class Otherwise>
struct WhereTheyMeet {
    static constexpr std::string_view name = Meeting::name;

    template <MessagePassing M, class... Arguments>
    static void run(M& interface, const Arguments&... arguments) {
        if (meets(interface))
            Meeting::run(interface, arguments...);
        else
            Otherwise::run(interface, arguments...);
    }
};

namespace barrier {

struct Shared {
    static constexpr std::string_view name = "shared memory";

    template <SharesMemory M>
    static void run(M& interface) {
        synchronize(interface);
    }
};

} // namespace barrier

} // namespace sartor::collective
