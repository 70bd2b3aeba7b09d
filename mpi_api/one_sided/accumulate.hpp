// MPI_Accumulate, MPI_Get_accumulate, MPI_Fetch_and_op, MPI_Compare_and_swap (MPI-5.0 sections 12.3.3 and
// 12.3.4). Updates of one part are made one after the other, whole operations at a time.
#pragma once

#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

namespace internal {

[[nodiscard]] inline one_sided::Use use_of(MPI_Op op, bool has_result) noexcept {
    if (op == MPI_NO_OP) return one_sided::Use::fetch;
    return has_result ? one_sided::Use::exchange : one_sided::Use::update;
}

// For operations on one element: a predefined datatype, otherwise MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool is_single_element(Call<Program>& call, MPI_Datatype type) noexcept {
    if (datatype::is_predefined(value_of(type))) return true;
    call.template fail<MPI_ERR_TYPE>("datatype: expected a predefined datatype");
    return false;
}
template <class Program>
[[nodiscard]] bool is_comparable(Call<Program>& call, MPI_Datatype type) noexcept {
    if (!is_single_element(call, type)) return false;
    if (comparable_types[static_cast<std::size_t>(value_of(type) - datatype::first_predefined)]) return true;
    call.template fail<MPI_ERR_TYPE>("datatype: expected a datatype of integers, truth values or bytes");
    return false;
}

// The predefined datatype that all data of a datatype have; 0: they have several.
template <class Program>
[[nodiscard]] std::intptr_t item_of(Call<Program>& call, MPI_Datatype type) noexcept {
    auto& datatypes = call.state().datatypes;
    if constexpr (requires { datatypes.element(value_of(type)).item; })
        return datatypes.element(value_of(type)).item;
    else
        return value_of(type);
}

// The operation must be predefined and defined for the target's elements; otherwise MPI_ERR_OP or
// MPI_ERR_TYPE.
template <class Program>
[[nodiscard]] bool is_update(Call<Program>& call, MPI_Op op, std::intptr_t item, MPI_Datatype type,
                             one_sided::Update& update) noexcept {
    update = one_sided_types<Program>::Updates::of(value_of(op), item != 0 ? item : value_of(MPI_BYTE));
    const bool joins = update.change == one_sided::Change::join;
    if (!joins || (item != 0 && update.join != nullptr)) return true;
    if (item == 0)
        call.template fail<MPI_ERR_TYPE>(
            "target_datatype: expected a datatype whose data are all of one predefined datatype");
    else if (call.state().user_operations.find(op) != nullptr)
        call.template fail<MPI_ERR_OP>(
            "op: expected a predefined operation, not an operation made by MPI_Op_create");
    else
        static_cast<void>(call.operation("op", op, type)); // says what is wrong
    return false;
}

// One element at the origin.
template <class Program>
[[nodiscard]] plain_storage<Program> bytes_at(const void* element, std::size_t bytes) noexcept {
    return {const_cast<void*>(element), bytes};
}

template <class Program>
[[nodiscard]] const void* first_byte(const Access<Program>& access) noexcept {
    return reinterpret_cast<const void*>(envelope::span_of(access.storage).first);
}

// `result`: null when the values before are not wanted. In shared memory the update is complete on return,
// elsewhere at the end of the epoch. MPI_ERR_NO_MEM.
template <class Program>
int update_target(Call<Program>& call, WindowObject& window, const Access<Program>& access,
                  const plain_storage<Program>& operands, const plain_storage<Program>* result, MPI_Op op,
                  MPI_Datatype type) noexcept {
    const std::intptr_t item = item_of(call, type);
    one_sided::Update update;
    const int target = access.rank.in_window;
    if (!is_update(call, op, item, type, update) ||
        (op != MPI_NO_OP && !call.at(point::OriginUsed(), window, operands, target, false)) ||
        (result != nullptr && !call.at(point::OriginUsed(), window, *result, target, true)) ||
        !call.at(point::TargetAccessed(), window, access, use_of(op, result != nullptr), op, item))
        return call.error();
    auto& engine = call.state().one_sided;
    if (access.theirs == nullptr) {
        engine.update_far(window.part, access.rank, access.storage, operands, result,
                          static_cast<int>(value_of(op)),
                          static_cast<int>(item != 0 ? item : value_of(MPI_BYTE)));
        return MPI_SUCCESS;
    }
    engine.await_turn_to_update(access.rank.in_process, first_byte(access),
                                result != nullptr || op == MPI_REPLACE);
    if (!update.has_gaps() && access.storage.is_one_piece() && operands.is_one_piece() &&
        (result == nullptr || result->is_one_piece())) {
        engine.update_near(*access.theirs, access.storage.data, operands.data,
                           result == nullptr ? nullptr : result->data, access.storage.bytes, update);
        return MPI_SUCCESS;
    }
    return engine.update_near(*access.theirs, access.storage, operands, result, update) ==
                   one_sided::Failure::none
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for %zu bytes to be combined",
                                                    access.storage.bytes);
}

} // namespace internal

