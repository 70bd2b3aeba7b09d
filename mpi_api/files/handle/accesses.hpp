// Accesses by the three kinds of positions (MPI-5.0 section 14.4): where each begins, and what becomes of the
// pointer.
#pragma once

#include "mpi_api/files/handle/access.hpp"

namespace sartor::mpi::internal {

// From an offset that the program gives.
template <class Program>
[[nodiscard]] bool begin_at(Call<Program>& call, Coordination coordination, MPI_Offset offset,
                            const FileData& data) noexcept {
    std::int64_t etypes = 0;
    return may_begin(call, file_of(call), Pointer::none, coordination, data, etypes) &&
           is_offset(call, "offset", offset);
}

// From the individual pointer, which moves by what is requested, whatever there is (section 14.4.3).
template <class Program>
[[nodiscard]] bool begin_at_pointer(Call<Program>& call, Coordination coordination, const FileData& data,
                                    std::int64_t& offset) noexcept {
    FileObject& file = file_of(call);
    std::int64_t etypes = 0;
    if (!may_begin(call, file, Pointer::individual, coordination, data, etypes)) return false;
    offset = file.position;
    file.position += etypes;
    return true;
}

// A blocking access that has begun.
template <class Program>
int finish_access(Call<Program>& call, Coordination coordination, std::int64_t offset, const FileData& data,
                  MPI_Status* status) noexcept {
    std::uint64_t bytes = 0;
    if (!call.at(point::BufferUsed(), data.buffer, data.count, data.type, !data.writes)) return call.error();
    const int error = access_file(call, file_of(call), coordination, offset, data, bytes);
    fill_bytes(status, bytes);
    return error;
}

template <class Program>
int access_at(Call<Program>& call, Coordination coordination, MPI_Offset offset, const FileData& data,
              MPI_Status* status) noexcept {
    if (!begin_at(call, coordination, offset, data)) return call.error();
    return finish_access(call, coordination, offset, data, status);
}

template <class Program>
int access_at_pointer(Call<Program>& call, Coordination coordination, const FileData& data,
                      MPI_Status* status) noexcept {
    std::int64_t offset = 0;
    if (!begin_at_pointer(call, coordination, data, offset)) return call.error();
    return finish_access(call, coordination, offset, data, status);
}

[[nodiscard]] inline FileData data_read(void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
    return {buffer, count, type, false};
}
[[nodiscard]] inline FileData data_written(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
    return {const_cast<void*>(buffer), count, type, true};
}

} // namespace sartor::mpi::internal
