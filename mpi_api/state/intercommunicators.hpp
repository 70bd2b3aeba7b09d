// Intercommunicators, communicators with two groups, beside all others (MPI-5.0 section 7.6).
#pragma once

#include <string_view>

#include "components/library_memory.hpp"
#include "mpi_api/state/managed_communicators.hpp"

namespace sartor::mpi {

// The remote group of an intercommunicator. It is kept where other communicators have a virtual topology,
// which an intercommunicator can't have, so programs without intercommunicators have no member for it.
// `local` is a communicator of the local group that the program does not see: collectives use it.
struct RemoteSide : VirtualTopology {
    static constexpr int own_kind = -1;

    Group* group;
    MPI_Comm local;

    // Takes over the caller's reference to the group. Null when there is no memory; the caller keeps it then.
    [[nodiscard]] static RemoteSide* make(Group* group, MPI_Comm local) noexcept {
        void* memory = allocate_for_library(sizeof(RemoteSide));
        return memory == nullptr ? nullptr
                                 : new (memory) RemoteSide{{own_kind, sizeof(RemoteSide)}, group, local};
    }
    // Null for communicators with one group.
    [[nodiscard]] static RemoteSide* of(const CommunicatorObject& object) noexcept {
        const bool remote = object.topology != nullptr && object.topology->kind == own_kind;
        return remote ? static_cast<RemoteSide*>(object.topology) : nullptr;
    }
};

// Contexts of an intercommunicator: two for messages between the groups, two for the local group of each
// side.
inline constexpr int inter_span = 4;
inline constexpr int local_context_offset = 2;

// All communicators as objects; intercommunicators among them.
class ManagedIntercommunicators : public ManagedCommunicators {
  public:
    static constexpr std::string_view name = "communicators and intercommunicators of the program's own";

    // rank() and size() are those of the own side; messages go to the other.
    struct View {
        const CommunicatorObject* object;
        [[nodiscard]] int rank() const noexcept { return object->rank; }
        [[nodiscard]] int size() const noexcept { return object->group->size(); }
        [[nodiscard]] int context() const noexcept { return object->context; }
        [[nodiscard]] const RemoteSide* remote() const noexcept { return RemoteSide::of(*object); }
        [[nodiscard]] bool is_inter() const noexcept { return remote() != nullptr; }
        [[nodiscard]] const Group& peer_group() const noexcept {
            return is_inter() ? *remote()->group : *object->group;
        }
        [[nodiscard]] int peers() const noexcept { return peer_group().size(); }
        [[nodiscard]] int in_process(int rank) const noexcept { return peer_group().member(rank); }
        [[nodiscard]] int stride() const noexcept { return is_inter() ? 0 : object->group->stride(); }
    };
    [[nodiscard]] View view(MPI_Comm comm) const noexcept { return {find(comm)}; }

    [[nodiscard]] static bool is_inter(const View& view) noexcept { return view.is_inter(); }
    [[nodiscard]] static int peers(const View& view) noexcept { return view.peers(); }
    // Most operations are defined differently for one group and for two (MPI-5.0 section 6.2.3): returns
    // within() or across(call). `across` is a generic lambda: it is compiled here only. Cost: a branch.
    template <class Call, class Within, class Across>
    [[gnu::always_inline]] static auto by_groups(const View& view, Call& call, const Within& within,
                                                 const Across& across) {
        return view.is_inter() ? across(call) : within();
    }

    ManagedIntercommunicators() = default;
    ~ManagedIntercommunicators() {
        for_each([](const CommunicatorObject& object) { drop_remote(object); });
    }

    // Frees the local communicator and the remote group, too.
    void free(CommunicatorObject& object) noexcept {
        if (RemoteSide* remote = RemoteSide::of(object)) {
            ManagedCommunicators::free(*find(remote->local));
            drop_remote(object);
        }
        ManagedCommunicators::free(object);
    }

    // As for one group, but the ranks of both groups request the same contexts.
    [[nodiscard]] static ContextsOfChild next_child(CommunicatorObject& parent, int leaders) noexcept {
        const RemoteSide* remote = RemoteSide::of(parent);
        if (remote == nullptr) return ManagedCommunicators::next_child(parent, leaders);
        return {parent.context, parent.children++, parent.group->size() + remote->group->size(),
                inter_span * leaders};
    }

  private:
    static void drop_remote(const CommunicatorObject& object) noexcept {
        if (RemoteSide* remote = RemoteSide::of(object)) remote->group->release();
    }
};

} // namespace sartor::mpi
