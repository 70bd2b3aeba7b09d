// What the ranks of a collective call must agree on, compared before anything is moved (part of the error
// aspect: sartor cc --checked; LWMPI 5.7.1).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <boost/mp11/list.hpp>

#include "components/collective/shared/board.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/library_memory.hpp"
#include "components/one_sided/event_clock.hpp"
#include "mpi_api/call/function_of_program.hpp"
#include "mpi_api/collective/interface/agreement.hpp"
#include "mpi_api/names/named_constants.hpp"
#include "runtime/reports/location.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::mpi::checked {

// These arguments with the function, call site and rank. Without addresses: it may go to other address
// spaces.
struct CommonArgumentsOfRank {
    CommonArguments common;
    char function[48];
    process::CallSite call_site;
    datatype::CheckedType sent; // what all data are of
    datatype::CheckedType received;
    long long operation; // of the predefined ones; unknown for one of the program's own
    int rank;
    one_sided::EventStamp event; // what the rank knows of accesses to windows
};

enum class Difference { none, function, root, operation, type, bytes, arguments, in_place };

// The first difference by which two calls do not match. Datatypes are compared crosswise: what one sends with
// what the other expects.
[[nodiscard]] inline Difference difference_of(const CommonArgumentsOfRank& one,
                                              const CommonArgumentsOfRank& other) noexcept {
    const auto differ = [](long long left, long long right) {
        return left != right && left != CommonArguments::unknown && right != CommonArguments::unknown;
    };
    if (std::strcmp(one.function, other.function) != 0) return Difference::function;
    if (differ(one.common.root, other.common.root)) return Difference::root;
    if (differ(one.operation, other.operation)) return Difference::operation;
    if (differ(one.common.in_place, other.common.in_place)) return Difference::in_place;
    if (!one.sent.agrees_with(other.received) || !other.sent.agrees_with(one.received))
        return Difference::type;
    if (differ(one.common.bytes, other.common.bytes)) return Difference::bytes;
    return differ(one.common.arguments, other.common.arguments) ? Difference::arguments : Difference::none;
}

// " with 5 of MPI_DOUBLE for each rank", in bytes where the datatype is no predefined one.
template <class Program>
void describe_amount(const CommonArgumentsOfRank& side, char* text, std::size_t bytes) noexcept {
    const MPI_Datatype given =
        side.common.type != MPI_DATATYPE_NULL ? side.common.type : side.common.received;
    const char* const name = named_datatype<Program>(given);
    const auto size =
        name == nullptr ? 0 : static_cast<long long>(self<Program>().datatypes.size_of(value_of(given)));
    if (size > 0 && side.common.bytes % size == 0)
        std::snprintf(text, bytes, " with %lld of %s for each rank", side.common.bytes / size, name);
    else
        std::snprintf(text, bytes, " with %lld bytes for each rank", side.common.bytes);
}

// " with data of MPI_INT and expects MPI_DOUBLE"
inline void describe_types(const CommonArgumentsOfRank& side, char* text, std::size_t bytes) noexcept {
    const internal::TypesText sent(side.sent);
    const internal::TypesText received(side.received);
    if (side.received.is_unknown() || std::strcmp(sent.text, received.text) == 0)
        std::snprintf(text, bytes, " with data of %s", sent.text);
    else if (side.sent.is_unknown())
        std::snprintf(text, bytes, " and expects %s", received.text);
    else
        std::snprintf(text, bytes, " with data of %s and expects %s", sent.text, received.text);
}

// " with root 3": what one side gives of the argument in which they differ.
template <class Program>
void describe_difference(const CommonArgumentsOfRank& side, Difference difference, char* text,
                         std::size_t bytes) noexcept {
    switch (difference) {
    case Difference::root:
        std::snprintf(text, bytes, " with root %lld", side.common.root);
        break;
    case Difference::operation: {
        const char* const name = named_operation<Program>(side.common.op);
        std::snprintf(text, bytes, " with operation %s", name != nullptr ? name : "made by MPI_Op_create");
        break;
    }
    case Difference::type:
        describe_types(side, text, bytes);
        break;
    case Difference::bytes:
        describe_amount<Program>(side, text, bytes);
        break;
    case Difference::in_place:
        std::snprintf(text, bytes, side.common.in_place != 0 ? " in place" : " with a send buffer");
        break;
    default:
        text[0] = '\0';
    }
}

