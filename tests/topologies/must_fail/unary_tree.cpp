// A tree each of whose nodes serves one other.
#include "topologies/k_ary.hpp"

#ifdef MUST_FAIL
using Tree = sartor::topologies::KAry<1>;
#else
using Tree = sartor::topologies::KAry<2>;
#endif
Tree tree(8, 0, 0);
