// The effect of an accumulate on its target (MPI-5.0 section 12.3.4): target = target op operands, element by
// element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "components/library_memory.hpp"

namespace sartor::one_sided {

enum class Change : std::uint8_t { join, replace, nothing };

// Of the elements that are joined: the predefined datatype. Data in messages have no gaps, elements in memory
// may (MPI_DOUBLE_INT).
struct Update {
    using Join = void (*)(const void* from, void* into, std::size_t count);

    Change change = Change::nothing;
    Join join = nullptr;           // into[i] = into[i] op from[i]; of Change::join
    std::size_t bytes = 1;         // of one element as data
    std::size_t extent = 1;        // in memory
    std::size_t first_bytes = 1;   // of the data, up to a gap
    std::size_t second_offset = 1; // in memory, of what stands behind the gap
    bool adds_integers = false;    // what `join` does

    [[nodiscard]] bool has_gaps() const noexcept { return bytes != extent; }
};

// Memory for `bytes` of data, and for as many elements in memory.
class Elements {
  public:
    Elements(const Update& update, std::size_t bytes) noexcept
        : update_(update), count_(bytes / update.bytes),
          data_(static_cast<char*>(allocate_for_library(bytes + 1))),
          spread_(update.has_gaps() ? static_cast<char*>(allocate_for_library(count_ * update.extent + 1))
                                    : data_) {}
    ~Elements() {
        if (spread_ != data_) std::free(spread_);
        std::free(data_);
    }
    Elements(const Elements&) = delete;
    Elements& operator=(const Elements&) = delete;

    [[nodiscard]] bool valid() const noexcept { return data_ != nullptr && spread_ != nullptr; }
    [[nodiscard]] char* data() noexcept { return data_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    // As the loops of operations see them.
    [[nodiscard]] char* spread() noexcept {
        if (spread_ != data_)
            for (std::size_t index = 0; index < count_; ++index) copy(spread_, data_, index, true);
        return spread_;
    }
    void gather() noexcept {
        if (spread_ != data_)
            for (std::size_t index = 0; index < count_; ++index) copy(data_, spread_, index, false);
    }

  private:
    void copy(char* to, const char* from, std::size_t index, bool spreads) noexcept {
        char* const target = to + index * (spreads ? update_.extent : update_.bytes);
        const char* const source = from + index * (spreads ? update_.bytes : update_.extent);
        const std::size_t first = update_.first_bytes;
        std::memcpy(target, source, first);
        std::memcpy(target + (spreads ? update_.second_offset : first),
                    source + (spreads ? first : update_.second_offset), update_.bytes - first);
    }

    const Update& update_;
    std::size_t count_;
    char* data_;
    char* spread_;
};

// Updates `target` by as many operands as there are, and copies the values before into `result` unless that
// is null. The caller excludes other updates. Contiguous data are updated in place, others through copies.
// False: no memory, nothing was changed.
template <class Storage>
[[nodiscard]] bool update(const Storage& target, const Storage& operands, const Storage* result,
                          const Update& how) noexcept {
    if (how.change != Change::join) {
        if (result != nullptr) target.copy_to(*result);
        if (how.change == Change::replace) operands.copy_to(target);
        return true;
    }
    if (!how.has_gaps() && target.stretch() != nullptr && operands.stretch() != nullptr) {
        if (result != nullptr) target.copy_to(*result);
        how.join(operands.stretch(), target.stretch(), target.bytes / how.bytes);
        return true;
    }
    Elements changed(how, target.bytes);
    Elements added(how, target.bytes);
    if (!changed.valid() || !added.valid()) return false;
    target.gather_to(changed.data());
    operands.gather_to(added.data());
    if (result != nullptr) Storage{changed.data(), target.bytes}.copy_to(*result);
    how.join(added.spread(), changed.spread(), changed.count());
    changed.gather();
    Storage{changed.data(), target.bytes}.copy_to(target);
    return true;
}

} // namespace sartor::one_sided
