// The parameters of one side of a collective in which each rank has a part of its own: the v and w forms.
#pragma once

#include <cstdio>
#include <type_traits>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/numbers.hpp"

namespace sartor::mpi {

// The parameters' names in the standard.
struct SideNames {
    const char* buffer;
    const char* counts;
    const char* types;
};
inline constexpr SideNames sent_parts = {"sendbuf", "sendcounts", "sendtype"};
inline constexpr SideNames received_parts = {"recvbuf", "recvcounts", "recvtype"};

namespace internal {

[[nodiscard]] inline bool is_null(const void* array) noexcept {
    return array == nullptr;
}
[[nodiscard]] inline bool is_null(const Numbers& array) noexcept {
    return array.is_null();
}

template <class Program>
[[gnu::cold, gnu::noinline]] bool no_array(Call<Program>& call, const SideNames& names, int ranks) noexcept {
    call.template fail<MPI_ERR_ARG>(
        "%s, or another array of the same buffer, is a null pointer: expected arrays of %d", names.counts,
        ranks);
    return false;
}

template <class Program>
[[gnu::cold, gnu::noinline]] bool negative_count(Call<Program>& call, const SideNames& names, int rank,
                                                 MPI_Count count) noexcept {
    call.template fail<MPI_ERR_COUNT>("%s[%d] = %lld: expected no negative count", names.counts, rank,
                                      static_cast<long long>(count));
    return false;
}

template <class Program>
[[nodiscard]] bool is_committed(const Call<Program>& call, MPI_Datatype type) noexcept {
    const auto& datatypes = call.state().datatypes;
    return datatypes.valid(value_of(type)) && datatypes.committed(value_of(type));
}

template <class Program>
[[gnu::cold, gnu::noinline]] bool wrong_type_of(Call<Program>& call, const SideNames& names, int rank,
                                                MPI_Datatype type) noexcept {
    char name[40];
    std::snprintf(name, sizeof name, "%ss[%d]", names.types, rank);
    return call.committed(name, type);
}

// Displacements in bytes from MPI_BOTTOM are addresses (MPI-5.0 section 5.1.5): of the data, unless the
// datatype has its own.
[[nodiscard]] inline const void* part_from_bottom(const void* buffer, MPI_Aint displacement) noexcept {
    return buffer == MPI_BOTTOM ? reinterpret_cast<const void*>(displacement) : buffer;
}

} // namespace internal

// Checks the counts of `ranks` ranks. MPI_ERR_ARG for a null array, MPI_ERR_COUNT for a negative count.
template <class Program, class Counts>
[[nodiscard]] bool varying_counts(Call<Program>& call, const SideNames& names, int ranks,
                                  Counts counts) noexcept {
    if (ranks > 0 && internal::is_null(counts)) return internal::no_array(call, names, ranks);
    for (int rank = 0; rank < ranks; ++rank)
        if (counts[rank] < 0) return internal::negative_count(call, names, rank, counts[rank]);
    return true;
}

// Checks all arrays of one side and its buffer. `types` is one datatype for all ranks, or an array with one
// for each. MPI_ERR_ARG, MPI_ERR_COUNT, MPI_ERR_TYPE or MPI_ERR_BUFFER. O(ranks).
template <class Program, class Counts, class Displacements, class Types>
[[nodiscard, gnu::noinline]] bool varying_side(Call<Program>& call, const SideNames& names, int ranks,
                                               const void* buffer, Counts counts, Displacements displacements,
                                               Types types) noexcept {
    constexpr bool one_type = std::is_same_v<Types, MPI_Datatype>;
    if constexpr (one_type)
        if (!call.committed(names.types, types)) return false;
    if (ranks > 0 && (internal::is_null(displacements) || (!one_type && internal::is_null(types))))
        return internal::no_array(call, names, ranks);
    if (!varying_counts(call, names, ranks, counts)) return false;
    for (int rank = 0; rank < ranks; ++rank) {
        MPI_Datatype type;
        if constexpr (one_type)
            type = types;
        else if (type = types[rank]; !internal::is_committed(call, type))
            return internal::wrong_type_of(call, names, rank, type);
        const void* const part = one_type ? buffer : internal::part_from_bottom(buffer, displacements[rank]);
        if (!call.buffer(names.buffer, part, counts[rank], type)) return false;
    }
    return true;
}

} // namespace sartor::mpi
