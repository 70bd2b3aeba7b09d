// What programs built with --checked are told of the data at the origin: their datatypes, and buffers of
// operations that are not complete yet (MPI-5.0 section 12.3).
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/touches.hpp"
#include "aspects/call/checked/watched_buffers.hpp"
#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/call/types_text.hpp"
#include "mpi_api/one_sided/windows/access.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi::checked {

// Costs a list of the buffers of operations that are not complete, and a digest of each.
struct OriginsOfWindows {
    static constexpr std::string_view name = "data at the origin are watched";
    using points = boost::mp11::mp_list<point::ElementsGiven, point::OriginUsed, point::OriginsEnd,
                                        point::RequestedBegins, point::RequestedHasBegun,
                                        point::WindowIsLocked, point::MemoryIsTouched>;

    template <class Program, class Elements>
    static bool at(point::ElementsGiven, Call<Program>& call, const Elements& origin,
                   const Elements& target) noexcept {
        const datatype::CheckedType ours = check_of(call, origin.type, origin.count);
        const datatype::CheckedType theirs = check_of(call, target.type, target.count);
        if (ours.agrees_with(theirs)) return true;
        call.template fail<MPI_ERR_TYPE>("data of %s at the origin are data of %s at the target",
                                         internal::TypesText(ours).text, internal::TypesText(theirs).text);
        return false;
    }

    template <class Program, class Data>
    static bool at(point::OriginUsed, Call<Program>& call, WindowObject& window, const Data& data, int target,
                   bool is_written) noexcept {
        if constexpr (requires(request_of<Program> request) { request.kept_rest.copies; })
            if (void* const request = window.part.log->own.request)
                return begin_use_in(call, *static_cast<request_of<Program>*>(request), window, target, data,
                                    is_written);
        if (data.bytes == 0) return true;
        one_sided::OriginBuffer other;
        bool fits = true;
        std::size_t pieces = 0;
        data.for_each_piece([&](const void* piece, std::size_t bytes) {
            if (++pieces > one_sided::OriginBuffers::most) return;
            fits = fits && window.part.log->own.origins.begin({.data = piece,
                                                               .bytes = bytes,
                                                               .function = call.function(),
                                                               .site = call.site(),
                                                               .target = target,
                                                               .is_written = is_written},
                                                              other);
        });
        if (fits) return true;
        call.template fail<MPI_ERR_BUFFER>(
            "the buffer overlaps the buffer that %s %s, and that operation is not complete",
            internal::OperationText(other.function, other.site).text, other.is_written ? "writes" : "reads");
        return false;
    }

    template <class Program>
    static int at(point::OriginsEnd, Call<Program>& call, WindowObject& window, int target) noexcept {
        one_sided::OriginBuffer changed;
        if constexpr (requires(request_of<Program> request) { request.kept_rest.copies; })
            if (window.part.log->own.has_requests)
                if (const int error = end_requests(call, window, target); error != MPI_SUCCESS) return error;
        if (window.part.log->own.origins.end(target, changed)) return MPI_SUCCESS;
        return call.template fail<MPI_ERR_BUFFER>(
            "the buffer of %s has changed before the operation was complete",
            internal::OperationText(changed.function, changed.site).text);
    }

    template <class State>
    static void at(point::MemoryIsTouched, State& state, const process::Access& access) noexcept {
        state.windows.for_each([&](const WindowObject& window) {
            if (window.part.log == nullptr) return;
            const auto* const found =
                window.part.log->own.origins.disturbed_by(span_of(access), access.is_store);
            if (found != nullptr)
                report_touch(access, found->function, found->site, "that operation is complete",
                             "MPI_Win_flush_local, or what ends the epoch, before it would order them");
        });
    }

    // The buffers are free again when the request is complete, not with the epoch.
    template <class Program, class Request>
    static void at(point::RequestedBegins, Call<Program>&, WindowObject& window, Request& request) noexcept {
        window.part.log->own.request = &request;
    }
    template <class Program>
    static void at(point::RequestedHasBegun, Call<Program>&, WindowObject& window) noexcept {
        window.part.log->own.request = nullptr;
    }

    // The program keeps what the hint no_locks promises: MPI_ERR_RMA_SYNC.
    template <class Program>
    static bool at(point::WindowIsLocked, Call<Program>& call, const WindowObject& window, int) noexcept {
        if (!window.promises_no_locks) return true;
        call.template fail<MPI_ERR_RMA_SYNC>(
            "win: the hint no_locks promised that the window is never locked");
        return false;
    }

  private:
    // Operations with requests are complete, too, although their requests are not freed.
    template <class Program>
    static int end_requests(Call<Program>& call, const WindowObject& window, int target) noexcept {
        int error = MPI_SUCCESS;
        call.state().requests.for_each([&](request_of<Program>& request) {
            if (!request.uses.any() || request.kept_rest.window != &window ||
                (target != one_sided::OriginBuffers::all_targets && request.kept_rest.target != target))
                return;
            const bool has_changed = request.uses.sent && request.sent.has_changed();
            WatchedBuffers::at(point::RequestIsFreed(), call, request);
            if (has_changed && error == MPI_SUCCESS)
                error = report_change<Program>(call.owner(), request.sent);
        });
        return error;
    }
    template <class Program, class Data>
    static bool begin_use_in(Call<Program>& call, request_of<Program>& request, WindowObject& window,
                             int target, const Data& data, bool is_written) noexcept {
        using Storage = typename request_of<Program>::Storage;
        request.kept_rest.window = &window;
        request.kept_rest.target = target;
        window.part.log->own.has_requests = true;
        const Storage& kept = request.kept_rest.copies[is_written].make(Storage(data));
        NewUse<Storage> use(kept, is_written);
        if (!may_use_pieces<Program>(call, use, &request)) return false;
        if (is_written)
            begin_use(call, request.uses.received, request.received, use, kept);
        else
            begin_use(call, request.uses.sent, request.sent, use, kept);
        return true;
    }
};

} // namespace sartor::mpi::checked
