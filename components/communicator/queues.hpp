// The communicator's queues (EPOS-MPI 4.2, 4.6): receives that wait for messages, messages that wait for
// receives. Both are searched oldest first: that is MPI's matching order (MPI-5.0 section 3.5).
#pragma once

#include <string_view>

namespace sartor::communicator {

// First in, first out, linked through `next`; anything in it may be taken out.
template <class Node>
class Queue {
  public:
    void push(Node& node) noexcept {
        node.next = nullptr;
        *end_ = &node;
        end_ = &node.next;
    }

    // Takes out the oldest node that satisfies the condition; null when there is none.
    template <class Condition>
    [[nodiscard]] Node* take(Condition condition) noexcept {
        for (Node** place = &first_; *place != nullptr; place = &(*place)->next) {
            if (!condition(**place)) continue;
            Node* node = *place;
            *place = node->next;
            if (end_ == &node->next) end_ = place;
            return node;
        }
        return nullptr;
    }

    // The same, with what is void on the way there taken out and dropped.
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] Node* take(Condition condition, IsVoid is_void, Drop drop) noexcept {
        Node** place = seek(condition, is_void, drop);
        return *place == nullptr ? nullptr : &take_at(place);
    }
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] const Node* find(Condition condition, IsVoid is_void, Drop drop) noexcept {
        return *seek(condition, is_void, drop);
    }

    // The oldest one that satisfies the condition, without taking it out.
    template <class Condition>
    [[nodiscard]] const Node* find(Condition condition) const noexcept {
        const Node* node = first_;
        while (node != nullptr && !condition(*node)) node = node->next;
        return node;
    }

    void clear() noexcept {
        first_ = nullptr;
        end_ = &first_;
    }
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    [[nodiscard]] const Node* first() const noexcept { return first_; }

  private:
    template <class Condition, class IsVoid, class Drop>
    [[nodiscard]] Node** seek(Condition condition, IsVoid is_void, Drop drop) noexcept {
        Node** place = &first_;
        while (*place != nullptr)
            if (is_void(**place))
                drop(take_at(place));
            else if (condition(**place))
                break;
            else
                place = &(*place)->next;
        return place;
    }

    Node& take_at(Node** place) noexcept {
        Node& node = **place;
        *place = node.next;
        if (end_ == &node.next) end_ = place;
        return node;
    }

    Node* first_ = nullptr;
    Node** end_ = &first_;
};

// Receives that wait, when several may: a program with immediate operations.
template <class Receiving>
class ExpectedQueue {
  public:
    static constexpr std::string_view name = "expected queue";
    static constexpr bool holds_several = true;

    void push(Receiving& receiving) noexcept { waiting_.push(receiving); }

    template <class Header>
    [[nodiscard]] Receiving* take(const Header& arrived) noexcept {
        return waiting_.take([&](const Receiving& one) { return one.envelope.header.matches(arrived); });
    }
    // The one that take() would give.
    template <class Header>
    [[nodiscard]] const Receiving* find(const Header& arrived) const noexcept {
        return waiting_.find([&](const Receiving& one) { return one.envelope.header.matches(arrived); });
    }
    // False when it does not wait (any more).
    bool remove(const Receiving& receiving) noexcept {
        return waiting_.take([&](const Receiving& one) { return &one == &receiving; }) != nullptr;
    }
    [[nodiscard]] const Receiving* first() const noexcept { return waiting_.first(); }

  private:
    Queue<Receiving> waiting_;
};

// Without immediate operations one receive can wait at a time: the queue becomes a pointer (EPOS-MPI 4.2).
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
    bool remove(const Receiving& receiving) noexcept {
        const bool waits = waiting_ == &receiving;
        if (waits) waiting_ = nullptr;
        return waits;
    }
    [[nodiscard]] const Receiving* first() const noexcept { return waiting_; }

  private:
    Receiving* waiting_ = nullptr;
};

// Messages that arrived before their receives.
template <class Parcel>
class UnexpectedQueue {
  public:
    static constexpr std::string_view name = "unexpected queue";

    void push(Parcel& parcel) noexcept { waiting_.push(parcel); }

    template <class Header>
    [[nodiscard]] Parcel* take(const Header& expected) noexcept {
        return waiting_.take([&](const Parcel& one) { return expected.matches(one.envelope.header); });
    }
    template <class Header>
    [[nodiscard]] const Parcel* find(const Header& expected) const noexcept {
        return waiting_.find([&](const Parcel& one) { return expected.matches(one.envelope.header); });
    }
    // The same of messages that may be taken back at any moment: is_void(parcel) says which are, drop(parcel)
    // ends these, claim(parcel) may come too late.
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
    // Whatever its header; null when none satisfies the condition.
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
