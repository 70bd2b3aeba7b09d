// Buffers of messages and collectives that one-sided operations have, too, in programs built with --checked:
// at the origin, or in this rank's part of a window, where they count as loads and stores (MPI-5.0 sections
// 12.3 and 12.7).
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/conflicts.hpp"
#include "aspects/call/checked/watched_buffers.hpp"

namespace sartor::mpi::checked {

// Costs a look at the rank's windows for each buffer.
struct OriginsBesideMessages {
    static constexpr std::string_view name = "buffers of messages and of windows are apart";
    using points = boost::mp11::mp_list<point::DataUsed, point::SendStarts, point::ReceiveStarts,
                                        point::MessageStarts, point::CollectiveDataUsed, point::OriginUsed>;

    template <class Program, class Data>
    static bool at(point::DataUsed, Call<Program>& call, const Data& data, bool is_written) noexcept {
        return look_at(call, data, is_written);
    }
    template <class Program, class Request>
    static bool at(point::SendStarts, Call<Program>& call, Request& request) noexcept {
        return look_at(call, request.sending.parcel.envelope.storage, false);
    }
    template <class Program, class Request>
    static bool at(point::ReceiveStarts, Call<Program>& call, Request& request) noexcept {
        return look_at(call, request.receiving.envelope.storage, true);
    }
    template <class Program, class Request>
    static bool at(point::MessageStarts, Call<Program>& call, Request& request) noexcept {
        return (!request.sends || at(point::SendStarts(), call, request)) &&
               (!request.receives || at(point::ReceiveStarts(), call, request));
    }
    template <class Program>
    static bool at(point::CollectiveDataUsed, Call<Program>& call, const void* buffer, MPI_Count count,
                   MPI_Datatype type, MPI_Comm comm, bool is_written) noexcept {
        bool begins = !call.rehearses() && !call.is_numbered();
        if constexpr (keeps_buffers<Program>) {
            const auto* const starting = call.state().requests.kept.starting;
            begins = begins_now(call) && (starting == nullptr || starting->comm == comm);
        }
        return !begins ||
               look_at(call, call.state().datatypes.storage(buffer, count, value_of(type)), is_written);
    }

    // MPI_ERR_BUFFER.
    template <class Program, class Data>
    static bool at(point::OriginUsed, Call<Program>& call, WindowObject& window, const Data& data, int,
                   bool is_written) noexcept {
        note_in_windows(call, data, is_written);
        if constexpr (keeps_buffers<Program>)
            if (window.part.log->own.request == nullptr) {
                const typename request_of<Program>::Storage kept(data);
                NewUse use(kept, is_written);
                return may_use_pieces<Program>(call, use, nullptr);
            }
        return true;
    }

  private:
    template <class Program>
    static constexpr bool keeps_buffers = requires(RankState<Program>& state) {
        state.requests.kept.memory;
    };

    template <class Program, class Data>
    static bool look_at(Call<Program>& call, const Data& data, bool is_written) noexcept {
        if (data.bytes == 0) return true;
        note_in_windows(call, data, is_written);
        const one_sided::OriginBuffer* other = nullptr;
        const PieceSpan whole = envelope::span_of(data);
        call.state().windows.for_each([&](const WindowObject& window) {
            if (window.part.log == nullptr || other != nullptr) return;
            const auto& origins = window.part.log->own.origins;
            if (origins.disturbed_by(whole, is_written) == nullptr) return;
            data.for_each_piece([&](const void* piece, std::size_t bytes) {
                if (other == nullptr) other = origins.disturbed_by(PieceSpan(piece, bytes), is_written);
            });
        });
        if (other == nullptr) return true;
        call.template fail<MPI_ERR_BUFFER>(
            "the buffer overlaps the buffer that %s %s, and that operation is not complete",
            internal::OperationText(other->function, other->site).text,
            other->is_written ? "writes" : "reads");
        return false;
    }

    template <class Program, class Data>
    static void note_in_windows(Call<Program>& call, const Data& data, bool is_written) noexcept {
        if (data.bytes == 0) return;
        auto& state = call.state();
        const PieceSpan whole = envelope::span_of(data);
        state.windows.for_each([&](WindowObject& window) {
            bool meets = false;
            for_each_part<Program>(window, {whole.first, whole.behind, is_written, nullptr},
                                   [&](const auto&, const auto&) { meets = true; });
            if (!meets) return;
            data.for_each_piece([&](const void* piece, std::size_t bytes) {
                const auto first = reinterpret_cast<std::uintptr_t>(piece);
                note_own_access<Program>(state, window, {first, first + bytes, is_written, call.site()});
            });
        });
    }
};

} // namespace sartor::mpi::checked
