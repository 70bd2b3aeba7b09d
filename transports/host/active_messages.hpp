// Active messages between the workers of this computer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/process.hpp"
#include "runtime/scheduler/worker.hpp"
#include "transports/active_inbox.hpp"

namespace sartor::channel::host {

// An aspect over the transport of messages, woven where there are services of active messages.
template <class Base, class... Services>
class WithActiveMessages : public Base {
  public:
    using Base::Base;

    [[nodiscard]] static WithActiveMessages& of(const process::Rank& rank) noexcept {
        return process::transport_of<WithActiveMessages>(rank);
    }

    // Called by any worker. A message takes an allocation and a copy; it arrives with the owner's next
    // collect().
    template <class Service>
    static void send(process::Rank& destination, const typename Service::Header& header,
                     const void* data = nullptr, std::size_t bytes = 0, int = 0) noexcept {
        of(destination).active_.template post<Service>(destination.number, header, data, bytes);
        destination.worker->rouse();
    }

    // A message that has come from another process, as bytes: see ActiveInbox. `collector`: the transport
    // whose collect() has found it, or null.
    [[nodiscard]] static bool deliver(const void* collector, std::uint32_t service, int destination,
                                      const void* contents, std::size_t bytes) noexcept {
        process::Rank& rank = process::rank(destination);
        if (collector == &of(rank))
            return of(rank).active_.handle_bytes(service, destination, contents, bytes);
        if (!of(rank).active_.post_bytes(service, destination, contents, bytes)) return false;
        rank.worker->rouse();
        return true;
    }
    template <class Service>
    static constexpr std::uint32_t number_of = ActiveInbox<Services...>::template index_of<Service>;

    bool collect() noexcept {
        const bool any = Base::collect();
        return active_.handle() || any;
    }

  private:
    ActiveInbox<Services...> active_;
};

} // namespace sartor::channel::host
