// Storages whose copies take virtual time: what a rank packs, unpacks and copies inside the library is work
// of its own processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sartor::envelope {

// How many pieces of memory the first `bytes` bytes take; 0 when the data are one stretch.
template <class Storage>
[[nodiscard]] std::int64_t scattered_pieces(const Storage& storage, std::size_t bytes) noexcept {
    const std::size_t pieces = storage.pieces();
    if (pieces <= 1 || bytes == 0) return 0;
    if (bytes >= storage.bytes) return static_cast<std::int64_t>(pieces);
    const double part = static_cast<double>(bytes) / static_cast<double>(storage.bytes);
    return static_cast<std::int64_t>(static_cast<double>(pieces) * part) + 1;
}

// Adds the time of copies to the storage `Plain`. Machine::copied(bytes, pieces) is called after each copy
// with the number of pieces of memory that were gathered or scattered, 0 for one stretch to another. A
// transport that accounts its copies itself makes them with untimed().
template <class Plain, class Machine>
struct Timed : Plain {
    Timed() = default;
    Timed(void* memory, std::size_t size) : Plain{memory, size} {}
    Timed(Plain plain) : Plain(std::move(plain)) {}

    [[nodiscard]] Timed stretched_at(void* memory) const noexcept { return Plain::stretched_at(memory); }

    std::size_t copy_to(const Timed& target) const noexcept {
        const std::size_t copied = Plain::copy_to(target);
        Machine::copied(copied, scattered_pieces(*this, copied) + scattered_pieces(target, copied));
        return copied;
    }
    void gather_to(void* memory) const noexcept {
        Plain::gather_to(memory);
        Machine::copied(this->bytes, scattered_pieces(*this, this->bytes));
    }
};

// The same storage, whose copies take no time.
template <class Storage>
[[nodiscard]] const Storage& untimed(const Storage& storage) noexcept {
    return storage;
}
template <class Plain, class Machine>
[[nodiscard]] const Plain& untimed(const Timed<Plain, Machine>& storage) noexcept {
    return storage;
}

} // namespace sartor::envelope
