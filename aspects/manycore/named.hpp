// Before a message goes to another cluster its sender finds out where the receiver is (LWMPI, sections 5.6
// and 5.7.2: step 1.2).
#pragma once

#include <string_view>

#include "components/machine/manycore/services/names.hpp"

namespace sartor::aspects {

// On machines that have a name service.
template <class Protocol>
class Named : public Protocol {
  public:
    static constexpr std::string_view name = "receivers found by name";
    using typename Protocol::Sending;

    void send(Sending& sending) noexcept {
        machine::manycore::find_rank(sending.destination);
        Protocol::send(sending);
    }
};

} // namespace sartor::aspects
