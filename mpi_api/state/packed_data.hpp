// What MPI_Pack has put where, in programs built with --checked: MPI_Unpack compares it (MPI-5.0
// sections 3.3.1 and 5.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/datatype/checked_type.hpp"
#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "framework/slot.hpp"

namespace sartor::mpi {

struct NoPackedData {
    static constexpr std::string_view name = absent;
    [[nodiscard]] static constexpr bool is_empty() noexcept { return true; }
    template <class Storage>
    static void forget(const Storage&) noexcept {}
};

// The data of one call.
struct PackedPart {
    const char* memory = nullptr;
    std::size_t bytes = 0;
    datatype::CheckedType types;
    envelope::Digest digest;        // of the memory: the program may put other data there
    const char* function = nullptr; // that has packed them, and its call site
    const void* site = nullptr;
};

// By the addresses of the packed data; those with the same slot displace each other.
class PackedData {
  public:
    static constexpr std::string_view name = "types of packed data";

    void add(PackedPart part) noexcept {
        part.digest = envelope::digest_of(part.memory, part.bytes);
        each_[slot_of(part.memory)] = part;
        all_.widen(envelope::PieceSpan(part.memory, part.bytes));
    }
    // What was packed at this address and is there still; null: not known.
    [[nodiscard]] const PackedPart* find(const void* memory, std::size_t room) const noexcept {
        const PackedPart& part = each_[slot_of(memory)];
        if (part.memory != memory || part.bytes > room) return nullptr;
        return envelope::digest_of(part.memory, part.bytes) == part.digest ? &part : nullptr;
    }
    [[nodiscard]] bool is_empty() const noexcept { return all_.is_empty(); }
    // The memory of a storage may be written by MPI.
    template <class Storage>
    void forget(const Storage& data) noexcept {
        if (is_empty()) return;
        if (const auto span = envelope::span_of(data); all_.overlaps(span)) forget_all_in(span);
    }

  private:
    [[gnu::noinline]] void forget_all_in(const envelope::PieceSpan& span) noexcept {
        envelope::PieceSpan left;
        for (PackedPart& part : each_) {
            const envelope::PieceSpan own(part.memory, part.bytes);
            if (part.memory == nullptr) continue;
            if (own.overlaps(span))
                part = {};
            else
                left.widen(own);
        }
        all_ = left;
    }

    static constexpr unsigned slot_bits = 7;

    [[nodiscard]] static std::size_t slot_of(const void* memory) noexcept {
        return reinterpret_cast<std::uintptr_t>(memory) * 0x9e3779b97f4a7c15 >> (64 - slot_bits);
    }

    PackedPart each_[1U << slot_bits];
    envelope::PieceSpan all_; // from the first to the last
};

} // namespace sartor::mpi
