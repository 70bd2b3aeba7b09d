// The groups of one rank, by their handles.
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/group.hpp"

namespace sartor::mpi {

struct GroupEntry {
    Group* group = nullptr;
};

// The entry in programs with sessions.
struct SessionGroupEntry : GroupEntry {
    MPI_Session session = nullptr; // null: of the World Model
};

// Each handle of a group, MPI_GROUP_EMPTY beside them, whose group is made when it is first used.
template <class Entry>
class GroupHandlesWith {
  public:
    static constexpr std::string_view name = "handles of groups";

    GroupHandlesWith() = default;
    GroupHandlesWith(const GroupHandlesWith&) = delete;
    GroupHandlesWith& operator=(const GroupHandlesWith&) = delete;
    ~GroupHandlesWith() {
        pool_.for_each([](Entry& entry) { entry.group->release(); });
        if (empty_ != nullptr) empty_->release();
    }

    // Null for a handle of no group.
    [[nodiscard]] Group* find(MPI_Group handle) noexcept {
        if (handle == MPI_GROUP_EMPTY) return empty();
        Entry* entry = find_entry(handle);
        return entry != nullptr ? entry->group : nullptr;
    }
    // Null for MPI_GROUP_EMPTY too.
    [[nodiscard]] Entry* find_entry(MPI_Group handle) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(handle));
    }

    // Gives the group a handle and takes over the caller's reference, also when it fails: MPI_GROUP_NULL when
    // there is no memory. `made_at`: see HandlePool::make.
    [[nodiscard]] MPI_Group make(Group* group, const void* made_at) noexcept {
        Entry* entry = pool_.make(made_at);
        if (entry == nullptr) {
            group->release();
            return MPI_GROUP_NULL;
        }
        entry->group = group;
        return reinterpret_cast<MPI_Group>(pool_.handle_of(*entry));
    }

    // No effect on MPI_GROUP_EMPTY.
    void free(MPI_Group handle) noexcept {
        Entry* entry = find_entry(handle);
        if (entry != nullptr) free(*entry); // MPI_GROUP_EMPTY stays
    }
    // In MPI_Session_finalize: handles that the program has left over.
    void free_those_of(MPI_Session session) noexcept {
        pool_.for_each([&](Entry& entry) {
            if (entry.session == session) free(entry);
        });
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    void free(Entry& entry) noexcept {
        entry.group->release();
        pool_.free(entry);
    }

    Group* empty() noexcept {
        if (empty_ == nullptr) empty_ = Group::make_regular(0, 0, 1);
        return empty_;
    }

    HandlePool<Entry> pool_;
    Group* empty_ = nullptr;
};

using GroupHandles = GroupHandlesWith<GroupEntry>;
using SessionGroupHandles = GroupHandlesWith<SessionGroupEntry>;

struct NoGroups {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
