// Collective accesses that go on beside the program, on flows of their own.
#pragma once

#include <new>

#include "mpi_api/files/handle/requests.hpp"
#include "mpi_api/tasks/collectives.hpp"

namespace sartor::mpi::internal {

// Its file stays open until it is over.
template <class Program>
struct FileTask : TaskOfCall<Program> {
    FileObject& file;
    request_of<Program>* request = nullptr;
    std::int64_t offset;
    FileData data;

    FileTask(const Call<Program>& made_by, FileObject& which, std::int64_t from,
             const FileData& what) noexcept
        : TaskOfCall<Program>(made_by), file(which), offset(from), data(what) {
        this->run = [](auto& task) {
            auto& self = static_cast<FileTask&>(task);
            Call<Program> once = self.call;
            // Collectives in it are no part of the program: their buffers are the file's own.
            once.at(point::CollectiveBegins(), static_cast<request_of<Program>*>(nullptr));
            FileAccess& access = self.request->file_access;
            access.used = true;
            self.error =
                access_file(once, self.file, Coordination::collective, self.offset, self.data, access.bytes);
            --self.file.under_way;
        };
    }
};

template <class Program>
int launch_access(Call<Program>& call, std::int64_t offset, const FileData& data,
                  MPI_Request* handle) noexcept {
    FileObject& file = file_of(call);
    using Task = FileTask<Program>;
    void* memory = reserve_task(call, sizeof(Task));
    if (memory == nullptr) return call.error();
    auto* task = new (memory) Task(call, file, offset, data);
    auto* request = request_for(call, *task, file.comm, handle);
    if (request == nullptr) return call.error();
    task->request = request;
    if (!uses_data(call, *request, data)) return call.error();
    const int before = file.under_way++;
    const int error = launched(call, request, file.comm, handle, Started::by_call);
    if (error != MPI_SUCCESS) file.under_way = before; // whether it has run or not: there is no request
    return error;
}

template <class Program>
int task_at(Call<Program>& call, MPI_Offset offset, const FileData& data, MPI_Request* handle) noexcept {
    return begin_at(call, Coordination::collective, offset, data) ? launch_access(call, offset, data, handle)
                                                                  : call.error();
}
template <class Program>
int task_at_pointer(Call<Program>& call, const FileData& data, MPI_Request* handle) noexcept {
    std::int64_t offset = 0;
    return begin_at_pointer(call, Coordination::collective, data, offset)
               ? launch_access(call, offset, data, handle)
               : call.error();
}

} // namespace sartor::mpi::internal
