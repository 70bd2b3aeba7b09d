// The host's mailbox: ranks share memory, so a parcel is handed over by its address.
#pragma once

#include <string_view>

#include "components/process/inbox.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::host {

// Stands first in the state of each rank: that is how a sender finds it.
template <class Parcel>
class Mailbox {
  public:
    static constexpr std::string_view name = "host mailbox";

    static void post(int destination, Parcel& parcel) noexcept {
        process::Rank& receiver = process::rank(destination);
        static_cast<Mailbox*>(receiver.state)->inbox_.post(parcel);
        process::wake(receiver);
    }

    [[nodiscard]] Parcel* collect() noexcept { return inbox_.collect(); }
    [[nodiscard]] bool looks_empty() const noexcept { return inbox_.looks_empty(); }

  private:
    process::Inbox<Parcel> inbox_;
};

} // namespace sartor::channel::host
