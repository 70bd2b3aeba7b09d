// Sends from the library's buffers, on a machine that keeps nothing with sends by which such a buffer is freed.
#include "selection/configuration.hpp"
#include "tests/support/archetypes.hpp"

using namespace sartor;
struct Transit : test::BetweenStrangers {
#ifdef MUST_FAIL
    struct OfSending {};
#endif
};
using Machine = test::Archetype<test::Buffering, Transit>;
CommunicatorTypes<features<>, Machine>::Protocol protocol;
