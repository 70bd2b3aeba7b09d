// MPI_Register_datarep (MPI-5.0 section 14.5.3).
#pragma once

#include <cstring>
#include <new>

#include "components/library_memory.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// A representation that is not added yet. Null after reporting MPI_ERR_ARG for a name that is too long,
// MPI_ERR_DUP_DATAREP for one that exists, MPI_ERR_NO_MEM.
template <class Program>
[[nodiscard]] Representation* new_representation(Call<Program>& call, const char* name) noexcept {
    if (!call.result("datarep", name)) return nullptr;
    if (name[0] == '\0' || std::strlen(name) > MPI_MAX_DATAREP_STRING) {
        call.template fail<MPI_ERR_ARG>("datarep: expected 1 to %d characters", MPI_MAX_DATAREP_STRING);
        return nullptr;
    }
    if (call.state().files.find_representation(name) != nullptr) {
        call.template fail<MPI_ERR_DUP_DATAREP>(
            "datarep = \"%s\": there is a data representation of this name", name);
        return nullptr;
    }
    void* memory = allocate_for_library(sizeof(Representation));
    if (memory == nullptr) {
        call.template fail<MPI_ERR_NO_MEM>("no memory for a data representation");
        return nullptr;
    }
    auto* made = new (memory) Representation;
    made->kind = Representation::Kind::of_program;
    std::strcpy(made->name, name);
    return made;
}

} // namespace internal

// Local: representations are the rank's. Errors are raised on MPI_FILE_NULL.
template <class Program, class Conversion>
int register_datarep(Call<Program>& call, const char* name, Conversion* read, Conversion* write,
                     MPI_Datarep_extent_function* extent, void* extra_state) noexcept {
    call.raise_errors_on_file(MPI_FILE_NULL);
    if (!call.result("dtype_file_extent_fn", extent)) return call.error();
    Representation* const made = internal::new_representation(call, name);
    if (made == nullptr) return call.error();
    if constexpr (std::is_same_v<Conversion, MPI_Datarep_conversion_function_c>) {
        made->large = true;
        made->read_large = read;
        made->write_large = write;
    } else {
        made->read = read;
        made->write = write;
    }
    made->extent = extent;
    made->extra_state = extra_state;
    call.state().files.add(*made);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
