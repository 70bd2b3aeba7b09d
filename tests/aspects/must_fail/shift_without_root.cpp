// A shift by the root, of an order that does not tell its root.
#include "aspects/order/shift.hpp"
#include "topologies/chain.hpp"
#include "topologies/linear.hpp"

using namespace sartor;
#ifdef MUST_FAIL
using Base = topologies::ChainOrder<topologies::AllEqual>;
#else
using Base = topologies::LinearOrder<topologies::AllEqual>;
#endif
int first(const aspects::ShiftByRoot<Base>& order) { return order.element(0); }
