// Inquiry of the binary interface (MPI-5.0 chapter 20): its version, the sizes of its types, and the types
// and logical values of Fortran. Fortran's types are fixed: those of the C types that the table gives them.
#pragma once

#include <cstdint>
#include <cstdio>

#include "components/datatype/basic.hpp"
#include "mpi_api/info/info.hpp"

namespace sartor::mpi {

namespace internal {

struct SizeKey {
    const char* key;
    std::size_t bytes;
};
// The keys of MPI_Abi_get_info, sizes in bytes.
inline constexpr SizeKey abi_sizes[] = {{"mpi_aint_size", sizeof(MPI_Aint)},
                                        {"mpi_count_size", sizeof(MPI_Count)},
                                        {"mpi_offset_size", sizeof(MPI_Offset)}};

struct TypeKey {
    const char* key;
    MPI_Datatype type;
};

// A number of bytes as the value of a key. False when there is no memory; likewise below.
[[nodiscard]] inline bool set_size(InfoObject& info, const char* key, std::size_t bytes) noexcept {
    char text[24];
    std::snprintf(text, sizeof text, "%zu", bytes);
    return info.set(key, text);
}

// The sizes of Fortran's default types, and which of the optional types have a C counterpart here.
[[nodiscard]] inline bool describe_fortran(InfoObject& info) noexcept {
    const TypeKey sizes[] = {{"mpi_logical_size", MPI_LOGICAL},
                             {"mpi_integer_size", MPI_INTEGER},
                             {"mpi_real_size", MPI_REAL},
                             {"mpi_double_precision_size", MPI_DOUBLE_PRECISION}};
    const TypeKey optional[] = {{"mpi_logical1_supported", MPI_LOGICAL1},
                                {"mpi_logical2_supported", MPI_LOGICAL2},
                                {"mpi_logical4_supported", MPI_LOGICAL4},
                                {"mpi_logical8_supported", MPI_LOGICAL8},
                                {"mpi_logical16_supported", MPI_LOGICAL16},
                                {"mpi_integer1_supported", MPI_INTEGER1},
                                {"mpi_integer2_supported", MPI_INTEGER2},
                                {"mpi_integer4_supported", MPI_INTEGER4},
                                {"mpi_integer8_supported", MPI_INTEGER8},
                                {"mpi_integer16_supported", MPI_INTEGER16},
                                {"mpi_real2_supported", MPI_REAL2},
                                {"mpi_real4_supported", MPI_REAL4},
                                {"mpi_real8_supported", MPI_REAL8},
                                {"mpi_real16_supported", MPI_REAL16},
                                {"mpi_complex4_supported", MPI_COMPLEX4},
                                {"mpi_complex8_supported", MPI_COMPLEX8},
                                {"mpi_complex16_supported", MPI_COMPLEX16},
                                {"mpi_complex32_supported", MPI_COMPLEX32},
                                {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX}};
    for (const TypeKey& one : sizes)
        if (!set_size(info, one.key, datatype::Basic::size_of(value_of(one.type)))) return false;
    for (const TypeKey& one : optional)
        if (!info.set(one.key, datatype::Basic::valid(value_of(one.type)) ? "true" : "false")) return false;
    return true;
}

template <class Program>
int no_memory_for_info(Call<Program>& call) noexcept {
    return call.template fail<MPI_ERR_NO_MEM>("no memory for an info object");
}

// A Fortran LOGICAL is an integer of 1, 2, 4 or 8 bytes.
[[nodiscard]] inline bool is_logical_size(int bytes) noexcept {
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

inline void store_logical(void* target, int bytes, std::uint64_t value) noexcept {
    if (bytes == 1) *static_cast<std::uint8_t*>(target) = static_cast<std::uint8_t>(value);
    if (bytes == 2) *static_cast<std::uint16_t*>(target) = static_cast<std::uint16_t>(value);
    if (bytes == 4) *static_cast<std::uint32_t*>(target) = static_cast<std::uint32_t>(value);
    if (bytes == 8) *static_cast<std::uint64_t*>(target) = value;
}

} // namespace internal

// The version of the ABI for which mpi.h was made.
template <class Program>
int abi_get_version(Call<Program>&, int* major, int* minor) noexcept {
    *major = MPI_ABI_VERSION;
    *minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}

// A new info object, which the program frees. MPI_ERR_NO_MEM.
template <class Program>
int abi_get_info(Call<Program>& call, MPI_Info* handle) noexcept {
    InfoObject* info = internal::new_info(call, handle);
    if (info == nullptr) return call.error();
    for (const internal::SizeKey& one : internal::abi_sizes)
        if (!internal::set_size(*info, one.key, one.bytes)) return internal::no_memory_for_info(call);
    return MPI_SUCCESS;
}

template <class Program>
int abi_get_fortran_info(Call<Program>& call, MPI_Info* handle) noexcept {
    InfoObject* info = internal::new_info(call, handle);
    if (info == nullptr) return call.error();
    return internal::describe_fortran(*info) ? MPI_SUCCESS : internal::no_memory_for_info(call);
}

// Always MPI_ERR_ABI: the types are set when the library is built.
template <class Program>
int abi_set_fortran_info(Call<Program>& call, MPI_Info) noexcept {
    return call.template fail<MPI_ERR_ABI>(
        "info: the Fortran types are set already: MPI_Abi_get_fortran_info returns them");
}

// .TRUE. is 1, .FALSE. is 0, for any size of LOGICAL. MPI_ERR_ARG for another size.
template <class Program>
int abi_get_fortran_booleans(Call<Program>& call, int bytes, void* logical_true, void* logical_false,
                             int* is_set) noexcept {
    if (!internal::is_logical_size(bytes))
        return call.template fail<MPI_ERR_ARG>("logical_size = %d: expected 1, 2, 4 or 8", bytes);
    internal::store_logical(logical_true, bytes, 1);
    internal::store_logical(logical_false, bytes, 0);
    *is_set = 1;
    return MPI_SUCCESS;
}

// Always an error: MPI_ERR_ABI, or MPI_ERR_ARG for a size that no LOGICAL has.
template <class Program>
int abi_set_fortran_booleans(Call<Program>& call, int bytes, void*, void*) noexcept {
    if (!internal::is_logical_size(bytes))
        return call.template fail<MPI_ERR_ARG>("logical_size = %d: expected 1, 2, 4 or 8", bytes);
    return call.template fail<MPI_ERR_ABI>(
        "the values of Fortran's .TRUE. and .FALSE. are set already: 1 and 0");
}

} // namespace sartor::mpi
