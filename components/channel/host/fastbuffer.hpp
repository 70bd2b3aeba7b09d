// The fastbuffer of AzequiaMPI (section III): a ring of slots from one worker to another, in which short
// messages cross with one or two cache lines each.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "components/process/atomics.hpp"

namespace sartor::channel::host {

struct FastbufferShape : process::RealAtomics {
    static constexpr std::uint32_t slots = 256; // a power of two
    static constexpr std::size_t area_bytes = std::size_t{64} << 10;
    static constexpr std::uint32_t counted_before = 0; // where numbers, which wrap around, begin
};

// One writes, one reads. All that crosses from the one to the other is numbered, in slots and outside of
// them: a slot is the next in order when its number is the one that the reader expects, so the number serves
// as the slot's flag too. A label is what stands before the data; up to `inline_bytes` lie in the slot, more
// in an area behind the slots. Room that the reader is done with is given back in large pieces, so that its
// cache line seldom crosses.
template <class Label, class Shape = FastbufferShape>
class Fastbuffer {
  public:
    static constexpr std::size_t slot_bytes = 128;
    static constexpr std::uint32_t slots = Shape::slots;
    static constexpr std::size_t area_bytes = Shape::area_bytes;
    static constexpr std::size_t inline_bytes = slot_bytes - sizeof(std::uint32_t) - sizeof(Label);
    static constexpr std::size_t longest = area_bytes / 8;

    struct alignas(slot_bytes) Slot {
        typename Shape::template Atomic<std::uint32_t> number{Shape::counted_before};
        Label label;
        char data[inline_bytes];
    };
    static_assert(sizeof(Slot) == slot_bytes);

    Fastbuffer() noexcept {
        writer_.next = writer_.end = slots_;
        reader_.next = reader_.kept = slots_;
        reader_.end = slots_ + slots_a_piece;
    }
    Fastbuffer(const Fastbuffer&) = delete;
    Fastbuffer& operator=(const Fastbuffer&) = delete;

    // ---- the writer

    // Room for a message, filled by write(place) and then shown to the reader. False when there is none.
    template <class Write>
    [[nodiscard]] bool put(const Label& label, std::size_t bytes, Write write) noexcept {
        if (writer_.next == writer_.end && !find_slots()) return false;
        Slot& slot = *writer_.next;
        if (bytes <= inline_bytes) {
            slot.label = label;
            write(static_cast<void*>(slot.data));
        } else {
            const std::uint64_t place = free_place(bytes);
            if (place == nowhere) return false;
            write(static_cast<void*>(area_ + place % area_bytes));
            slot.label =
                label; // after the data: a reader that looks at the slot would take its line away meanwhile
            std::memcpy(slot.data, &place, sizeof place);
        }
        ++writer_.next;
        slot.number.store(writer_.number++, std::memory_order_release);
        return true;
    }

    // The number of a message that goes another way.
    [[nodiscard]] std::uint32_t take_number() noexcept { return writer_.number++; }

    // ---- the reader

    [[nodiscard]] std::uint32_t expected() const noexcept { return reader_.number; }
    void skip_expected() noexcept { ++reader_.number; }

    enum class Next : std::uint8_t { nothing, message, elsewhere };

    // What comes next in order: a message in a slot, one that went another way, or nothing yet.
    [[nodiscard]] Next look() const noexcept {
        const std::uint32_t number = next().number.load(std::memory_order_acquire);
        if (number == reader_.number) return Next::message;
        return static_cast<std::int32_t>(number - reader_.number) > 0 ? Next::elsewhere : Next::nothing;
    }

    // The message that look() has told of: read(label, data), with label.bytes bytes of data.
    template <class Read>
    void take(Read read) noexcept {
        const Slot& slot = next();
        __builtin_prefetch(&slot + 1); // look() comes next
        read(slot.label, data_of(slot));
        release(slot);
    }

    // The same in steps, for a reader that may leave a message where it is: the slot that comes next, whether
    // the message in it comes next in order, and its data, which lie there until it is released.
    [[nodiscard]] const Slot& next() const noexcept { return *reader_.next; }
    [[nodiscard]] bool has_come(const Slot& slot) const noexcept {
        return slot.number.load(std::memory_order_acquire) == reader_.number;
    }
    [[nodiscard]] const void* data_of(const Slot& slot) const noexcept {
        return slot.label.bytes <= inline_bytes ? slot.data : area_ + place_of(slot) % area_bytes;
    }
    // True where room is given back to the writer, once in so many messages.
    bool release(const Slot& slot) noexcept {
        if (slot.label.bytes <= inline_bytes) [[likely]]
            return release_short();
        return release_long(place_of(slot) + rounded(slot.label.bytes));
    }
    bool release_short() noexcept {
        ++reader_.number;
        if (++reader_.next != reader_.end) [[likely]]
            return false;
        give_back();
        return true;
    }

