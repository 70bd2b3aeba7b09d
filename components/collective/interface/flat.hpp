// Data that algorithms cut at any byte: contiguous, copied if they are not.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/collective/interface/interface.hpp"
#include "components/library_memory.hpp"

namespace sartor::collective {

// Memory for the time of a call. Not valid() when there is none.
class Buffer {
  public:
    explicit Buffer(std::size_t bytes) : memory_(static_cast<char*>(allocate_for_library(bytes + 1))) {}
    ~Buffer() { std::free(memory_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    [[nodiscard]] bool valid() const { return memory_ != nullptr; }
    [[nodiscard]] char* data() const { return memory_; }

  private:
    char* memory_;
};

// A view of a piece as contiguous memory. Ranks may describe the same data by different datatypes, so data
// are cut by bytes and not by elements. Reports out_of_memory(); bytes() is 0 then.
template <MessagePassing M>
class Flat {
  public:
    using Piece = typename M::Piece;

    Flat(M& interface, const Piece& piece) : piece_(piece), stretch_(static_cast<char*>(piece.stretch())) {
        if (stretch_ != nullptr || piece.bytes == 0) return;
        copy_ = static_cast<char*>(allocate_for_library(piece.bytes));
        if (copy_ == nullptr) interface.out_of_memory(piece.bytes);
        stretch_ = copy_;
    }
    ~Flat() { std::free(copy_); }
    Flat(const Flat&) = delete;
    Flat& operator=(const Flat&) = delete;

    // Before data are taken from it: copies them out of a piece that is not contiguous.
    void load() const {
        if (copy_ != nullptr) piece_.gather_to(copy_);
    }
    // After data were put into it: copies them back.
    void store() const {
        if (copy_ != nullptr) Piece{copy_, piece_.bytes}.copy_to(piece_);
    }

    [[nodiscard]] std::size_t bytes() const { return stretch_ == nullptr ? 0 : piece_.bytes; }
    [[nodiscard]] Piece part(std::size_t first, std::size_t bytes) const { return {stretch_ + first, bytes}; }
    // The k-th of n parts whose lengths differ by one byte at most.
    [[nodiscard]] Piece block(int k, int n) const {
        const std::size_t first = start(k, n);
        return part(first, start(k + 1, n) - first);
    }

  private:
    [[nodiscard]] std::size_t start(int k, int n) const {
        const auto parts = static_cast<std::size_t>(n);
        const auto part = static_cast<std::size_t>(k);
        return bytes() / parts * part + bytes() % parts * part / parts;
    }

    const Piece& piece_;
    char* copy_ = nullptr;
    char* stretch_;
};

} // namespace sartor::collective
