// Reduction as an aspect over the function objects of a collective (EPOS-MPI 3.6): what is received is joined
// with what the node has.
#pragma once

#include <cstddef>

namespace sartor::aspects {

// `Functions` receives into a place aside; joined(received) then combines it into the node's data. Walked in
// reverse, a tree's operands meet in the order of the nodes, whatever arrives first.
template <class Functions, class Join>
class Reduction : public Functions {
  public:
    Reduction(const Functions& functions, Join join) : Functions(functions), join_(join) {}

    void receive(int node) {
        Functions::receive(node);
        join_();
    }

  private:
    Join join_;
};

} // namespace sartor::aspects
