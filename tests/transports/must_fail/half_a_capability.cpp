// A transport that ranks of a worker reach through, but for one function of its cells.
#include "selection/configuration.hpp"
#include "tests/support/archetypes.hpp"

using namespace sartor;
template <class Parcel> struct Cells : channel::Cells<Parcel> {
#ifdef MUST_FAIL
    static bool keep(Parcel&) = delete;
#endif
};
template <class Messages> struct Transport : test::WithCells<Messages, Transport<Messages>> {
    using test::WithCells<Messages, Transport>::WithCells;
    using Cells = ::Cells<typename Messages::Parcel>;
    Cells& cells() { return own_cells_; }
    Cells own_cells_;
};
CommunicatorTypes<features<>, test::Archetype<Transport>>::Protocol protocol;
