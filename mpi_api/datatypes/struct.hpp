// MPI_Type_create_struct, and MPI-1's MPI_Type_struct (MPI-5.0 section 5.1.2).
#pragma once

#include "components/datatype/constructors/list.hpp"
#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

namespace internal {

// MPI_LB and MPI_UB, whose names in mpi.h warn.
inline const MPI_Datatype bound_markers[] = {reinterpret_cast<MPI_Datatype>(766),
                                             reinterpret_cast<MPI_Datatype>(767)};

// MPI-1's markers: an entry of a struct without data that sets its lower or upper bound. Programs that name
// them have the feature; in others nothing is a marker.
template <class Program>
[[nodiscard]] bool is_bound_marker(MPI_Datatype type) noexcept {
    return Interface<Program>::has_bound_markers && (type == bound_markers[0] || type == bound_markers[1]);
}

template <class Program>
[[nodiscard]] auto element_of_struct(Call<Program>& call, MPI_Datatype type) noexcept {
    if (!is_bound_marker<Program>(type)) return call.state().datatypes.element(value_of(type));
    decltype(call.state().datatypes.element(value_of(type))) marker;
    marker.bounds.lower_marked = type == bound_markers[0];
    marker.bounds.upper_marked = type == bound_markers[1];
    marker.origin = value_of(type);
    return marker;
}

// All are datatypes, committed or not; otherwise MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool old_types(Call<Program>& call, const MPI_Datatype* types, std::int64_t count) noexcept {
    if (!array(call, "array_of_types", types, count)) return false;
    for (std::int64_t index = 0; index < count; ++index) {
        if (call.state().datatypes.valid(value_of(types[index])) || is_bound_marker<Program>(types[index]))
            continue;
        call.template fail<MPI_ERR_TYPE>("array_of_types[%lld] = %p%s: expected a datatype",
                                         static_cast<long long>(index), static_cast<void*>(types[index]),
                                         types[index] == MPI_DATATYPE_NULL ? ", MPI_DATATYPE_NULL" : "");
        return false;
    }
    return true;
}

} // namespace internal

// Blocks of any datatypes at displacements in bytes. O(count) and the layouts of the old types.
template <class Program, class Count>
int type_create_struct(Call<Program>& call, Count count, const Count* lengths, const MPI_Aint* displacements,
                       const MPI_Datatype* types, MPI_Datatype* new_type) noexcept {
    if (!internal::block_lengths(call, lengths, count) ||
        !internal::array(call, "array_of_displacements", displacements, count) ||
        !internal::old_types(call, types, count))
        return call.error();
    const auto number = static_cast<std::size_t>(count);
    Contents contents = internal::contents<Count>(Combiner::structure, 1 + number, number, 0, number);
    if (contents.failed()) return internal::no_memory_for_type(call);
    contents.count(count);
    contents.counts(lengths, number);
    datatype::ElementList list;
    for (std::size_t index = 0; index < number; ++index) {
        const auto old = internal::element_of_struct(call, types[index]);
        contents.wide(displacements[index]);
        contents.origin(old.origin);
        list.add(old, displacements[index], lengths[index]);
    }
    return internal::give(call, list.element(), std::move(contents), new_type);
}

template <class Program>
int type_struct(Call<Program>& call, int count, const int* lengths, const MPI_Aint* displacements,
                const MPI_Datatype* types, MPI_Datatype* new_type) noexcept {
    if (!call.count("count", count)) return call.error();
    return type_create_struct(call, count, lengths, displacements, types, new_type);
}

} // namespace sartor::mpi
