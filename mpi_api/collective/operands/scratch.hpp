// Memory for the elements of a collective call, as long as the call lasts.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/library_memory.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

// Memory for `count` elements of a datatype as long as the call lasts. buffer() is addressed as a user's
// buffer would be: with a negative lower bound it is inside of the memory. Not valid() after reporting
// MPI_ERR_NO_MEM.
template <class Program>
class Scratch {
  public:
    Scratch(Call<Program>& call, MPI_Count count, MPI_Datatype type) noexcept { reserve(call, count, type); }
    ~Scratch() { std::free(memory_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // Once, for a scratch without memory.
    void reserve(Call<Program>& call, MPI_Count count, MPI_Datatype type) noexcept {
        const auto& datatypes = call.state().datatypes;
        const auto span = datatypes.span_of(value_of(type), count);
        bytes_ = span.bytes;
        if (bytes_ == 0) return;
        memory_ = static_cast<char*>(allocate_for_library(bytes_));
        if (memory_ == nullptr)
            call.template fail<MPI_ERR_NO_MEM>("no memory for %zu bytes of operands", bytes_);
        else
            buffer_ = memory_ - span.first;
    }
    [[nodiscard]] bool valid() const noexcept { return bytes_ == 0 || memory_ != nullptr; }
    [[nodiscard]] void* buffer() const noexcept { return buffer_; }

  private:
    std::size_t bytes_ = 0;
    char* memory_ = nullptr;
    char* buffer_ = nullptr;
};

} // namespace sartor::mpi
