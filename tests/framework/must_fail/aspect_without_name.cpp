// An aspect that would be shown by the name of the component below it.
#include "framework/graph.hpp"

struct Component {
    static constexpr std::string_view name = "component";
};
template <class Base>
struct Loud : Base {
#ifndef MUST_FAIL
    static constexpr std::string_view name = "loud";
#endif
};
using Root = sartor::woven_slot<"over the role", sartor::features<>, sartor::filled_slot<"layer", "role", Component>,
                                boost::mp11::mp_list<sartor::aspect<Loud>>>;
constexpr auto text = sartor::description<Root>();
