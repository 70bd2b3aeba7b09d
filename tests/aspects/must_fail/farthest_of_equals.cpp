// The farthest first, of nodes between which there are no distances.
#include "aspects/order/farthest_first.hpp"
#include "topologies/linear.hpp"
#include "topologies/networks/ring.hpp"

using namespace sartor;
#ifdef MUST_FAIL
using Network = topologies::AllEqual;
#else
using Network = topologies::networks::Ring;
#endif
using Order = aspects::FarthestFirst<topologies::LinearOrder<Network>>;
int first(const Order& order) { return order.element(0); }
