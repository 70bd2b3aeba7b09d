// Messages that race for a receive from any source, in programs built with --checked, where the run would
// fail if another one were first (MPI-5.0 section 3.5).
#pragma once

#include <algorithm>
#include <cstdint>

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/access_text.hpp"
#include "mpi_api/call/points.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"
#include "runtime/reports/findings.hpp"

namespace sartor::mpi::checked {

// Which of two messages a receive gets is open if nothing orders it before the send of the second. Most
// programs are right in either case, so two cases are reported: the second is of other data, or longer, than
// the receive takes; or a receive that names its sender would wait for it without end. The latter holds where
// the program goes on alike with both: they have the same data, it ignores the status, and it asks MPI
// nothing in between.
//
// Of ranks that receive by MPI_Recv alone. Costs a digest of short messages, and a clock for each receive
// from any source.
struct MessageRaces {
    static constexpr std::string_view name = "no message but the one that came was for a receive";
    using points = boost::mp11::mp_list<point::MessageIsReceived, point::BlockingReceiveBegins,
                                        point::BlockingReceiveEnds, point::Finalizes>;

    template <class Program>
    static void at(point::BlockingReceiveBegins, Call<Program>& call, int source) noexcept {
        if constexpr (follows<Program>) {
            auto& events = call.state().events;
            call.state().open_receives.event = 0;
            call.state().open_receives.source = -1;
            if (source != MPI_ANY_SOURCE || events.receives_otherwise()) return;
            call.state().open_receives.event = events.note_event();
            events.tell();
        }
    }

    template <class State, class Check, class Header>
    static void at(point::MessageIsReceived, State& state, const Check& check, const Header& header,
                   std::uint64_t bytes) noexcept {
        if constexpr (requires { check.event; }) {
            if (state.events.receives_otherwise()) return; // it may be for another receive
            state.open_receives.source = header.source();
            state.open_receives.bytes = bytes;
            state.open_receives.for_each([&](auto& one) {
                one.candidate = -1;
                if (one.starved == header.source()) one.starved = -1;
                if (header.source() == one.source || !one.expected.matches(header)) return;
                const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(header.source()) % 64);
                if ((one.heard & bit) != 0) return;
                one.heard |= bit;
                if (state.events.told_with(check.event, one.event)) return;
                one.candidate = header.source();
                if (bytes > one.room || !check.agrees_with(one.check)) report_unfit(one, header.source());
            });
        }
    }

    template <class Program>
    static void at(point::BlockingReceiveEnds, Call<Program>& call, void* buffer, MPI_Count count,
                   MPI_Datatype type, int source, int tag, MPI_Comm comm, const MPI_Status* status) noexcept {
        if constexpr (follows<Program>) {
            auto& open = call.state().open_receives;
            if (open.source < 0 || (open.event == 0 && open.is_empty())) return;
            const auto storage = call.state().datatypes.storage(buffer, count, value_of(type));
            const bool ignores_status = status == MPI_STATUS_IGNORE;
            const std::uint64_t digest =
                ignores_status || source != MPI_ANY_SOURCE ? digest_of(storage, open.bytes) : 0;
            const unsigned other_calls = call.state().events.other_calls();
            open.for_each([&](auto& one) {
                const bool is_same = digest != 0 && digest == one.digest && other_calls == one.other_calls;
                if (source != MPI_ANY_SOURCE && one.candidate == source && one.is_forgettable && is_same) {
                    one.starved = source;
                    one.starved_site = call.site();
                }
                const bool may_differ = source == MPI_ANY_SOURCE || open.source == one.source;
                if (other_calls != one.other_calls || (may_differ && !is_same)) one.is_forgettable = false;
                one.candidate = -1;
            });
            if (open.event == 0) return;
            auto& added = open.add();
            added.expected = {source, tag, call.view(comm).context()};
            added.check = check_of(call, type, count);
            added.source = open.source;
            added.event = open.event;
            added.room = storage.bytes;
            added.digest = digest;
            added.other_calls = other_calls;
            added.is_forgettable = digest != 0;
            added.site = call.site();
        }
    }

    template <class Program>
    static bool at(point::Finalizes, Call<Program>& call) noexcept {
        if constexpr (follows<Program>)
            call.state().open_receives.for_each([&](const auto& one) {
                if (one.starved >= 0 && !has_more(call.state(), one)) report_starved(one);
            });
        return true;
    }

  private:
    static constexpr const char* remedy =
        "another tag, or the rank in place of MPI_ANY_SOURCE, would tell them apart";

    // Where messages say what their senders knew, and no other thread receives meanwhile.
    template <class Program>
    static constexpr bool follows =
        !Interface<Program>::has_many_threads && requires(check_type<Program> check) {
        check.event;
    };

    template <class Storage>
    [[nodiscard]] static std::uint64_t digest_of(const Storage& storage, std::uint64_t bytes) noexcept {
        constexpr std::uint64_t most_bytes = 4096, prime = 1099511628211U;
        std::uint64_t digest = 14695981039346656037U + bytes, left = bytes;
        if (bytes > most_bytes) return 0;
        storage.for_each_piece([&](const void* piece, std::size_t size) {
            const auto* const first = static_cast<const unsigned char*>(piece);
            const std::uint64_t taken = std::min<std::uint64_t>(size, left);
            left -= taken;
            for (std::uint64_t at = 0; at < taken; ++at) digest = (digest ^ first[at]) * prime;
        });
        return digest == 0 ? 1 : digest;
    }
    // Whether a message that has come would have been for the receive that names its sender.
    template <class State>
    [[nodiscard]] static bool has_more(const State& state, const auto& one) noexcept {
        bool found = false;
        state.communicator.for_each_unreceived(
            [&](const auto& envelope) { found = found || envelope.header.source() == one.starved; });
        return found;
    }
    [[gnu::cold, gnu::noinline]] static void report_unfit(const auto& one, int source) noexcept {
        const process::Rank& rank = *process::current;
        const process::CallSite site = process::call_site_of(rank, one.site);
        const process::CallSite here = process::call_site_of(rank, rank.call_site);
        process::report_finding(
            rank, {.kind = "message-race", .place = here, .other = site, .remedy = remedy},
            "a message race: MPI_Recv from MPI_ANY_SOURCE%s had the message of rank %d; that "
            "of rank %d may come first, and does not fit: it is longer or of other types",
            CalledText(site).text, one.source, source);
    }
    [[gnu::cold, gnu::noinline]] static void report_starved(const auto& one) noexcept {
        const process::Rank& rank = *process::current;
        const process::CallSite site = process::call_site_of(rank, one.site);
        const process::CallSite starved_site = process::call_site_of(rank, one.starved_site);
        process::report_finding(
            rank,
            {.kind = "message-race",
             .place = site,
             .other = starved_site,
             .is_here = false,
             .remedy = remedy},
            "a message race: MPI_Recv from MPI_ANY_SOURCE%s had the message of rank %d; if "
            "that of rank %d comes first, MPI_Recv%s waits for rank %d without end",
            CalledText(site).text, one.source, one.starved, CalledText(starved_site).text, one.starved);
    }
};

} // namespace sartor::mpi::checked
