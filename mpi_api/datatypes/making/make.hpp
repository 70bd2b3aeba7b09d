// From the element that a constructor computed to a new handle, and the checks that constructors share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "components/datatype/contents.hpp"
#include "components/datatype/element.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

using datatype::Combiner;
using datatype::Contents;

namespace internal {

// Room for the arguments of a constructor, as MPI_Type_get_contents gives them back: `counts` arguments that
// are integers in an int call and large counts in a large one, `addresses`, `integers` that are int in both,
// and old types. failed() when there is no memory.
template <class Count>
[[nodiscard]] Contents contents(Combiner combiner, std::size_t counts, std::size_t addresses,
                                std::size_t integers, std::size_t types) noexcept {
    constexpr bool large = datatype::is_large<Count>;
    return {combiner, large, integers + (large ? 0 : counts), addresses + (large ? counts : 0), types};
}

template <class Program>
int no_memory_for_type(Call<Program>& call) noexcept {
    return call.template fail<MPI_ERR_NO_MEM>("no memory for a datatype");
}

// Makes the datatype out of the element that was computed, and stores its handle. MPI_ERR_ARG when a size or
// bound does not fit into 64 bits, MPI_ERR_NO_MEM.
template <class Program, class Made>
int give(Call<Program>& call, Made element, Contents contents, MPI_Datatype* new_type) noexcept {
    if (element.problem == datatype::Problem::too_large)
        return call.template fail<MPI_ERR_ARG>(
            "the datatype's size or a bound of it does not fit into 64 bits");
    if (element.problem != datatype::Problem::none) return no_memory_for_type(call);
    const std::intptr_t handle =
        call.state().datatypes.add(std::move(element), std::move(contents), call.site());
    if (handle == 0) return no_memory_for_type(call);
    *new_type = reinterpret_cast<MPI_Datatype>(handle);
    return MPI_SUCCESS;
}

// An array of `count` arguments; MPI_ERR_ARG for a null pointer if there are any.
template <class Program>
[[nodiscard]] bool array(Call<Program>& call, const char* name, const void* values,
                         std::int64_t count) noexcept {
    return count == 0 || call.result(name, values);
}

// An array of block lengths, none negative; otherwise MPI_ERR_ARG.
template <class Program, class Count>
[[nodiscard]] bool block_lengths(Call<Program>& call, const Count* lengths, std::int64_t count) noexcept {
    if (!array(call, "array_of_blocklengths", lengths, count)) return false;
    for (std::int64_t block = 0; block < count; ++block) {
        if (lengths[block] >= 0) continue;
        call.template fail<MPI_ERR_ARG>("array_of_blocklengths[%lld] = %lld: expected no negative length",
                                        static_cast<long long>(block),
                                        static_cast<long long>(lengths[block]));
        return false;
    }
    return true;
}

} // namespace internal

} // namespace sartor::mpi
