// The groups of one rank, by their handles.
#pragma once

#include "framework/handle_pool.hpp"
#include "mpi.h"
#include "mpi_api/communicator/group.hpp"

namespace sartor::mpi {

class GroupHandles {
  public:
    GroupHandles() = default;
    GroupHandles(const GroupHandles&) = delete;
    GroupHandles& operator=(const GroupHandles&) = delete;
    ~GroupHandles() {
        pool_.for_each([](Group* group) { group->release(); });
        if (empty_ != nullptr) empty_->release();
    }

    // Null for a handle of no group.
    [[nodiscard]] Group* find(MPI_Group handle) noexcept {
        if (handle == MPI_GROUP_EMPTY) return empty();
        Group** place = pool_.find(reinterpret_cast<std::uintptr_t>(handle));
        return place != nullptr ? *place : nullptr;
    }

    // Takes the group over. MPI_GROUP_NULL when there is no memory.
    [[nodiscard]] MPI_Group make(Group* group) noexcept {
        Group** place = pool_.make();
        if (place == nullptr) {
            group->release();
            return MPI_GROUP_NULL;
        }
        *place = group;
        return reinterpret_cast<MPI_Group>(pool_.handle_of(*place));
    }

    void free(MPI_Group handle) noexcept {
        Group** place = pool_.find(reinterpret_cast<std::uintptr_t>(handle));
        if (place == nullptr) return; // MPI_GROUP_EMPTY stays
        (*place)->release();
        pool_.free(*place);
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

  private:
    Group* empty() noexcept {
        if (empty_ == nullptr) empty_ = Group::make_regular(0, 0, 1);
        return empty_;
    }

    HandlePool<Group*> pool_;
    Group* empty_ = nullptr;
};

struct NoGroups {};

} // namespace sartor::mpi
