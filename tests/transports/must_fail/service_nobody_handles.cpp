// A service of active messages whose receiver handles none.
#include "transports/active_inbox.hpp"

struct Service {
    static constexpr std::string_view name = "service";
    using Header = int;
    struct Receiver {
        static Receiver& of(const sartor::process::Rank& rank);
#ifndef MUST_FAIL
        void handle(const Header& header, const void* data, std::size_t bytes, sartor::process::Rank& rank);
#endif
    };
};
bool handle(sartor::channel::ActiveInbox<Service>& inbox) { return inbox.handle(); }