// What all ranks must do alike, for the report.
[[nodiscard, gnu::cold, gnu::noinline]] inline const char* duty_in(Difference difference) noexcept {
    switch (difference) {
    case Difference::root:
        return "name the same root";
    case Difference::operation:
        return "name the same operation";
    case Difference::type:
        return "give the same datatype";
    case Difference::bytes:
        return "give the same amount of data";
    case Difference::arguments:
        return "give the same arguments";
    case Difference::in_place:
        return "pass MPI_IN_PLACE, or no rank";
    default:
        return "make the same collective call";
    }
}

// Reports both calls with their call sites; the error is raised on this rank, with a class by the argument.
// The report also comes where errors are returned, since a class alone does not say what the other rank does.
template <class Program>
[[gnu::cold]] void report_difference(Call<Program>& call, const process::Rank& other_rank,
                                     const CommonArgumentsOfRank& other, const CommonArgumentsOfRank& own,
                                     Difference difference) noexcept {
    char theirs[384];
    char ours[384];
    describe_difference<Program>(other, difference, theirs, sizeof theirs);
    describe_difference<Program>(own, difference, ours, sizeof ours);
    const bool ends_run = call.errors_are_fatal();
    const auto together = ends_run ? process::OneReport(*process::current) : process::OneReport();
    process::report("rank %d: calls %s%s", other.rank, other.function, theirs);
    process::report_caller(other_rank, other.call_site);
    if (difference == Difference::arguments) std::snprintf(theirs, sizeof theirs, " with other arguments");
    if (!ends_run) {
        process::report("rank %d: calls %s%s: all ranks must %s", own.rank, own.function, ours,
                        duty_in(difference));
        process::report_caller(*process::current, own.call_site);
    }
    constexpr const char* format = "rank %d calls %s%s, this rank calls %s%s: all ranks must %s";
    const auto fail = [&]<int Class>() {
        call.template fail<Class>(format, other.rank, other.function, theirs, own.function, ours,
                                  duty_in(difference));
    };
    if (difference == Difference::root) return fail.template operator()<MPI_ERR_ROOT>();
    if (difference == Difference::operation) return fail.template operator()<MPI_ERR_OP>();
    if (difference == Difference::type) return fail.template operator()<MPI_ERR_TYPE>();
    if (difference == Difference::arguments) return fail.template operator()<MPI_ERR_ARG>();
    if (difference == Difference::in_place) return fail.template operator()<MPI_ERR_BUFFER>();
    if (difference == Difference::bytes) return fail.template operator()<MPI_ERR_COUNT>();
    fail.template operator()<MPI_ERR_OTHER>();
}

// What this rank's call looks like. Operations of the program's own are not compared.
template <class Program>
[[nodiscard]] CommonArgumentsOfRank common_arguments_of(Call<Program>& call, int rank,
                                                        const CommonArguments& common) noexcept {
    CommonArgumentsOfRank own{.common = common,
                              .function = {},
                              .call_site = process::call_site_of(*process::current, call.site()),
                              .sent = {},
                              .received = {},
                              .operation = CommonArguments::unknown,
                              .rank = rank,
                              .event = {}};
    std::snprintf(own.function, sizeof own.function, "%s", call.function());
    const bool moves_data = common.bytes != 0;
    if (!moves_data) own.common.in_place = CommonArguments::unknown;
    if (moves_data && common.type != MPI_DATATYPE_NULL) own.sent = check_of(call, common.type);
    own.received = own.sent;
    if (common.received != MPI_DATATYPE_NULL) {
        if (common.type == MPI_DATATYPE_NULL) own.sent = {};
        own.received = moves_data ? check_of(call, common.received) : datatype::CheckedType{};
    }
    if (common.op != MPI_OP_NULL && call.state().user_operations.find(common.op) == nullptr)
        own.operation = static_cast<long long>(value_of(common.op));
    return own;
}

// The common arguments of all ranks at rank 0, sent in messages: where ranks share no memory. O(ranks)
// messages and memory at rank 0. Where ranks share memory, collective::Board takes its place.
template <class Program>
class SentArguments {
  public:
    SentArguments(Messages<Program>& messages, const CommonArgumentsOfRank& own) noexcept {
        if (messages.rank() == 0)
            receive_all(messages);
        else
            messages.send(0, piece_of(const_cast<CommonArgumentsOfRank&>(own)));
    }
    SentArguments(const SentArguments&) = delete;
    SentArguments& operator=(const SentArguments&) = delete;
    ~SentArguments() { std::free(all_); }

