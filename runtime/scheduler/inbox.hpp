// A lock-free queue with many producers and one consumer. Nodes are linked through their own `next`.
#pragma once

#include <atomic>

#include "runtime/scheduler/atomics.hpp"

namespace sartor::process {

// Keeps the order in which nodes were posted, and so the order of each one who posts. One compare-and-swap to
// post, one exchange to empty; both on the box's own cache line.
template <class Node, class Atomics = RealAtomics>
class Inbox {
  public:
    void post(Node& node) noexcept {
        Node* newest = newest_.load(std::memory_order_relaxed);
        do node.next = newest;
        while (!newest_.compare_exchange_weak(newest, &node, std::memory_order_seq_cst,
                                              std::memory_order_relaxed));
    }

    // From any thread: whether it holds a node at this moment.
    [[nodiscard]] bool empty() const noexcept { return newest_.load(std::memory_order_seq_cst) == nullptr; }
    // The same as a hint, without order.
    [[nodiscard]] bool looks_empty() const noexcept {
        return newest_.load(std::memory_order_relaxed) == nullptr;
    }

    // All nodes, the oldest first, linked through `next`; null when there is none.
    [[nodiscard]] Node* collect() noexcept {
        Node* newest = newest_.exchange(nullptr, std::memory_order_acquire);
        Node* oldest = nullptr;
        while (newest != nullptr) {
            Node* rest = newest->next;
            newest->next = oldest;
            oldest = newest;
            newest = rest;
        }
        return oldest;
    }

  private:
    alignas(line_pair) typename Atomics::template Atomic<Node*> newest_{nullptr};
};

} // namespace sartor::process
