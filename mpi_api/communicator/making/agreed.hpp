// Whether all ranks make the same communicator together: compared in programs built with --checked, as
// collective calls are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi_api/call/call.hpp"
#include "mpi_api/collective/interface/agreement.hpp"

namespace sartor::mpi {

namespace internal {

// A hash (FNV-1a) of arguments that all ranks must give alike: they are compared by one number.
class Digest {
  public:
    template <class... Values>
    explicit Digest(Values... values) noexcept {
        (add(values), ...);
    }
    template <class Value>
    Digest& add(const Value* values, std::ptrdiff_t count) noexcept {
        for (std::ptrdiff_t index = 0; index < count; ++index) add(values[index]);
        return *this;
    }
    [[nodiscard]] long long value() const noexcept { return static_cast<long long>(value_ >> 1); }

  private:
    void add(std::int64_t value) noexcept {
        constexpr std::uint64_t prime = 0x100000001b3; // FNV-1a
        value_ = (value_ ^ static_cast<std::uint64_t>(value)) * prime;
    }

    std::uint64_t value_ = 0xcbf29ce484222325;
};

// Compares the calls of all ranks of an intracommunicator; `arguments` makes a Digest. False after an error
// was reported.
template <class Program, class MakeDigest>
[[nodiscard]] bool agree_to_make(Call<Program>& call, MPI_Comm comm, const MakeDigest& arguments) noexcept {
    return call.checks.agree_to_make(call, comm, arguments);
}
template <class Program>
[[nodiscard]] bool agree_to_make(Call<Program>& call, MPI_Comm comm) noexcept {
    return agree_to_make(call, comm, [] { return Digest(); });
}

} // namespace internal

template <class Program, class MakeDigest>
bool Checked::agree_to_make(Call<Program>& call, MPI_Comm comm, const MakeDigest& arguments) noexcept {
    return call.is_inter(comm) || mpi::agree(call, comm, {.arguments = arguments().value()});
}

} // namespace sartor::mpi