    // At rank 0: whether there was memory for them.
    [[nodiscard]] bool valid() const noexcept { return all_ != nullptr; }
    [[nodiscard]] const CommonArgumentsOfRank& operator[](int rank) const noexcept { return all_[rank]; }

  private:
    void receive_all(Messages<Program>& messages) noexcept {
        const auto size = static_cast<std::size_t>(messages.size());
        all_ = static_cast<CommonArgumentsOfRank*>(
            allocate_zeros_for_library(size, sizeof(CommonArgumentsOfRank)));
        if (all_ == nullptr) messages.out_of_memory(size * sizeof(CommonArgumentsOfRank));
        CommonArgumentsOfRank dropped;
        for (int rank = 1; rank < messages.size(); ++rank)
            messages.receive(rank, piece_of(all_ != nullptr ? all_[rank] : dropped));
    }
    [[nodiscard]] static auto piece_of(CommonArgumentsOfRank& common) noexcept {
        return typename Messages<Program>::Piece{&common, sizeof common};
    }

    CommonArgumentsOfRank* all_ = nullptr;
};

template <class Program, class M = Messages<Program>>
struct arguments_of_ranks {
    using type = SentArguments<Program>;
};
template <class Program, collective::SharesMemory M>
struct arguments_of_ranks<Program, M> {
    using type = collective::Board<M, CommonArgumentsOfRank>;
};

// Rank 0 compares those of all with its own, and broadcasts whether they agree. False at all ranks if not.
// Costs that broadcast and a barrier.
template <class Program>
[[nodiscard]] bool compare_common_arguments(Call<Program>& call, MPI_Comm comm,
                                            const CommonArguments& common) noexcept {
    const auto view = call.view(comm);
    Messages<Program> messages(call, view, Signature(Collective::internal));
    CommonArgumentsOfRank own = common_arguments_of(call, view.rank(), common);
    own.event = call.state().events.tell();
    const typename arguments_of_ranks<Program>::type board(messages, own);
    if constexpr (collective::SharesMemory<Messages<Program>>)
        if (board.valid())
            call.at(point::RanksMeet(), call.is_numbered(), own.function, common.root, view.rank(),
                    view.size(), [&](int rank) { return rank == own.rank ? own.event : board[rank].event; });
    Difference found = Difference::none;
    const bool compares = board.valid() && view.rank() == 0 && call.error() == MPI_SUCCESS; // else some lack
    for (int rank = 0; compares && found == Difference::none && rank < view.size(); ++rank) {
        const CommonArgumentsOfRank& other = rank == 0 ? own : board[rank];
        found = rank == 0 ? Difference::none : difference_of(own, other);
        if (found != Difference::none) {
            report_difference(call, process::rank(view.in_process(rank)), other, own, found);
        } else if (!other.sent.agrees_with(other.received)) {
            found = Difference::type;
            call.template fail<MPI_ERR_TYPE>("rank %d sends itself data of %s, but expects %s", rank,
                                             internal::TypesText(other.sent).text,
                                             internal::TypesText(other.received).text);
        }
    }
    collective::run<collective::Straight>(messages, topologies::Tree(view.size(), view.rank(), 0), [&](int) {
        return typename Messages<Program>::Piece{&found, sizeof found};
    });
    collective::synchronize(messages); // they stay valid until all ranks have read them
    if (found != Difference::none && view.rank() != 0 && call.error() == MPI_SUCCESS)
        call.template fail<MPI_ERR_OTHER>("rank 0 found that the ranks do not make the same call");
    return found == Difference::none && call.error() == MPI_SUCCESS;
}

// All ranks make the same collective call. Costs a broadcast and a barrier.
struct CollectiveAgreement {
    static constexpr std::string_view name = "ranks make the same collective calls";
    using points = boost::mp11::mp_list<point::CollectiveCalled, point::CommunicatorMade>;

    template <class Program>
    static bool at(point::CollectiveCalled, Call<Program>& call, MPI_Comm comm,
                   const CommonArguments& common) noexcept {
        return !is_in_operation(call) && compare_common_arguments(call, comm, common);
    }
    // The same arguments, for intracommunicators.
    template <class Program, class MakeDigest>
    static bool at(point::CommunicatorMade, Call<Program>& call, MPI_Comm comm,
                   const MakeDigest& arguments) noexcept {
        return call.is_inter(comm) || agree(call, comm, {.arguments = arguments().value()});
    }
};

} // namespace sartor::mpi::checked
