// The two parts of split collective accesses.
#pragma once

#include "mpi_api/files/handle/shared_accesses.hpp"

namespace sartor::mpi::internal {

// Makes an access that has begun, and keeps what its second part gives. `end`: the function that follows.
template <class Program>
int begin_split(Call<Program>& call, const char* end, std::int64_t offset, const FileData& data) noexcept {
    FileObject& file = file_of(call);
    std::uint64_t bytes = 0;
    const int error = access_file(call, file, Coordination::collective, offset, data, bytes);
    if (error != MPI_SUCCESS) return error;
    file.split = {call.function(), end, bytes};
    call.at(point::SplitBegins(), &file, data.buffer, data.count, data.type, !data.writes);
    return MPI_SUCCESS;
}

template <class Program>
int begin_split_at(Call<Program>& call, const char* end, MPI_Offset offset, const FileData& data) noexcept {
    return begin_at(call, Coordination::collective, offset, data) ? begin_split(call, end, offset, data)
                                                                  : call.error();
}
template <class Program>
int begin_split_at_pointer(Call<Program>& call, const char* end, const FileData& data) noexcept {
    std::int64_t offset = 0;
    return begin_at_pointer(call, Coordination::collective, data, offset)
               ? begin_split(call, end, offset, data)
               : call.error();
}
template <class Program>
int begin_split_ordered(Call<Program>& call, const char* end, const FileData& data) noexcept {
    std::int64_t offset = 0;
    return begin_ordered(call, data, offset) ? begin_split(call, end, offset, data) : call.error();
}

// `end`: the function that is called. MPI_ERR_OTHER when it does not fit what has begun.
template <class Program>
int end_split(Call<Program>& call, const char* end, MPI_Status* status) noexcept {
    SplitAccess& split = file_of(call).split;
    if (split.begun_by == nullptr)
        return call.template fail<MPI_ERR_OTHER>("fh: no split collective access has begun");
    if (std::strcmp(split.ended_by, end) != 0)
        return call.template fail<MPI_ERR_OTHER>("fh: %s was called, which %s ends", split.begun_by,
                                                 split.ended_by);
    fill_bytes(status, split.bytes);
    split = {};
    call.at(point::SplitEnds(), &file_of(call));
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
