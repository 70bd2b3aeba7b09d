// A component without a name in a slot that is shown.
#include "framework/graph.hpp"

struct Component {
#ifndef MUST_FAIL
    static constexpr std::string_view name = "component";
#endif
};
using Root = sartor::filled_slot<"layer", "role", Component>;
constexpr auto text = sartor::description<Root>();
