// A message between address spaces that says of its data where they lie.
#include "transports/split/control.hpp"

#ifdef MUST_FAIL
struct Check {
    const void* address;
};
#else
struct Check {
    int type;
};
#endif
sartor::channel::split::ControlMessage<Check> message;
