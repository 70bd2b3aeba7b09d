// Opening and closing files, by all ranks of a communicator together (MPI-5.0 sections 14.2.1 and 14.2.2).
#pragma once

#include <algorithm>
#include <cstring>

#include "mpi_api/communicator/making/contexts.hpp"
#include "mpi_api/communicator/making/new_communicator.hpp"
#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/hints.hpp"
#include "mpi_api/files/handle/shared_pointer.hpp"
#include "mpi_api/files/handle/views.hpp"
#include "mpi_api/tasks/freeing.hpp"

namespace sartor::mpi::internal {

// Combinations that are no mode: MPI_ERR_AMODE.
template <class Program>
[[nodiscard]] bool is_mode(Call<Program>& call, int mode) noexcept {
    constexpr int known = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY | MPI_MODE_CREATE |
                          MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN | MPI_MODE_APPEND |
                          MPI_MODE_SEQUENTIAL;
    const auto fail = [&](const char* why) {
        call.template fail<MPI_ERR_AMODE>("amode = %#x: %s", static_cast<unsigned>(mode), why);
        return false;
    };
    const int access = mode & (MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY);
    if ((mode & ~known) != 0) return fail("expected values of MPI_MODE_... for files");
    if (access != MPI_MODE_RDONLY && access != MPI_MODE_RDWR && access != MPI_MODE_WRONLY)
        return fail("expected one of MPI_MODE_RDONLY, MPI_MODE_RDWR and MPI_MODE_WRONLY");
    if (access == MPI_MODE_RDONLY && (mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
        return fail("MPI_MODE_CREATE and MPI_MODE_EXCL are not for MPI_MODE_RDONLY");
    if (access == MPI_MODE_RDWR && (mode & MPI_MODE_SEQUENTIAL) != 0)
        return fail("MPI_MODE_SEQUENTIAL is not for MPI_MODE_RDWR");
    return true;
}

// The file's own communicator, without a call site: reports name the file.
template <class Program>
[[nodiscard]] bool duplicate_for(Call<Program>& call, FileObject& file, MPI_Comm comm) noexcept {
    auto& communicators = call.state().communicators;
    CommunicatorObject& parent = *communicators.find(comm);
    const int context = reserve_contexts<Program>(communicators.next_child(parent, 1));
    Group* const group = parent.group->share();
    CommunicatorObject* own = context < 0 ? nullptr : communicators.make(group, context, nullptr);
    if (own == nullptr) {
        group->release();
        return false;
    }
    file.comm = communicators.handle_of(*own);
    return call.adopt(*own, parent);
}

// Frees a file that no rank uses any more.
template <class Program>
void drop_file(Call<Program>& call, FileObject& file) noexcept {
    auto& state = call.state();
    drop_shared_pointer(call, file);
    if (CommunicatorObject* own = state.communicators.find(file.comm)) {
        state.sessions.forget(own->context);
        free_when_unused(call, reinterpret_cast<std::uintptr_t>(file.comm),
                         [](RankState<Program>& owner, std::uintptr_t freed) {
                             owner.communicators.free(
                                 *owner.communicators.find(reinterpret_cast<MPI_Comm>(freed)));
                         });
    }
    replace_type(file.etype, 0);
    replace_type(file.filetype, 0);
    state.handlers.release(file.errhandler);
    state.files.free(file);
}

// A file that is not open yet. Null after reporting an error.
template <class Program>
[[nodiscard]] FileObject* new_file(Call<Program>& call, MPI_Comm comm, const char* name, int mode) noexcept {
    auto& state = call.state();
    FileObject* file = state.files.make(call.site());
    if (file != nullptr) {
        file->mode = mode;
        file->name = strdup(file::path_of(name));
        file->etype = file->filetype = static_cast<datatype::Origin>(value_of(MPI_BYTE));
        state.handlers.inherit(state.file_errors.handler, file->errhandler);
        if (file->name != nullptr && duplicate_for(call, *file, comm) && make_shared_pointer(call, *file))
            return file;
        drop_file(call, *file);
    }
    call.template fail<MPI_ERR_NO_MEM>("no memory for a file");
    return nullptr;
}

// The mode is the same at all ranks; otherwise MPI_ERR_NOT_SAME. `own`: an error that this rank has found.
template <class Program>
[[nodiscard]] int agree_on_mode(Call<Program>& call, const FileObject& file, int own) noexcept {
    struct Said {
        int mode;
        int error;
    } const said{file.mode, own};
    bool same = true;
    int first = MPI_SUCCESS;
    const int error = allgather_values(call, file, said, [&](int, const Said& theirs) {
        same = same && theirs.mode == file.mode;
        if (first == MPI_SUCCESS) first = theirs.error;
    });
    if (error != MPI_SUCCESS || own != MPI_SUCCESS) return own != MPI_SUCCESS ? own : error;
    if (!same)
        return call.template fail<MPI_ERR_NOT_SAME>("amode: not the same at all ranks of the communicator");
    return first == MPI_SUCCESS
               ? first
               : call.fail_as(first, "%s", "another rank of the communicator found this error");
}

// What the first rank tells the others about the file that it has opened.
struct Opened {
    int error;
    file::Descriptor descriptor;
    file::Hints hints;
    std::int64_t bytes;
};

[[nodiscard]] inline file::OpenMode mode_to_open(const FileObject& file, bool first) noexcept {
    return {.reads = !file.has(MPI_MODE_WRONLY),
            .writes = !file.has(MPI_MODE_RDONLY),
            .creates = first && file.has(MPI_MODE_CREATE),
            .exclusive = first && file.has(MPI_MODE_EXCL)};
}

template <class Program>
[[nodiscard]] Opened open_first(Call<Program>& call, const FileObject& file, MPI_Info info) noexcept {
    Opened opened{};
    spend_access<Program>(0);
    opened.error = file::open(file.name, mode_to_open(file, true), opened.descriptor);
    if (opened.error == 0) opened.error = file::size_of(opened.descriptor, opened.bytes);
    opened.hints.cb_nodes = std::min(2, size_of(call, file));
    read_hints(call, info, opened.hints);
    return opened;
}

// Ranks that share the first one's memory share its descriptor; others open the file, which exists now.
template <class Program>
[[nodiscard]] int open_others(Call<Program>& call, FileObject& file, const file::Descriptor& first) noexcept {
    const bool opens = rank_in(call, file) != 0;
    file.owns_descriptor = !opens;
    file.descriptor = first;
    if constexpr (!Program::machine::shares_memory) {
        int error = MPI_SUCCESS;
        if (opens) {
            file.owns_descriptor = true;
            spend_access<Program>(0);
            const int found = file::open(file.name, mode_to_open(file, false), file.descriptor);
            if (found != 0) error = fail_of_system(call, found, "opening", file.name);
        }
        return agree_on_error(call, file, error);
    }
    return MPI_SUCCESS;
}

template <class Program>
void close_descriptor(FileObject& file, int& error) noexcept {
    if (file.owns_descriptor && file.descriptor.is_open()) error = file::close(file.descriptor);
}

// The file of new_file(). On failure the caller drops it.
template <class Program>
[[nodiscard]] int open_file(Call<Program>& call, FileObject& file, MPI_Info info) noexcept {
    Opened opened{};
    if (rank_in(call, file) == 0) opened = open_first(call, file, info);
    int error = pass_to_all(call, file, opened);
    if (error != MPI_SUCCESS) return error;
    if (opened.error != 0) return fail_of_system(call, opened.error, "opening", file.name);
    file.hints = opened.hints;
    error = open_others(call, file, opened.descriptor);
    if (error != MPI_SUCCESS) {
        int ignored = 0;
        close_descriptor<Program>(file, ignored);
        return error;
    }
    if (!file.has(MPI_MODE_APPEND)) return MPI_SUCCESS;
    file.position = opened.bytes;
    if constexpr (Interface<Program>::has_shared_pointers) {
        if (rank_in(call, file) == 0) set_shared_pointer(call, file, opened.bytes);
        return barrier(call, file.comm);
    }
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
