// The communicator's queues (EPOS-MPI 4.2, 4.6): posted receives that wait for messages, and messages that
// wait for receives. Both are searched oldest first, which is MPI's matching order (MPI-5.0 section 3.5).
// EPOS-MPI's binary search by headers would lose that order: see docs/papers.md.
//
// A search takes time proportional to the number of nodes before the match. Nodes are linked, never copied,
// and belong to whoever pushed them; there are no locks.
#pragma once

#include <string_view>
#include <utility>

namespace sartor::communicator {

// First in, first out, linked through `next`; any node may be taken out. A node is in one queue at a time.
// The queue itself must not be moved or copied: it points into itself.
template <class Node>
class Queue {
  public:
    // Adds a node at the end, in constant time.
    void push(Node& node) noexcept {
        node.next = nullptr;
        *end_ = &node;
        end_ = &node.next;
    }

    // Takes out the oldest node that satisfies the condition; null when there is none.
    template <class Condition>
    [[nodiscard]] Node* take(Condition condition) noexcept {
        for (Node** link = &first_; *link != nullptr; link = &(*link)->next) {
            if (!condition(**link)) continue;
            Node* node = *link;
            *link = node->next;
            if (end_ == &node->next) end_ = link;
            return node;
        }
        return nullptr;
    }

    // take() and find() that clean up: nodes for which is_void(node) holds are taken out on the way and
    // given to drop(node), which may free them.
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] Node* take(Condition condition, IsVoid is_void, Drop drop) noexcept {
        Node** link = seek(condition, is_void, drop);
        return *link == nullptr ? nullptr : &take_at(link);
    }
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] const Node* find(Condition condition, IsVoid is_void, Drop drop) noexcept {
        return *seek(condition, is_void, drop);
    }

    // The oldest node that satisfies the condition, left in the queue; null when there is none.
    template <class Condition>
    [[nodiscard]] const Node* find(Condition condition) const noexcept {
        const Node* node = first_;
        while (node != nullptr && !condition(*node)) node = node->next;
        return node;
    }

    // Removes all nodes; they are not touched.
    void clear() noexcept {
        first_ = nullptr;
        end_ = &first_;
    }
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    [[nodiscard]] const Node* first() const noexcept { return first_; }

  private:
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] Node** seek(Condition condition, IsVoid is_void, Drop drop) noexcept {
        Node** link = &first_;
        while (*link != nullptr)
            if (is_void(**link))
                drop(take_at(link));
            else if (condition(**link))
                break;
            else
                link = &(*link)->next;
        return link;
    }

    Node& take_at(Node** link) noexcept {
        Node& node = **link;
        *link = node.next;
        if (end_ == &node.next) end_ = link;
        return node;
    }

    Node* first_ = nullptr;
    Node** end_ = &first_;
};

// Posted receives of a program that may have several at a time: with immediate operations, for instance.
template <class Receiving>
class ExpectedQueue {
  public:
    static constexpr std::string_view name = "expected queue";
    static constexpr bool holds_several = true;

    // Posts a receive.
    void push(Receiving& receiving) noexcept { waiting_.push(receiving); }

    // Takes out the oldest receive that matches the arrived header; null when none does.
    template <class Header>
    [[nodiscard]] Receiving* take(const Header& arrived) noexcept {
        return waiting_.take([&](const Receiving& one) { return one.envelope.header.matches(arrived); });
    }
    // The receive that take() would take out.
    template <class Header>
    [[nodiscard]] const Receiving* find(const Header& arrived) const noexcept {
        return waiting_.find([&](const Receiving& one) { return one.envelope.header.matches(arrived); });
    }
    // Takes out the oldest receive for which condition(receiving) holds; null when there is none.
    template <class Condition>
    [[nodiscard]] Receiving* take_if(Condition condition) noexcept {
        return waiting_.take(condition);
    }
    // Takes out this receive. False when it is not posted (any more).
    bool remove(const Receiving& receiving) noexcept {
        return waiting_.take([&](const Receiving& one) { return &one == &receiving; }) != nullptr;
    }
    [[nodiscard]] const Receiving* first() const noexcept { return waiting_.first(); }

