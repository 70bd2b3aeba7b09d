// Reduction operations that the program makes (MPI-5.0 section 6.9.5).
#pragma once

#include <cstdint>
#include <string_view>

#include "components/handle_pool.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/callback_state.hpp"
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
    static void end() noexcept {}
};

// One whose function may get a state with each call, and any count.
struct OperationWithState : UserOperation {
    MPIX_User_function_x* function_with_state = nullptr; // or one of UserOperation
    CallbackState state;

    void apply(void* from, void* into, MPI_Count count, MPI_Datatype type) const {
        if (function_with_state == nullptr) return UserOperation::apply(from, into, count, type);
        const process::CallKept kept;
        function_with_state(from, into, count, type, state.state);
    }
    void end() const noexcept { state.end(); }
};

template <class Own>
class UserOperationsOf {
  public:
    static constexpr std::string_view name = "operations of the program's own";
    using Operation = Own;

    [[nodiscard]] Operation* find(MPI_Op op) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(op));
    }
    // MPI_OP_NULL when there is no memory. `made_at`: see HandlePool::make.
    [[nodiscard]] MPI_Op make(const Operation& operation, const void* made_at) noexcept {
        Operation* made = pool_.make(made_at);
        if (made == nullptr) return MPI_OP_NULL;
        *made = operation;
        return reinterpret_cast<MPI_Op>(pool_.handle_of(*made));
    }
    void free(Operation& operation) noexcept {
        const Operation last = operation;
        pool_.free(operation);
        last.end();
    }

    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

    // Whether a function of one is known to run.
    [[nodiscard]] static constexpr bool is_applying() noexcept { return false; }

  private:
    HandlePool<Operation> pool_;
};

using UserOperations = UserOperationsOf<UserOperation>;

// In programs built with --checked: whether a function of one runs, which may not communicate. Not where
// threads of the rank may call meanwhile.
template <class Own>
class WatchedUserOperations : public UserOperationsOf<Own> {
  public:
    static constexpr std::string_view name = "operations of the program's own, watched";

    [[nodiscard]] bool is_applying() const noexcept { return applies; }

    bool applies = false;
};

struct NoUserOperations {
    static constexpr std::string_view name = absent;
    using Operation = UserOperation;
    static constexpr UserOperation* find(MPI_Op) noexcept { return nullptr; }
    [[nodiscard]] static constexpr bool is_applying() noexcept { return false; }
};

} // namespace sartor::mpi
