// Making communicators and intercommunicators: objects for groups and contexts that are known (MPI-5.0
// section 7.4.2).
#pragma once

#include "mpi_api/call/call.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi {

namespace internal {

// A communicator of this group, with this error handler, and its handle. Takes over the caller's reference to
// the group. Null after reporting MPI_ERR_NO_MEM, also for a null group or a negative context.
template <class Program>
CommunicatorObject* new_communicator(Call<Program>& call, MPI_Errhandler handler, Group* group, int context,
                                     MPI_Comm* handle) noexcept {
    auto& communicators = call.state().communicators;
    CommunicatorObject* object =
        group == nullptr || context < 0 ? nullptr : communicators.make(group, context, call.site());
    if (object == nullptr) {
        if (group != nullptr) group->release();
        call.template fail<MPI_ERR_NO_MEM>("no memory for a communicator");
        return nullptr;
    }
    if constexpr (machine::TimesOwnWork<typename Program::machine>)
        Program::machine::made_communicator(group->size());
    call.state().handlers.inherit(handler, object->errhandler);
    *handle = communicators.handle_of(*object);
    return object;
}

// Notes that the communicator belongs to the session `origin`, or to that of its parent. False after
// reporting MPI_ERR_NO_MEM: it is freed then.
template <class Program, class Origin>
[[nodiscard]] bool adopt(Call<Program>& call, CommunicatorObject& object, const Origin& origin) noexcept {
    if (call.adopt(object, origin)) return true;
    call.state().handlers.release(object.errhandler);
    call.state().communicators.free(object);
    call.template fail<MPI_ERR_NO_MEM>("no memory for a communicator");
    return false;
}

// The same with the error handler and the session of its parent.
template <class Program>
CommunicatorObject* new_communicator(Call<Program>& call, const CommunicatorObject& parent, Group* group,
                                     int context, MPI_Comm* handle) noexcept {
    CommunicatorObject* object = new_communicator(call, parent.errhandler, group, context, handle);
    return object != nullptr && adopt(call, *object, parent) ? object : nullptr;
}

// Null after reporting MPI_ERR_COMM for an intracommunicator.
template <class Program>
Group* remote_group_of(Call<Program>& call, MPI_Comm comm) noexcept {
    return by_groups(
        call, comm,
        [&]() -> Group* {
            call.template fail<MPI_ERR_COMM>("comm: expected an intercommunicator");
            return nullptr;
        },
        [&](auto& inter) { return inter.view(comm).remote()->group; });
}

// Makes an intercommunicator of a communicator of the local group: the communicator behind it has the context
// local_context_offset further. Takes over the reference. MPI_ERR_NO_MEM.
template <class Program>
int add_other_side(Call<Program>& call, CommunicatorObject& object, Group* other) noexcept {
    auto& communicators = call.state().communicators;
    CommunicatorObject* local =
        communicators.make(object.group->share(), object.context + local_context_offset, nullptr);
    object.topology = local == nullptr ? nullptr : RemoteSide::make(other, communicators.handle_of(*local));
    if (object.topology != nullptr) return MPI_SUCCESS;
    if (other != nullptr) other->release();
    return call.template fail<MPI_ERR_NO_MEM>("no memory for an intercommunicator");
}

// Takes over both references. `context` is the first of inter_span contexts; the communicator of the local
// group has those from local_context_offset on. MPI_ERR_NO_MEM.
template <class Program>
int new_intercommunicator(Call<Program>& call, const CommunicatorObject& parent, Group* own, Group* other,
                          int context, MPI_Comm* handle) noexcept {
    CommunicatorObject* object = new_communicator(call, parent, own, other == nullptr ? -1 : context, handle);
    if (object == nullptr) {
        if (other != nullptr) other->release();
        return call.error();
    }
    return add_other_side(call, *object, other);
}

// The same groups with contexts of its own, without attributes.
template <class Program>
CommunicatorObject* copy_intercommunicator(Call<Program>& call, CommunicatorObject& parent, int context,
                                           MPI_Comm* handle) noexcept {
    const int error = new_intercommunicator(call, parent, parent.group->share(),
                                            RemoteSide::of(parent)->group->share(), context, handle);
    return error == MPI_SUCCESS ? call.state().communicators.find(*handle) : nullptr;
}

// The same group or groups and topology, without attributes. Null after reporting MPI_ERR_NO_MEM.
template <class Program>
CommunicatorObject* copy_communicator(Call<Program>& call, MPI_Comm comm, CommunicatorObject& parent,
                                      int context, MPI_Comm* handle) noexcept {
    return by_groups(
        call, comm,
        [&] {
            auto* object = new_communicator(call, parent, parent.group->share(), context, handle);
            if (object != nullptr && parent.topology != nullptr) object->topology = parent.topology->copy();
            return object;
        },
        [&](auto& inter) { return copy_intercommunicator(inter, parent, context, handle); });
}

} // namespace internal

} // namespace sartor::mpi