  private:
    template <class T>
    using Atomic = typename Shape::template Atomic<T>;
    static constexpr std::uint32_t counted_before = Shape::counted_before;
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    static constexpr std::uint32_t slots_a_piece = slots < 4 ? 1 : slots / 4;
    static constexpr std::uint64_t area_a_piece = area_bytes / 4;

    static constexpr std::uint64_t rounded(std::size_t bytes) noexcept { return (bytes + 63) / 64 * 64; }

    // Where the data of a message lie that found no room in its slot.
    [[nodiscard]] static std::uint64_t place_of(const Slot& slot) noexcept {
        std::uint64_t place;
        std::memcpy(&place, slot.data, sizeof place);
        return place;
    }

    // When those that the writer knew to be free are full.
    [[nodiscard, gnu::noinline]] bool find_slots() noexcept {
        const std::uint32_t taken = writer_.slots - freed_slots_.load(std::memory_order_acquire);
        if (taken == slots) return false;
        if (writer_.next == slots_ + slots) writer_.next = slots_;
        const auto in_a_row = static_cast<std::uint32_t>(slots_ + slots - writer_.next);
        const std::uint32_t found = std::min(slots - taken, in_a_row);
        writer_.slots += found;
        writer_.end = writer_.next + found;
        return true;
    }

    // Data lie in one piece: what would cross the end of the area starts at its beginning.
    [[nodiscard]] std::uint64_t free_place(std::size_t bytes) noexcept {
        const std::uint64_t wanted = rounded(bytes);
        std::uint64_t place = writer_.area;
        const std::uint64_t left = area_bytes - place % area_bytes;
        if (left < wanted) place += left;
        if (place + wanted - writer_.freed_area > area_bytes) {
            writer_.freed_area = freed_area_.load(std::memory_order_acquire);
            if (place + wanted - writer_.freed_area > area_bytes) return nowhere;
        }
        writer_.area = place + wanted;
        return place;
    }

    bool release_long(std::uint64_t end_of_data) noexcept {
        reader_.area = end_of_data;
        ++reader_.number;
        if (++reader_.next != reader_.end && reader_.area - reader_.freed_area < area_a_piece) return false;
        give_back();
        return true;
    }
    [[gnu::noinline]] void give_back() noexcept {
        reader_.slots += static_cast<std::uint32_t>(reader_.next - reader_.kept);
        if (reader_.next == slots_ + slots) reader_.next = slots_;
        reader_.kept = reader_.next;
        reader_.end = reader_.next + std::min<std::ptrdiff_t>(slots_a_piece, slots_ + slots - reader_.next);
        reader_.freed_area = reader_.area;
        freed_area_.store(reader_.area, std::memory_order_release);
        freed_slots_.store(reader_.slots, std::memory_order_release);
    }

    // What each side counts for itself, and what it knows of the other's. Slots are found by addresses:
    // where the next one is, and where it has to do more than to go on to the one behind.
    struct Writer {
        std::uint32_t number = counted_before + 1; // of the next message; slots start with the one before
        std::uint32_t slots = counted_before;      // that it filled, or may fill up to the end
        Slot* next = nullptr;
        Slot* end = nullptr; // of what it knows to be free
        std::uint64_t area = 0;
        std::uint64_t freed_area = 0;
    };
    struct Reader {
        std::uint32_t number = counted_before + 1;
        std::uint32_t slots = counted_before; // that it gave back
        Slot* next = nullptr;
        Slot* end = nullptr;  // of the piece, which is given back there
        Slot* kept = nullptr; // the first that it has not given back
        std::uint64_t area = 0;
        std::uint64_t freed_area = 0;
    };

    alignas(process::line_pair) Writer writer_;
    alignas(process::line_pair) Reader reader_;
    alignas(process::line_pair) Atomic<std::uint32_t> freed_slots_{counted_before}; // written by the reader
    Atomic<std::uint64_t> freed_area_{0};
    Slot slots_[slots];
    alignas(slot_bytes) char area_[area_bytes];
};

} // namespace sartor::channel::host
