// The ways for packets between the processes of a run. A process uses one of them, which is chosen when it
// has joined the run: the first that serves the run, in the order below.
//
// - MemoryCarrier: rings in shared memory, if all processes of the run share it.
// - MixedCarrier: such rings on each computer, TCP between computers.
// - TcpCarrier: if no memory is shared.
// - LibfabricCarrier: if the run names a provider (sartor run --provider).
#pragma once

#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <type_traits>
#include <variant>

#include "runtime/peers.hpp"
#include "transports/fabric/carriers/delivery.hpp"
#include "transports/fabric/carriers/libfabric/carrier.hpp"
#include "transports/fabric/carriers/mixed/carrier.hpp"
#include "transports/fabric/carriers/rings/carrier.hpp"
#include "transports/fabric/carriers/tcp/carrier.hpp"

namespace sartor::channel::fabric {

/// Packets of messages are for workers; packets of control, which are all other frames, for the listener.
/// Those of each kind between two processes arrive in the order in which they were sent. Any thread may send
/// and poll. Sending copies the parts and never waits. Members end the run if the system refuses something
/// that is needed.
template <class T>
concept Carrier = requires(T carrier, const Delivery& delivery, void* card, int process, const Part* parts,
                           int count, bool waits_for_turn, const int* others, int milliseconds) {
    // No launcher tells the other processes that this one ends: send_last() does.
    { T::tells_of_end } -> std::convertible_to<bool>;
    {carrier.open(delivery)};
    // What others must know of this process, of WireUp::longest_card bytes at most. Returns its length.
    { carrier.write_card(card) } -> std::same_as<std::size_t>;
    // Once all cards are there; before the following.
    {carrier.know_others()};

    // The rings to a process, if messages go to it through memory; or null.
    { carrier.rings_to(process) } -> std::same_as<Rings*>;
    {carrier.send(process, parts, count)};
    {carrier.send_control(process, parts, count)};
    // To all that this process is connected with: it ends now, perhaps in the middle of another call.
    {carrier.send_last(parts, count)};
    // Delivers what has come and passes on what was kept. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    { carrier.poll() } -> std::same_as<bool>;
    { carrier.poll_control(waits_for_turn) } -> std::same_as<bool>;
    // Bytes behind the frame.
    { carrier.longest_packet(process) } -> std::same_as<std::size_t>;

    // By the listener: until packets of control have come, one of two other descriptors is readable
    // (negative: none), or the time is over.
    {carrier.wait(others, milliseconds)};
    // Where writing to such a descriptor does not.
    {carrier.wake_listener()};
    // From now on one thread alone sends messages and polls for them. False: that makes no difference.
    { carrier.serve_one_thread() } -> std::same_as<bool>;
    {carrier.close()};
};

/// Workers wait for messages themselves. Without that the listener does while they sleep (see
/// process::Peers).
template <class T>
concept WakesWorkers = Carrier<T> && requires(T carrier, const Events& events, Events::Count so_far,
                                              std::int64_t nanoseconds, std::uintptr_t address) {
    { T::look_cost } -> std::convertible_to<int>;
    { carrier.sleep(events, so_far, nanoseconds) } -> std::same_as<bool>;
    {carrier.wake()};
    { carrier.is_slept_on(address) } -> std::same_as<bool>;
};

using Carriers = std::variant<MemoryCarrier, MixedCarrier, TcpCarrier, LibfabricCarrier>;
extern Carriers carriers;

/// Calls visit(carrier) for the one that the run has.
template <class Visit>
decltype(auto) with_carrier(Visit visit) noexcept {
    return boost::mp11::mp_with_index<std::variant_size_v<Carriers>>(
        carriers.index(),
        [&](auto index) -> decltype(auto) { return visit(*std::get_if<index.value>(&carriers)); });
}

/// Chooses the carrier and opens it.
void open_carrier(const Delivery& delivery) noexcept;

/// How workers sleep and are woken.
void let_workers_wait(process::Peers& peers) noexcept;

} // namespace sartor::channel::fabric
