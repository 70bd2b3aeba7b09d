// What programs built with --checked are told of the data at the origin: their datatypes, and buffers of
// operations that are not complete yet (MPI-5.0 section 12.3).
#pragma once

#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/call/types_text.hpp"
#include "mpi_api/one_sided/windows/access.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

template <class Program, class Elements>
bool CheckedWindows::same_types(Call<Program>& call, const Elements& origin,
                                const Elements& target) noexcept {
    const datatype::CheckedType ours = check_of(call, origin.type, origin.count);
    const datatype::CheckedType theirs = check_of(call, target.type, target.count);
    if (ours.agrees_with(theirs)) return true;
    call.template fail<MPI_ERR_TYPE>("data of %s at the origin are data of %s at the target",
                                     internal::TypesText(ours).text, internal::TypesText(theirs).text);
    return false;
}

template <class Program, class Data>
bool CheckedWindows::may_use_origin(Call<Program>& call, WindowObject& window, const Data& data, int target,
                                    bool is_written) noexcept {
    if (!data.is_one_piece() || data.bytes == 0 || window.part.log->own.has_request) return true;
    one_sided::OriginBuffer other;
    if (window.part.log->own.origins.begin({.data = data.data,
                                            .bytes = data.bytes,
                                            .function = call.function(),
                                            .site = call.site(),
                                            .target = target,
                                            .is_written = is_written},
                                           other))
        return true;
    call.template fail<MPI_ERR_BUFFER>(
        "the buffer overlaps the buffer that %s %s, and that operation is not complete",
        internal::OperationText(other.function, other.site).text, other.is_written ? "writes" : "reads");
    return false;
}

template <class Program>
int CheckedWindows::end_origins(Call<Program>& call, WindowObject& window, int target) noexcept {
    one_sided::OriginBuffer changed;
    if (window.part.log->own.origins.end(target, changed)) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_BUFFER>(
        "the buffer of %s has changed before the operation was complete",
        internal::OperationText(changed.function, changed.site).text);
}

template <class Program>
CheckedWindows::Requested::Requested(Call<Program>& call, MPI_Win win) noexcept
    : has_request_(internal::window_of(call, win).part.log->own.has_request) {
    has_request_ = true;
}

} // namespace sartor::mpi
