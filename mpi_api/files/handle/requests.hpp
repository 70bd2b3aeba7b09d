// Requests of accesses that are over when they are made.
#pragma once

#include "mpi_api/files/handle/shared_accesses.hpp"
#include "mpi_api/point_to_point/messages/requests.hpp"

namespace sartor::mpi::internal {

// With --checked the request has the data until it is complete.
template <class Program>
[[nodiscard]] bool uses_data(Call<Program>& call, request_of<Program>& request,
                             const FileData& data) noexcept {
    const auto storage = [&] {
        return call.state().datatypes.storage(data.buffer, data.count, value_of(data.type));
    };
    return call.at(point::RequestUses(), request, storage, !data.writes);
}

// Errors are those of the call, which makes no request then.
template <class Program>
int finish_request(Call<Program>& call, std::int64_t offset, const FileData& data,
                   MPI_Request* handle) noexcept {
    FileObject& file = file_of(call);
    std::uint64_t bytes = 0;
    const int error = access_file(call, file, Coordination::noncollective, offset, data, bytes);
    if (error != MPI_SUCCESS) return error;
    auto* request = new_request(call, handle);
    if (request == nullptr) return call.error();
    request->comm = file.comm;
    request->file_access = {true, bytes};
    return uses_data(call, *request, data) ? MPI_SUCCESS : call.error();
}

template <class Program>
int request_at(Call<Program>& call, MPI_Offset offset, const FileData& data, MPI_Request* handle) noexcept {
    return begin_at(call, Coordination::noncollective, offset, data)
               ? finish_request(call, offset, data, handle)
               : call.error();
}
template <class Program>
int request_at_pointer(Call<Program>& call, const FileData& data, MPI_Request* handle) noexcept {
    std::int64_t offset = 0;
    return begin_at_pointer(call, Coordination::noncollective, data, offset)
               ? finish_request(call, offset, data, handle)
               : call.error();
}
template <class Program>
int request_at_shared(Call<Program>& call, const FileData& data, MPI_Request* handle) noexcept {
    std::int64_t offset = 0;
    return begin_at_shared(call, data, offset) ? finish_request(call, offset, data, handle) : call.error();
}

} // namespace sartor::mpi::internal
