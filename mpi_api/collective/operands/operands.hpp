// The operands of an MPI reduction on one rank, as collectives need them.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/collective/operands/operands.hpp"
#include "mpi_api/collective/operands/joining.hpp"
#include "mpi_api/collective/operands/scratch.hpp"

namespace sartor::mpi {

// The operands of one rank at `source`, of which the result is formed at `target`. A null target, and what
// arrives from other ranks, take memory of their own, each only when first needed. MPI_ERR_NO_MEM is
// reported; the number of elements is 0 from then on and nothing is touched.
template <class Program>
class ReductionOperands {
  public:
    ReductionOperands(Call<Program>& call, const void* source, void* target, MPI_Count count,
                      MPI_Datatype type, MPI_Op op) noexcept
        : call_(call), joining_(call, op, type, count), source_(static_cast<const char*>(source)),
          target_(static_cast<char*>(target)), count_(static_cast<std::size_t>(count)), type_(type),
          extent_(call.state().datatypes.extent_of(value_of(type))), own_(call, 0, type),
          aside_(call, 0, type) {}

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return count_ * call_.state().datatypes.size_of(value_of(type_));
    }
    [[nodiscard]] bool commutative() const noexcept { return joining_.commutative(); }
    [[nodiscard]] collective::OperandClass operand_class() const noexcept { return joining_.operands(); }

    // Takes memory for the result if there is no target.
    void provide() noexcept {
        if (target_ == nullptr) target_ = reserve(own_);
    }
    // Copies this rank's operands to where the result is formed.
    void load() noexcept {
        provide();
        if (source_ != target_) piece(const_cast<char*>(source_), 0, count_).copy_to(mine(0, count_));
    }

    // `count` elements from element `first` on, of the result so far.
    [[nodiscard]] auto mine(std::size_t first, std::size_t count) const noexcept {
        return piece(target_, first, count);
    }
    // The same of what arrives.
    [[nodiscard]] auto theirs(std::size_t first, std::size_t count) noexcept {
        if (aside_.buffer() == nullptr) reserve(aside_);
        return piece(static_cast<char*>(aside_.buffer()), first, count);
    }
    // mine = mine op theirs, for these elements.
    void join(std::size_t first, std::size_t count) const {
        if (call_.at(point::OperandsHaveCome()))
            joining_(at(aside_.buffer(), first), at(target_, first), count);
    }
    // mine = theirs op mine, for these elements.
    void prepend(std::size_t first, std::size_t count) const {
        if (call_.at(point::OperandsHaveCome()))
            joining_.prepend(at(aside_.buffer(), first), at(target_, first), count);
    }

    // Whether other ranks that share memory may read the operands (collective::ReadableOperands): a function
    // of the program's own may write to both its operands, so not with one.
    [[nodiscard]] bool readable() const noexcept { return joining_.predefined(); }
    [[nodiscard]] std::size_t element_bytes() const noexcept { return static_cast<std::size_t>(extent_); }
    [[nodiscard]] const char* source() const noexcept { return source_; }
    [[nodiscard]] char* target() const noexcept { return target_; }
    [[nodiscard]] auto elements(char* memory, std::size_t count) const noexcept {
        return piece(memory, 0, count);
    }
    void join_elements(const char* from, char* into, std::size_t count) const {
        joining_.join_predefined(from, into, count);
    }

  private:
    // Without memory there are no operands: the error was reported, and nothing is touched.
    char* reserve(Scratch<Program>& scratch) noexcept {
        scratch.reserve(call_, static_cast<MPI_Count>(count_), type_);
        if (!scratch.valid()) count_ = 0;
        return static_cast<char*>(scratch.buffer());
    }
    [[nodiscard]] void* at(void* buffer, std::size_t first) const noexcept {
        return static_cast<char*>(buffer) + static_cast<std::ptrdiff_t>(first) * extent_;
    }
    [[nodiscard]] auto piece(char* buffer, std::size_t first, std::size_t count) const noexcept {
        return call_.state().datatypes.storage(count_ == 0 ? nullptr : at(buffer, first),
                                               count_ == 0 ? 0 : static_cast<MPI_Count>(count),
                                               value_of(type_));
    }

    Call<Program>& call_;
    Joining<Program> joining_;
    const char* source_;
    char* target_;
    std::size_t count_;
    MPI_Datatype type_;
    std::ptrdiff_t extent_;
    Scratch<Program> own_;
    Scratch<Program> aside_;
};

} // namespace sartor::mpi