  private:
    Queue<Receiving> waiting_;
};

// Without immediate operations at most one receive is posted at a time, so the queue becomes a pointer
// (EPOS-MPI 4.2). push() requires that it is empty: a second receive would replace the first. Other
// functions are those of ExpectedQueue.
template <class Receiving>
class ExpectedSlot {
  public:
    static constexpr std::string_view name = "expected slot";
    static constexpr bool holds_several = false;

    void push(Receiving& receiving) noexcept { waiting_ = &receiving; }

    template <class Header>
    [[nodiscard]] Receiving* take(const Header& arrived) noexcept {
        if (waiting_ == nullptr || !waiting_->envelope.header.matches(arrived)) return nullptr;
        Receiving* receiving = waiting_;
        waiting_ = nullptr;
        return receiving;
    }
    template <class Header>
    [[nodiscard]] const Receiving* find(const Header& arrived) const noexcept {
        return waiting_ != nullptr && waiting_->envelope.header.matches(arrived) ? waiting_ : nullptr;
    }
    template <class Condition>
    [[nodiscard]] Receiving* take_if(Condition condition) noexcept {
        return waiting_ != nullptr && condition(*waiting_) ? std::exchange(waiting_, nullptr) : nullptr;
    }
    bool remove(const Receiving& receiving) noexcept {
        const bool waits = waiting_ == &receiving;
        if (waits) waiting_ = nullptr;
        return waits;
    }
    [[nodiscard]] const Receiving* first() const noexcept { return waiting_; }

  private:
    Receiving* waiting_ = nullptr;
};

// Messages that arrived before their receives were posted. take() and find() give the oldest message that
// the expected header matches, or null.
template <class Parcel>
class UnexpectedQueue {
  public:
    static constexpr std::string_view name = "unexpected queue";
    static constexpr bool chooses = false; // see choosing.hpp

    void push(Parcel& parcel) noexcept { waiting_.push(parcel); }

    template <class Header>
    [[nodiscard]] Parcel* take(const Header& expected) noexcept {
        return waiting_.take([&](const Parcel& one) { return expected.matches(one.envelope.header); });
    }
    template <class Header>
    [[nodiscard]] const Parcel* find(const Header& expected) const noexcept {
        return waiting_.find([&](const Parcel& one) { return expected.matches(one.envelope.header); });
    }
    // The same for messages that their senders may cancel at any moment, from another thread: is_void(parcel)
    // returns whether it was cancelled, drop(parcel) ends those, and claim(parcel) decides: false when the
    // sender was faster.
    template <class Header, class IsVoid, class Drop, class Claim>
    [[nodiscard]] Parcel* take(const Header& expected, IsVoid is_void, Drop drop, Claim claim) noexcept {
        return waiting_.take([&](Parcel& one) { return expected.matches(one.envelope.header) && claim(one); },
                             is_void, drop);
    }
    template <class Header, class IsVoid, class Drop>
    [[nodiscard]] const Parcel* find(const Header& expected, IsVoid is_void, Drop drop) noexcept {
        return waiting_.find([&](const Parcel& one) { return expected.matches(one.envelope.header); },
                             is_void, drop);
    }
    [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
    // Takes out the oldest message that satisfies the condition, whatever its header; null when none does.
    template <class Condition>
    [[nodiscard]] Parcel* take_first(Condition condition) noexcept {
        return waiting_.take(condition);
    }
    [[nodiscard]] const Parcel* first() const noexcept { return waiting_.first(); }
    [[nodiscard]] Parcel* take_first() noexcept {
        return waiting_.take([](const Parcel&) { return true; });
    }

  private:
    Queue<Parcel> waiting_;
};

} // namespace sartor::communicator
