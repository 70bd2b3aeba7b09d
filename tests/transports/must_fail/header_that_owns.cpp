// Active messages whose header can't be copied as bytes.
#include "transports/active_inbox.hpp"

#include <string>

struct Service {
    static constexpr std::string_view name = "service";
#ifdef MUST_FAIL
    using Header = std::string;
#else
    using Header = int;
#endif
    struct Receiver {
        static Receiver& of(const sartor::process::Rank& rank);
        void handle(const Header& header, const void* data, std::size_t bytes, sartor::process::Rank& rank);
    };
};
sartor::channel::ActiveInbox<Service> inbox;
