// Agreement of ranks that make a communicator out of a group, with no communicator to communicate over: by
// the members and by a string (MPI-5.0 section 7.4.2).
#pragma once

#include <cstring>

#include "mpi_api/call/array.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/state/group.hpp"

namespace sartor::mpi {

enum class AgreementPurpose : int { communicator, one_side, both_sides };

// Identifies an agreement: the n-th call of each rank with the same members, string and purpose belongs to
// the n-th one.
struct GroupAgreement {
    const Group* members;
    const char* string;
    AgreementPurpose purpose;
    int requesters; // numbered from 0
    int span;       // contexts
};

// The first of the contexts; -1 when there is no memory. `requester`: the number of this participant. Memory
// for the time of the call: 4 bytes for each member.
template <class Program>
[[nodiscard]] int reserve_contexts(const GroupAgreement& agreement, int requester) noexcept {
    if (agreement.requesters == 1) return reserve_own_contexts<Program>(agreement.span);
    const int size = agreement.members->size();
    const std::size_t numbers = sizeof(int) * (2 + static_cast<std::size_t>(size));
    const std::size_t length = std::strlen(agreement.string);
    Array<char> key(static_cast<int>(numbers + length));
    if (!key.valid()) return -1;
    const auto put = [&](std::size_t index, int number) {
        std::memcpy(key.data() + index * sizeof number, &number, sizeof number);
    };
    put(0, static_cast<int>(agreement.purpose));
    put(1, size);
    for (int rank = 0; rank < size; ++rank)
        put(2 + static_cast<std::size_t>(rank), agreement.members->member(rank));
    std::memcpy(key.data() + numbers, agreement.string, length);
    return reserve_contexts<Program>(process::Directory::Question{key.data(), numbers + length, requester,
                                                                  agreement.requesters, agreement.span});
}

} // namespace sartor::mpi
