// MPI_File_set_view, MPI_File_get_view, MPI_File_get_byte_offset, MPI_File_get_type_extent (MPI-5.0 sections
// 14.3, 14.4.3 and 14.5.1).
#pragma once

#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/checks.hpp"
#include "mpi_api/files/handle/hints.hpp"
#include "mpi_api/files/handle/views.hpp"

namespace sartor::mpi {

// MPI_File_set_view: collective; both pointers go to the view's beginning. An error of one rank is one of
// all, and changes nothing.
template <class Program>
int file_set_view(Call<Program>& call, MPI_File, MPI_Offset displacement, MPI_Datatype etype,
                  MPI_Datatype filetype, const char* representation, MPI_Info info) noexcept {
    FileObject& file = internal::file_of(call);
    internal::NewView view;
    int error = internal::make_view(call, file, displacement, etype, filetype, representation, view)
                    ? MPI_SUCCESS
                    : call.error();
    error = internal::agree_on_error(call, file, error);
    if (error != MPI_SUCCESS) return error;
    if (!call.at(point::CollectiveCalled(), file.comm, view.shared())) return call.error();
    internal::set_view(call, file, view, etype, filetype);
    internal::read_hints(call, info, file.hints);
    return internal::pass_to_all(call, file, file.hints);
}

// MPI_File_get_view: datatypes that are not predefined get new handles, which the program frees.
template <class Program>
int file_get_view(Call<Program>& call, MPI_File, MPI_Offset* displacement, MPI_Datatype* etype,
                  MPI_Datatype* filetype, char* representation) noexcept {
    FileObject& file = internal::file_of(call);
    if (!call.result("datarep", representation)) return call.error();
    *displacement = file.view.displacement();
    std::strcpy(representation, file.representation->name);
    if (internal::give_type(call, file.etype, etype) && internal::give_type(call, file.filetype, filetype))
        return MPI_SUCCESS;
    return call.template fail<MPI_ERR_NO_MEM>("no memory for a datatype");
}

template <class Program>
int file_get_byte_offset(Call<Program>& call, MPI_File, MPI_Offset offset,
                         MPI_Offset* displacement) noexcept {
    FileObject& file = internal::file_of(call);
    if (!internal::may_move(call, file, internal::Pointer::none) ||
        !internal::is_offset(call, "offset", offset))
        return call.error();
    *displacement = file.view.position_of(offset * file.view.etype_bytes());
    return MPI_SUCCESS;
}

template <class Program, class Extent>
int file_get_type_extent(Call<Program>& call, MPI_File, MPI_Datatype type, Extent* extent) noexcept {
    const auto element = internal::element_in(call, *internal::file_of(call).representation, type);
    if (element.problem != datatype::Problem::none)
        return call.template fail<MPI_ERR_NO_MEM>("no memory for a datatype");
    *extent = static_cast<Extent>(element.bounds.extent());
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
