// Reduction as an aspect over the function objects of a collective (EPOS-MPI 3.6): what is received is joined
// with what the node has.
#pragma once

#include <cstddef>

namespace sartor::aspects {

// Requires: Functions::receive(node) puts what it receives beside the node's own data, and join() then
// combines it into these. Otherwise the function objects are those of `Functions`.
//
// A reverse traversal joins in its own order, whatever arrives first; over a topology for which keeps_order
// holds this is the order of the nodes.
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
