// A header between address spaces in which bytes are left that belong to no member.
#include "transports/split/control.hpp"

struct Header {
    std::int64_t number;
    std::int32_t kind;
#ifndef MUST_FAIL
    std::int32_t unused;
#endif
};
void refuse(const Header& header) { sartor::channel::split::refuse_addresses(header); }
