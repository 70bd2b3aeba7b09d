// The fastbuffer of AzequiaMPI (section III): a ring of slots from one worker to another, in which short
// messages cross with one or two cache lines each.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "runtime/scheduler/atomics.hpp"

namespace sartor::channel::host {

struct FastbufferShape : process::RealAtomics {
    static constexpr std::uint32_t slots = 256; // a power of two
    static constexpr std::size_t area_bytes = std::size_t{64} << 10;
    static constexpr std::uint32_t counted_before = 0; // where numbers, which wrap around, begin
};

// One thread writes, one reads. All messages from the one to the other are numbered, in slots and outside of
// them: a slot holds the next message when its number is the one that the reader expects, so the number is
// also the slot's flag. A label precedes the data; up to `inline_bytes` are in the slot, more in an area
// behind the slots. The reader gives room back in large pieces, so that the cache line for this is seldom
// transferred.
//
// A reply to a long message is written over it: the reader keeps the area piece of the last long message
// until the next one, and a long message of its own to the same peer is written there, since the reader's
// core already has these cache lines. In a ping-pong the same lines go back and forth: 4 KiB take 0.8 of the
// time that two rings of pieces take. The peer, which is the writer of that area, takes no piece back while
// it holds replies that were not read.
//
// Memory: 96 KiB with the usual shape. A short message costs the transfer of one or two cache lines.
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

    // Called by the writer: finds room for a message, has it filled by write(memory) and publishes it. False
    // when there is no room: no slot is free, or no piece of the area.
    template <class Write>
    [[nodiscard]] bool put(const Label& label, std::size_t bytes, Write write) noexcept {
        if (writer_.next == writer_.end && !find_slots()) return false;
        Slot& slot = *writer_.next;
        if (bytes <= inline_bytes) {
            slot.label = label;
            write(static_cast<void*>(slot.data));
        } else {
            const std::uint64_t offset = free_room(bytes);
            if (offset == nowhere) return false;
            Fastbuffer& owner = is_reply(offset) ? *opposite_ : *this;
            write(static_cast<void*>(owner.area_ + in_area(offset)));
            // After the data: a reader that polls the slot would take its line away meanwhile.
            slot.label = label;
            std::memcpy(slot.data, &offset, sizeof offset);
        }
        ++writer_.next;
        slot.number.store(writer_.number++, std::memory_order_release);
        return true;
    }

    // From now on replies to long messages of the opposite fastbuffer, which this one's writer reads, are
    // written over them.
    void reply(Fastbuffer& opposite) noexcept {
        opposite_ = &opposite;
        opposite.reader_.opposite = this;
    }

    // The number for a message that goes another way.
    [[nodiscard]] std::uint32_t take_number() noexcept { return writer_.number++; }

    // ---- the reader

    [[nodiscard]] std::uint32_t expected() const noexcept { return reader_.number; }
    void skip_expected() noexcept { ++reader_.number; }

    enum class Next : std::uint8_t { nothing, message, elsewhere };

    // What comes next in order: a message in a slot, one that went another way, or nothing yet. One load of a
    // slot.
    [[nodiscard]] Next look() const noexcept {
        const std::uint32_t number = next().number.load(std::memory_order_acquire);
        if (number == reader_.number) return Next::message;
        return static_cast<std::int32_t>(number - reader_.number) > 0 ? Next::elsewhere : Next::nothing;
    }

    // Reads the message that look() has found, by read(label, data) with label.bytes bytes of data, and frees
    // its slot.
    template <class Read>
    void take(Read read) noexcept {
        const Slot& slot = next();
        __builtin_prefetch(&slot + 1); // look() comes next
        read(slot.label, data_of(slot));
        release(slot);
    }