// MPI_Accumulate: updates of one part are atomic by whole operations. MPI_NO_OP is MPI_ERR_OP. Errors of
// access: see open_access().
template <class Program>
int accumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, int target,
               MPI_Aint displacement, MPI_Count target_count, MPI_Datatype target_type, MPI_Op op,
               MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    internal::Access<Program> access;
    if (!internal::open_access(call, window, target, displacement, target_count, target_type, access))
        return call.error();
    if (access.nothing) return MPI_SUCCESS;
    if (op == MPI_NO_OP)
        return call.template fail<MPI_ERR_OP>("op = MPI_NO_OP: only for operations that return a result");
    const auto operands = internal::plain(call, origin, count, type);
    if (!internal::same_data<Program, plain_storage<Program>>(call, {operands, count, type},
                                                              {access.storage, target_count, target_type}))
        return call.error();
    return internal::update_target(call, window, access, operands,
                                   static_cast<const plain_storage<Program>*>(nullptr), op, target_type);
}

// MPI_Get_accumulate: with MPI_NO_OP the origin's buffer is not used.
template <class Program>
int get_accumulate(Call<Program>& call, const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                   MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint displacement,
                   MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    internal::Access<Program> access;
    if (!internal::open_access(call, window, target, displacement, target_count, target_type, access))
        return call.error();
    if (access.nothing) return MPI_SUCCESS;
    const bool reads_only = op == MPI_NO_OP;
    if ((!reads_only && (!call.count("origin_count", count) || !call.committed("origin_datatype", type) ||
                         !call.buffer("origin_addr", origin, count, type))) ||
        !call.buffer("result_addr", result, result_count, result_type))
        return call.error();
    const auto operands = reads_only ? plain_storage<Program>{} : internal::plain(call, origin, count, type);
    const auto before = internal::plain(call, result, result_count, result_type);
    const internal::Elements<plain_storage<Program>> updated{access.storage, target_count, target_type};
    if (!internal::same_data(call, {before, result_count, result_type}, updated) ||
        (!reads_only && !internal::same_data(call, {operands, count, type}, updated)))
        return call.error();
    return internal::update_target(call, window, access, operands, &before, op, target_type);
}

// MPI_Fetch_and_op: one element of a predefined datatype.
template <class Program>
int fetch_and_op(Call<Program>& call, const void* origin, void* result, MPI_Datatype type, int target,
                 MPI_Aint displacement, MPI_Op op, MPI_Win win) noexcept {
    if (!internal::is_single_element(call, type)) return call.error();
    return get_accumulate(call, origin, 1, type, result, 1, type, target, displacement, 1, type, op, win);
}

// MPI_Compare_and_swap: one integer, truth value or byte; compared by its bytes.
template <class Program>
int compare_and_swap(Call<Program>& call, const void* origin, const void* compare, void* result,
                     MPI_Datatype type, int target, MPI_Aint displacement, MPI_Win win) noexcept {
    WindowObject& window = internal::window_of(call, win);
    internal::Access<Program> access;
    if (!internal::is_comparable(call, type) ||
        !internal::open_access(call, window, target, displacement, 1, type, access))
        return call.error();
    if (access.nothing) return MPI_SUCCESS;
    const std::size_t bytes = access.storage.bytes;
    constexpr std::size_t longest = 16;
    if (!call.buffer("origin_addr", origin, 1, type) || !call.buffer("compare_addr", compare, 1, type) ||
        !call.buffer("result_addr", result, 1, type) ||
        !call.at(point::OriginUsed(), window, internal::bytes_at<Program>(origin, bytes), target, false) ||
        !call.at(point::OriginUsed(), window, internal::bytes_at<Program>(compare, bytes), target, false) ||
        !call.at(point::OriginUsed(), window, internal::bytes_at<Program>(result, bytes), target, true) ||
        !call.at(point::TargetAccessed(), window, access, one_sided::Use::exchange, MPI_REPLACE,
                 value_of(type)))
        return call.error();
    if (access.theirs != nullptr) {
        call.state().one_sided.await_turn_to_update(access.rank.in_process, internal::first_byte(access),
                                                    true);
        call.state().one_sided.compare_and_swap_near(*access.theirs, access.storage.stretch(), origin,
                                                     compare, result, bytes);
        return MPI_SUCCESS;
    }
    char both[2 * longest];
    std::memcpy(both, origin, bytes);
    std::memcpy(both + bytes, compare, bytes);
    using Storage = plain_storage<Program>;
    call.state().one_sided.compare_and_swap_far(window.part, access.rank, access.storage,
                                                Storage{both, 2 * bytes}, Storage{result, bytes});
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
