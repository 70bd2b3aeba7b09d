// A header and its data (EPOS-MPI 4.3). Knows nothing of the header but that it is one.
#pragma once

#include <string_view>

#include "components/envelope/header.hpp"
#include "components/envelope/storage.hpp"

namespace sartor::envelope {

// Data cross as they are: all ranks read the same byte order.
struct Untyped { static constexpr std::string_view name = "untyped"; };

template <Header H, class Storage, class Typing = Untyped> struct Envelope {
    static constexpr std::string_view name = Typing::name;
    using header_type = H;
    using storage_type = Storage;

    H header{};
    Storage storage{};
};

} // namespace sartor::envelope
