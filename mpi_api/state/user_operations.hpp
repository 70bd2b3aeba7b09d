// Reduction operations that the program makes (MPI-5.0 section 6.9.5).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "runtime/rank/call_kept.hpp"

namespace sartor::mpi {

// An operation that the program makes (MPI-5.0 section 6.9.5).
struct UserOperation {
    MPI_User_function* function = nullptr;
    MPI_User_function_c* large_function = nullptr; // one of the two
    bool commutative = true;

    // into = from op into, in one call of the program's function. A function with int counts gets at most
    // 2^31 - 1 elements; the caller sees to that.
    void apply(void* from, void* into, MPI_Count count, MPI_Datatype type) const {
        const process::CallKept kept;
        if (large_function != nullptr) return large_function(from, into, &count, &type);
        int small_count = static_cast<int>(count);
        function(from, into, &small_count, &type);
    }
};

class UserOperations {
  public:
    static constexpr std::string_view name = "operations of the program's own";

    [[nodiscard]] UserOperation* find(MPI_Op op) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(op));
    }
    // MPI_OP_NULL when there is no memory. `made_at`: see HandlePool::make.
    [[nodiscard]] MPI_Op make(const UserOperation& operation, const void* made_at) noexcept {
        UserOperation* made = pool_.make(made_at);
        if (made == nullptr) return MPI_OP_NULL;
        *made = operation;
        return reinterpret_cast<MPI_Op>(pool_.handle_of(*made));
    }
    void free(UserOperation& operation) noexcept { pool_.free(operation); }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

    // Whether a function of one is known to run.
    [[nodiscard]] static constexpr bool is_applying() noexcept { return false; }

  private:
    HandlePool<UserOperation> pool_;
};

// In programs built with --checked: whether a function of one runs, which may not communicate. Not where
// threads of the rank may call meanwhile.
class WatchedUserOperations : public UserOperations {
  public:
    static constexpr std::string_view name = "operations of the program's own, watched";

    [[nodiscard]] bool is_applying() const noexcept { return applies; }

    bool applies = false;
};

struct NoUserOperations {
    static constexpr std::string_view name = absent;
    static constexpr UserOperation* find(MPI_Op) noexcept { return nullptr; }
    [[nodiscard]] static constexpr bool is_applying() noexcept { return false; }
};

} // namespace sartor::mpi
