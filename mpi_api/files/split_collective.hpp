// Split collective accesses: MPI_File_read_all_begin, MPI_File_read_all_end and their like (MPI-5.0 section
// 14.4.5). The first part makes the access, the second gives its status.
#pragma once

#include "mpi_api/files/handle/split_accesses.hpp"

namespace sartor::mpi {

template <class Program>
int file_read_all_begin(Call<Program>& call, MPI_File, void* buffer, MPI_Count count,
                        MPI_Datatype type) noexcept {
    return internal::begin_split_at_pointer(call, "MPI_File_read_all_end",
                                            internal::data_read(buffer, count, type));
}

template <class Program>
int file_read_all_end(Call<Program>& call, MPI_File, void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_read_all_end", status);
}

template <class Program>
int file_read_at_all_begin(Call<Program>& call, MPI_File, MPI_Offset offset, void* buffer, MPI_Count count,
                           MPI_Datatype type) noexcept {
    return internal::begin_split_at(call, "MPI_File_read_at_all_end", offset,
                                    internal::data_read(buffer, count, type));
}

template <class Program>
int file_read_at_all_end(Call<Program>& call, MPI_File, void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_read_at_all_end", status);
}

template <class Program>
int file_read_ordered_begin(Call<Program>& call, MPI_File, void* buffer, MPI_Count count,
                            MPI_Datatype type) noexcept {
    return internal::begin_split_ordered(call, "MPI_File_read_ordered_end",
                                         internal::data_read(buffer, count, type));
}

template <class Program>
int file_read_ordered_end(Call<Program>& call, MPI_File, void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_read_ordered_end", status);
}

template <class Program>
int file_write_all_begin(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count,
                         MPI_Datatype type) noexcept {
    return internal::begin_split_at_pointer(call, "MPI_File_write_all_end",
                                            internal::data_written(buffer, count, type));
}

template <class Program>
int file_write_all_end(Call<Program>& call, MPI_File, const void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_write_all_end", status);
}

template <class Program>
int file_write_at_all_begin(Call<Program>& call, MPI_File, MPI_Offset offset, const void* buffer,
                            MPI_Count count, MPI_Datatype type) noexcept {
    return internal::begin_split_at(call, "MPI_File_write_at_all_end", offset,
                                    internal::data_written(buffer, count, type));
}

template <class Program>
int file_write_at_all_end(Call<Program>& call, MPI_File, const void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_write_at_all_end", status);
}

template <class Program>
int file_write_ordered_begin(Call<Program>& call, MPI_File, const void* buffer, MPI_Count count,
                             MPI_Datatype type) noexcept {
    return internal::begin_split_ordered(call, "MPI_File_write_ordered_end",
                                         internal::data_written(buffer, count, type));
}

template <class Program>
int file_write_ordered_end(Call<Program>& call, MPI_File, const void*, MPI_Status* status) noexcept {
    return internal::end_split(call, "MPI_File_write_ordered_end", status);
}

} // namespace sartor::mpi
