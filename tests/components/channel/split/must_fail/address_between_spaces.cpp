// A message between address spaces that says of its data where they lie.
#include "components/channel/split/byte_channel.hpp"

#ifdef MUST_FAIL
struct What {
    const void* place;
};
#else
struct What {
    int type;
};
#endif
void send(sartor::channel::split::ByteChannel& channel) {
    channel.send(sartor::channel::split::Control{}, What{}, nullptr, 0);
}
