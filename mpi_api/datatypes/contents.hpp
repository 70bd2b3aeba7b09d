// MPI_Type_get_envelope, MPI_Type_get_contents (MPI-5.0 section 5.1.13): how a datatype was made.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/datatype/contents.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// The arguments with which a datatype was made; null for a predefined one.
template <class Program>
const datatype::Contents* contents_of(Call<Program>& call, MPI_Datatype type) noexcept {
    const datatype::Contents* contents = nullptr;
    call.state().datatypes.with_derived(value_of(type),
                                        [&](const auto& entry) { contents = &entry.type->contents; });
    return contents;
}

// False after reporting MPI_ERR_TYPE: large counts don't fit into the arrays of the int form.
template <class Program>
[[nodiscard]] bool without_large_counts(Call<Program>& call, const datatype::Contents* contents) noexcept {
    if (contents == nullptr || contents->large_count() == 0) return true;
    call.template fail<MPI_ERR_TYPE>("datatype was made with large counts: call %s_c", call.function());
    return false;
}

// MPI_ERR_ARG when the program's array is too short.
template <class Program>
[[nodiscard]] bool room_for(Call<Program>& call, const char* maximum_name, MPI_Count maximum,
                            const char* array_name, const void* array, std::size_t count) noexcept {
    if (maximum < 0 || static_cast<std::size_t>(maximum) < count) {
        call.template fail<MPI_ERR_ARG>("%s = %lld: the datatype has %zu", maximum_name,
                                        static_cast<long long>(maximum), count);
        return false;
    }
    return count == 0 || call.result(array_name, array);
}

// Derived old types get new handles, which the program frees. False after reporting MPI_ERR_NO_MEM.
template <class Program>
[[nodiscard]] bool give_old_types(Call<Program>& call, const datatype::Contents& contents,
                                  MPI_Datatype* types) noexcept {
    if constexpr (Interface<Program>::Datatypes::has_derived) {
        for (std::size_t index = 0; index < contents.origin_count(); ++index) {
            const datatype::Origin origin = contents.origin_at(index);
            const auto handle = datatype::is_predefined(origin)
                                    ? static_cast<std::intptr_t>(origin)
                                    : call.state().datatypes.refer(origin, call.site());
            types[index] = reinterpret_cast<MPI_Datatype>(handle);
            if (handle != 0) continue;
            call.template fail<MPI_ERR_NO_MEM>("no memory for a datatype");
            return false;
        }
    }
    return true;
}

template <class Program>
int no_contents(Call<Program>& call) noexcept {
    return call.template fail<MPI_ERR_TYPE>("datatype is predefined: it has no contents");
}

// Gives integers and old types, which are the same in both forms.
template <class Program>
int give_contents(Call<Program>& call, const datatype::Contents& contents, MPI_Count most_integers,
                  MPI_Count most_types, int* integers, MPI_Datatype* types) noexcept {
    if (!room_for(call, "max_integers", most_integers, "array_of_integers", integers,
                  contents.integer_count()) ||
        !room_for(call, "max_datatypes", most_types, "array_of_datatypes", types, contents.origin_count()))
        return call.error();
    for (std::size_t index = 0; index < contents.integer_count(); ++index)
        integers[index] = contents.integer_at(index);
    return give_old_types(call, contents, types) ? MPI_SUCCESS : call.error();
}

} // namespace internal

// The numbers of arguments by kind, and the constructor; MPI_COMBINER_NAMED for predefined datatypes.
template <class Program>
int type_get_envelope(Call<Program>& call, MPI_Datatype type, MPI_Count* integers, MPI_Count* addresses,
                      MPI_Count* large_counts, MPI_Count* types, int* combiner) noexcept {
    const datatype::Contents* contents = internal::contents_of(call, type);
    const bool derived = contents != nullptr;
    *integers = derived ? static_cast<MPI_Count>(contents->integer_count()) : 0;
    *addresses = derived ? static_cast<MPI_Count>(contents->address_count()) : 0;
    *large_counts = derived ? static_cast<MPI_Count>(contents->large_count()) : 0;
    *types = derived ? static_cast<MPI_Count>(contents->origin_count()) : 0;
    *combiner = static_cast<int>(derived ? contents->combiner() : datatype::Combiner::named);
    return MPI_SUCCESS;
}

// The arguments. MPI_ERR_TYPE for a predefined datatype, MPI_ERR_ARG for an array that is too short.
template <class Program>
int type_get_contents(Call<Program>& call, MPI_Datatype type, MPI_Count most_integers,
                      MPI_Count most_addresses, MPI_Count most_large_counts, MPI_Count most_types,
                      int* integers, MPI_Aint* addresses, MPI_Count* large_counts,
                      MPI_Datatype* types) noexcept {
    const datatype::Contents* found = internal::contents_of(call, type);
    if (found == nullptr) return internal::no_contents(call);
    const datatype::Contents& contents = *found;
    if (!internal::room_for(call, "max_addresses", most_addresses, "array_of_addresses", addresses,
                            contents.address_count()) ||
        !internal::room_for(call, "max_large_counts", most_large_counts, "array_of_large_counts",
                            large_counts, contents.large_count()))
        return call.error();
    for (std::size_t index = 0; index < contents.address_count(); ++index)
        addresses[index] = contents.wide_at(index);
    for (std::size_t index = 0; index < contents.large_count(); ++index)
        large_counts[index] = contents.wide_at(index);
    return internal::give_contents(call, contents, most_integers, most_types, integers, types);
}

template <class Program>
int type_get_envelope(Call<Program>& call, MPI_Datatype type, int* integers, int* addresses, int* types,
                      int* combiner) noexcept {
    MPI_Count found[4];
    if (!internal::without_large_counts(call, internal::contents_of(call, type))) return call.error();
    type_get_envelope(call, type, &found[0], &found[1], &found[2], &found[3], combiner);
    *integers = static_cast<int>(found[0]);
    *addresses = static_cast<int>(found[1]);
    *types = static_cast<int>(found[3]);
    return MPI_SUCCESS;
}

template <class Program>
int type_get_contents(Call<Program>& call, MPI_Datatype type, int most_integers, int most_addresses,
                      int most_types, int* integers, MPI_Aint* addresses, MPI_Datatype* types) noexcept {
    if (!internal::without_large_counts(call, internal::contents_of(call, type))) return call.error();
    return type_get_contents(call, type, MPI_Count{most_integers}, MPI_Count{most_addresses}, MPI_Count{0},
                             MPI_Count{most_types}, integers, addresses, static_cast<MPI_Count*>(nullptr),
                             types);
}

} // namespace sartor::mpi
