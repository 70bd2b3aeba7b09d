// The file of a shared object in memory, as the dynamic linker sees it; nothing in it is believed before it
// is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <span>

namespace sartor::process {

class SharedObject {
  public:
    SharedObject() = default;
    // The bytes must outlive the object.
    SharedObject(unsigned char* bytes, std::size_t size) noexcept : bytes_(bytes), size_(size) {}

    // Null when it is one for this processor, and all that is read of it is inside; else what is wrong.
    [[nodiscard]] const char* complaint() noexcept;

    [[nodiscard]] ElfW(Ehdr) & header() const noexcept { return *reinterpret_cast<ElfW(Ehdr)*>(bytes_); }
    [[nodiscard]] std::span<ElfW(Phdr)> segments() const noexcept {
        return {reinterpret_cast<ElfW(Phdr)*>(bytes_ + header().e_phoff), header().e_phnum};
    }
    [[nodiscard]] std::span<ElfW(Dyn)> dynamic() const noexcept { return dynamic_; } // without DT_NULL
    [[nodiscard]] std::span<ElfW(Sym)> symbols() const noexcept { return symbols_; }
    [[nodiscard]] std::uint64_t strings() const noexcept { return strings_; } // their address in memory

    // A text of the dynamic string table; empty when it is outside.
    [[nodiscard]] const char* text(std::uint64_t offset) const noexcept;
    // The text of the first entry with the tag, or null.
    [[nodiscard]] const char* text_of(std::int64_t tag) const noexcept;
    // The value of the first entry with the tag, or 0.
    [[nodiscard]] std::uint64_t value_of(std::int64_t tag) const noexcept;

    // What will be at that address, or null where the file has no such bytes.
    template <class Type>
    [[nodiscard]] Type* at(std::uint64_t address, std::size_t count = 1) const noexcept {
        unsigned char* start = bytes_at(address, count * sizeof(Type));
        return is_aligned<Type>(start) ? reinterpret_cast<Type*>(start) : nullptr;
    }

  private:
    [[nodiscard]] unsigned char* bytes_at(std::uint64_t address, std::size_t bytes) const noexcept;
    [[nodiscard]] bool has(std::uint64_t offset, std::uint64_t bytes) const noexcept {
        return offset <= size_ && bytes <= size_ - offset;
    }
    template <class Type>
    [[nodiscard]] static bool is_aligned(const unsigned char* start) noexcept {
        return reinterpret_cast<std::uintptr_t>(start) % alignof(Type) == 0;
    }
    // Whether so many of them are at the offset.
    template <class Type>
    [[nodiscard]] bool has_table(std::uint64_t offset, std::size_t count) const noexcept {
        return has(offset, count * sizeof(Type)) && is_aligned<Type>(bytes_ + offset);
    }
    bool find_dynamic() noexcept;
    bool find_symbols() noexcept;

    unsigned char* bytes_ = nullptr;
    std::size_t size_ = 0;
    std::span<ElfW(Dyn)> dynamic_;
    std::span<ElfW(Sym)> symbols_;
    std::uint64_t strings_ = 0;
    std::uint64_t strings_bytes_ = 0;
};

} // namespace sartor::process
