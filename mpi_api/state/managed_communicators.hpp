// Communicators that a program makes itself, each with all that can be attached to it (MPI-5.0 section 7.4).
#pragma once

#include <cstring>
#include <string_view>

#include "components/handle_pool.hpp"
#include "mpi.h"
#include "mpi_api/collective/tags/tags.hpp"
#include "mpi_api/state/attributes.hpp"
#include "mpi_api/state/communicators.hpp"
#include "mpi_api/state/group.hpp"
#include "mpi_api/topology/shapes/virtual_topology.hpp"
#include "runtime/process.hpp"

namespace sartor::mpi {

// The request for contexts when a communicator is made. All ranks make the same one, so that they get the
// same contexts (components/communicator/contexts.hpp).
struct ContextsOfChild {
    int parent; // its context
    int number;
    int requesters;
    int span; // contexts
};

// What a rank keeps of one communicator. The group is shared with group handles; all else belongs to this
// object.
struct CommunicatorObject {
    Group* group = nullptr;
    int rank = 0;
    int context = 0;
    int children = 0;                    // communicators made out of this one so far
    CollectiveNumbers collectives;       // immediate and persistent ones
    MPI_Errhandler errhandler = nullptr; // MPI_ERRORS_ARE_FATAL unless set
    Attributes attributes;
    VirtualTopology* topology = nullptr;
    MPI_Info info = nullptr; // hints given by the program
    char name[MPI_MAX_OBJECT_NAME] = "";
};

// Communicators of any kind, those of the standard and those of the program as objects alike. The last one
// that was looked up is remembered: calls on it find it by one comparison.
class ManagedCommunicators : public OneGroup {
  public:
    static constexpr std::string_view name = "communicators of the program's own";

    struct View {
        const CommunicatorObject* object;
        [[nodiscard]] int rank() const noexcept { return object->rank; }
        [[nodiscard]] int size() const noexcept { return object->group->size(); }
        [[nodiscard]] int context() const noexcept { return object->context; }
        [[nodiscard]] const Group& peer_group() const noexcept { return *object->group; }
        [[nodiscard]] int in_process(int rank) const noexcept { return object->group->member(rank); }
        [[nodiscard]] int stride() const noexcept { return object->group->stride(); }
    };

    ManagedCommunicators() = default;
    ManagedCommunicators(const ManagedCommunicators&) = delete;
    ManagedCommunicators& operator=(const ManagedCommunicators&) = delete;
    ~ManagedCommunicators() {
        if (world_.group != nullptr) world_.group->release();
        if (self_.group != nullptr) self_.group->release();
        pool_.for_each([](CommunicatorObject& object) { object.group->release(); });
    }

    // In MPI_Init: makes MPI_COMM_WORLD, with this context, and MPI_COMM_SELF. False when there is no memory.
    [[nodiscard]] bool set_up(process::World world, int context) noexcept {
        const int own = process::current->number;
        world_.group = Group::make_regular(world.size, world.first, 1);
        self_.group = Group::make_regular(1, own, 1);
        if (world_.group == nullptr || self_.group == nullptr) return false;
        world_.rank = own - world.first;
        world_.context = process::is_guest(own) ? guest_world_context : context;
        self_.context = self_context;
        std::strcpy(world_.name, "MPI_COMM_WORLD");
        std::strcpy(self_.name, "MPI_COMM_SELF");
        return true;
    }

    [[nodiscard]] bool valid(MPI_Comm comm) const noexcept { return find(comm) != nullptr; }
    [[nodiscard]] View view(MPI_Comm comm) const noexcept { return {find(comm)}; }

    // Whether it was the last one that was looked up: then find() calls no function.
    [[nodiscard]] bool remembers(MPI_Comm comm) const noexcept { return comm == recent_; }
    // Null for a handle of no communicator. O(1).
    [[nodiscard]] CommunicatorObject* find(MPI_Comm comm) const noexcept {
        return remembers(comm) ? recent_object_ : look_up(comm);
    }

    // All that have a handle of their own from MPI_Init on.
    template <class Visit>
    void for_each_predefined(Visit visit) const {
        visit(MPI_COMM_SELF);
        visit(MPI_COMM_WORLD);
    }

    // A communicator of this group, whose reference it takes over, with this context. Null when there is no
    // memory; the caller keeps the group then. `made_at`: see HandlePool::make.
    [[nodiscard]] CommunicatorObject* make(Group* group, int context, const void* made_at) noexcept {
        CommunicatorObject* object = pool_.make(made_at);
        if (object == nullptr) return nullptr;
        object->group = group;
        object->rank = group->find(process::current->number);
        object->context = context;
        return object;
    }
    [[nodiscard]] static MPI_Comm handle_of(CommunicatorObject& object) noexcept {
        return reinterpret_cast<MPI_Comm>(HandlePool<CommunicatorObject>::handle_of(object));
    }
    // Its attributes have been dropped before.
    void free(CommunicatorObject& object) noexcept {
        recent_ = MPI_COMM_NULL;
        recent_object_ = nullptr;
        object.group->release();
        if (object.topology != nullptr) object.topology->free();
        pool_.free(object);
    }

    template <class Visit>
    void for_each(Visit visit) const {
        pool_.for_each(visit);
    }

    // The request for the contexts of the next communicator that is made out of this one: two for each of
    // `leaders` ranks that could lead one. Counts the children, so all ranks must call it equally often.
    [[nodiscard]] static ContextsOfChild next_child(CommunicatorObject& parent, int leaders) noexcept {
        return {parent.context, parent.children++, parent.group->size(), 2 * leaders};
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    [[nodiscard]] static std::uintptr_t bits_of(MPI_Comm comm) noexcept {
        return reinterpret_cast<std::uintptr_t>(comm);
    }
    [[gnu::noinline]] CommunicatorObject* look_up(MPI_Comm comm) const noexcept {
        CommunicatorObject* object = comm == MPI_COMM_WORLD  ? &world_
                                     : comm == MPI_COMM_SELF ? &self_
                                                             : pool_.find(bits_of(comm));
        if (object != nullptr) {
            recent_ = comm;
            recent_object_ = object;
        }
        return object;
    }

    mutable MPI_Comm recent_ = MPI_COMM_NULL; // the last that was looked up: most calls name the same
    mutable CommunicatorObject* recent_object_ = nullptr;
    mutable CommunicatorObject world_;
    mutable CommunicatorObject self_;
    HandlePool<CommunicatorObject> pool_;
};

} // namespace sartor::mpi