    // The same in steps, for a reader that may leave a message in its slot: the slot that comes next, whether
    // it holds the next message in order, and its data, which are valid until it is released.
    [[nodiscard]] const Slot& next() const noexcept { return *reader_.next; }
    [[nodiscard]] bool has_come(const Slot& slot) const noexcept {
        return slot.number.load(std::memory_order_acquire) == reader_.number;
    }
    [[nodiscard]] const void* data_of(const Slot& slot) const noexcept {
        return slot.label.bytes <= inline_bytes ? slot.data : data_at(offset_of(slot));
    }
    // Returns true when room was given back to the writer, once in many messages.
    bool release(const Slot& slot) noexcept {
        if (slot.label.bytes <= inline_bytes) [[likely]]
            return release_short();
        return release_long(offset_of(slot), slot.label.bytes);
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

    // Where the data of a long message are: offsets that increase through the area without end. Pieces begin
    // cache lines, so an odd offset can mark a piece of the opposite area.
    [[nodiscard]] static std::uint64_t offset_of(const Slot& slot) noexcept {
        std::uint64_t offset;
        std::memcpy(&offset, slot.data, sizeof offset);
        return offset;
    }
    static constexpr std::uint64_t reply_mark = 1;
    [[nodiscard]] static constexpr bool is_reply(std::uint64_t offset) noexcept {
        return (offset & reply_mark) != 0;
    }
    [[nodiscard]] static constexpr std::uint64_t in_area(std::uint64_t offset) noexcept {
        return (offset & ~reply_mark) % area_bytes;
    }
    [[nodiscard]] const char* data_at(std::uint64_t offset) const noexcept {
        return (is_reply(offset) ? *reader_.opposite : *this).area_ + in_area(offset);
    }

    // Learns from the reader which slots are free again. False when all are full.
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

    [[nodiscard]] std::uint64_t free_room(std::size_t bytes) noexcept {
        if (opposite_ != nullptr && bytes <= opposite_->reader_.last_bytes) return opposite_->reply_last();
        return free_piece(rounded(bytes));
    }

    // Data are in one piece: one that would cross the end of the area begins at its start.
    [[nodiscard]] std::uint64_t free_piece(std::uint64_t wanted) noexcept {
        std::uint64_t offset = writer_.area;
        const std::uint64_t left = area_bytes - offset % area_bytes;
        if (left < wanted) offset += left;
        if (offset + wanted - writer_.freed_area > area_bytes) {
            find_area();
            if (offset + wanted - writer_.freed_area > area_bytes) return nowhere;
        }
        writer_.area = offset + wanted;
        return offset;
    }

    // Learns from the reader which pieces are free again. They may hold replies that are still to be read.
    // These were sent before the pieces were freed, so their number has arrived with it, and they are read in
    // the order of sending.
    void find_area() noexcept {
        const std::uint64_t freed = freed_area_.load(std::memory_order_acquire);
        const std::uint32_t replies = replies_.load(std::memory_order_relaxed);
        if (static_cast<std::int32_t>(writer_.replies_read - replies) >= 0) writer_.freed_area = freed;
    }

    // The piece of the last long message, for a reply.
    [[nodiscard]] std::uint64_t reply_last() noexcept {
        reader_.last_bytes = 0;
        ++reader_.replies;
        return reader_.area | reply_mark;
    }

    // The piece itself is kept until the next long message has been read.
    bool release_long(std::uint64_t offset, std::size_t bytes) noexcept {
        if (is_reply(offset)) {
            ++reader_.opposite->writer_.replies_read;
            return release_short();
        }
        reader_.area = offset;
        reader_.last_bytes = rounded(bytes);
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
        replies_.store(reader_.replies, std::memory_order_relaxed);
        freed_area_.store(reader_.area, std::memory_order_release);
        freed_slots_.store(reader_.slots, std::memory_order_release);
    }

    // What each side counts for itself, and what it knows of the other's. Slots are found by addresses: the
    // next one, and the one at which there is more to do than to advance by one.
    struct Writer {
        std::uint32_t number = counted_before + 1; // of the next message; slots start with the one before
        std::uint32_t slots = counted_before;      // that it filled, or may fill up to the end
        Slot* next = nullptr;
        Slot* end = nullptr; // of what it knows to be free
        std::uint64_t area = 0;
        std::uint64_t freed_area = 0;
        std::uint32_t replies_read = 0; // in this area
    };
    struct Reader {
        std::uint32_t number = counted_before + 1;
        std::uint32_t slots = counted_before; // that it gave back
        Slot* next = nullptr;
        Slot* end = nullptr;    // of the piece, which is given back there
        Slot* kept = nullptr;   // the first that it has not given back
        std::uint64_t area = 0; // where the piece of the last long message begins
        std::uint64_t freed_area = 0;
        std::uint64_t last_bytes = 0; // of that piece; 0: a reply has been written over it
        std::uint32_t replies = 0;
        Fastbuffer* opposite = nullptr; // in whose area replies are
    };

    alignas(process::line_pair) Writer writer_;
    Fastbuffer* opposite_ = nullptr; // the writer's
    alignas(process::line_pair) Reader reader_;
    alignas(process::line_pair) Atomic<std::uint32_t> freed_slots_{counted_before}; // written by the reader
    Atomic<std::uint64_t> freed_area_{0};
    Atomic<std::uint32_t> replies_{0};
    Slot slots_[slots];
    alignas(slot_bytes) char area_[area_bytes];
};

} // namespace sartor::channel::host
