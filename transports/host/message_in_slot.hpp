// A message that its rank reads in the slot into which another worker has written it.
#pragma once

#include <cstddef>

#include "components/envelope/storage.hpp"

namespace sartor::channel::host {

// No message, or the next one of a pair's fastbuffer. `Transport` counts the room that is given back.
template <class Transport, class Pair, class Storage>
class MessageInSlot {
  public:
    MessageInSlot() = default;
    MessageInSlot(Transport& transport, Pair& pair, const typename Pair::Slot& slot) noexcept
        : transport_(&transport), pair_(&pair), slot_(&slot) {}

    explicit operator bool() const noexcept { return slot_ != nullptr; }
    [[nodiscard]] const auto& header() const noexcept { return slot_->label.header; }
    [[nodiscard]] const auto& check() const noexcept { return slot_->label.check; }
    [[nodiscard]] std::size_t bytes() const noexcept { return slot_->label.bytes; }

    // Copies the message to a target with room for it, and frees its slot. Short messages are copied in
    // words, without a call.
    [[gnu::always_inline]] void take_out(const Storage& target) const noexcept {
        const std::size_t size = bytes();
        void* const memory = target.stretch();
        if (memory == nullptr || !envelope::is_copied_in_words(size))
            return take_out_with_calls(*transport_, *pair_, *slot_, target);
        envelope::copy_in_words(memory, slot_->data, size);
        if (pair_->release_short()) [[unlikely]]
            transport_->count_taken_out();
    }

  private:
    [[gnu::noinline]] static void take_out_with_calls(Transport& transport, Pair& pair,
                                                      const typename Pair::Slot& slot,
                                                      Storage target) noexcept {
        Storage{const_cast<void*>(pair.data_of(slot)), slot.label.bytes}.copy_to(target);
        if (pair.release(slot)) transport.count_taken_out();
    }

    Transport* transport_ = nullptr;
    Pair* pair_ = nullptr;
    const typename Pair::Slot* slot_ = nullptr;
};

} // namespace sartor::channel::host
