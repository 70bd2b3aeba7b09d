// One access of a rank to a file, from a position in its view: by itself or together with all others.
#pragma once

#include "components/file/access.hpp"
#include "components/file/exchange.hpp"
#include "components/file/exchange_by_messages.hpp"
#include "mpi_api/files/handle/agreement.hpp"
#include "mpi_api/files/handle/representations.hpp"
#include "mpi_api/files/handle/time.hpp"
#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi::internal {

// Whether all ranks of the file take part in an access.
enum class Coordination : std::uint8_t { noncollective, collective };

[[nodiscard]] inline file::AccessOptions options_of(const FileObject& file) noexcept {
    return {file.hints, file.atomic};
}
[[nodiscard]] inline file::Outcome move_alone(const FileObject& file, const file::Pieces& there,
                                              const file::Pieces& memory, bool writes) noexcept {
    return writes ? file::write(file.descriptor, there, memory, options_of(file))
                  : file::read(file.descriptor, there, memory, options_of(file));
}

// The rounds of an exchange: see components/file/exchange.hpp. MPI_SUCCESS or an error of a barrier.
template <class Program>
[[nodiscard]] int exchange(Call<Program>& call, const FileObject& file, file::Exchange& common,
                           const file::Plan& plan, const file::Pieces& there, const file::Pieces& memory,
                           bool writes, file::Outcome& outcome) noexcept {
    const int aggregator = plan.aggregator_of(rank_in(call, file), size_of(call, file));
    const std::uint64_t rounds = plan.rounds();
    file::PairedWalk walk(there, memory);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        if (writes)
            common.copy_in(plan, round, walk);
        else if (aggregator >= 0)
            common.read(plan, round, aggregator, file.descriptor);
        if (const int error = barrier(call, file.comm); error != MPI_SUCCESS) return error;
        if (!writes)
            outcome.bytes += common.copy_out(plan, round, walk);
        else if (aggregator >= 0)
            common.write(plan, round, aggregator, file.descriptor);
    }
    if (const int error = barrier(call, file.comm); error != MPI_SUCCESS) return error;
    outcome.error = common.error();
    if (writes && outcome.error == 0) outcome.bytes = there.bytes;
    return MPI_SUCCESS;
}

// By ranks that share memory: what all want decides whether they join.
template <class Program>
[[nodiscard]] int move_together(Call<Program>& call, const FileObject& file, const file::Pieces& there,
                                const file::Pieces& memory, bool writes, file::Outcome& outcome) noexcept {
    struct Offer {
        file::Share share;
        file::Exchange* common; // the first rank's, for all
    } own{file::Share::of(there), nullptr};
    const bool leads = rank_in(call, file) == 0;
    if (leads) own.common = file::Exchange::take();
    file::Share all{};
    file::Exchange* common = nullptr;
    int error = allgather_values(call, file, own, [&](int rank, const Offer& theirs) {
        all.add(theirs.share);
        if (rank == 0) common = theirs.common;
    });
    const file::Plan plan = file::Plan::of(all, size_of(call, file), file.hints,
                                           writes ? file.hints.cb_write : file.hints.cb_read);
    if (error == MPI_SUCCESS && common != nullptr && plan.exchanges())
        error = exchange(call, file, *common, plan, there, memory, writes, outcome);
    else if (error == MPI_SUCCESS)
        outcome = move_alone(file, there, memory, writes);
    if (leads && common != nullptr) file::Exchange::give_back(*common);
    return error;
}

// By ranks that share no memory, likewise.
template <class Program>
[[nodiscard]] int move_together_by_messages(Call<Program>& call, const FileObject& file,
                                            const file::Pieces& there, const file::Pieces& memory,
                                            bool writes, file::Outcome& outcome) noexcept {
    const int size = size_of(call, file);
    Array<file::Share> shares(size);
    if (!shares.valid())
        return call.template fail<MPI_ERR_NO_MEM>("no memory for the shares of %d ranks", size);
    file::Share all{};
    const int error =
        allgather_values(call, file, file::Share::of(there), [&](int rank, const file::Share& theirs) {
            all.add(theirs);
            shares[rank] = theirs;
        });
    if (error != MPI_SUCCESS) return error;
    const file::Plan plan =
        file::Plan::of(all, size, file.hints, writes ? file.hints.cb_write : file.hints.cb_read);
    if (!plan.exchanges()) {
        outcome = move_alone(file, there, memory, writes);
        return MPI_SUCCESS;
    }
    file::Exchange* windows = nullptr;
    if (plan.aggregator_of(rank_in(call, file), size) >= 0) windows = file::Exchange::take();
    Messages<Program> messages(call, file.comm, Signature(Collective::internal, 0));
    Messages<Program> replies(call, file.comm, Signature(Collective::internal, 1));
    file::MessageExchange exchange(messages, replies, file.descriptor, windows, plan,
                                   {shares.data(), static_cast<std::size_t>(size)}, there, memory);
    int disagreed = MPI_SUCCESS;
    const auto agree = [&](int own) {
        int found = 0;
        disagreed = allgather_values(call, file, own, [&](int, int theirs) {
            if (found == 0) found = theirs;
        });
        return found;
    };
    outcome = writes ? exchange.write(agree) : exchange.read(agree);
    if (windows != nullptr) file::Exchange::give_back(*windows);
    return disagreed != MPI_SUCCESS ? disagreed : messages.error(); // that of the call, so of both
}

// Data that are in the file as they are in `memory`.
template <class Program>
[[nodiscard]] int move(Call<Program>& call, FileObject& file, Coordination coordination,
                       const file::Pieces& there, const file::Pieces& memory, bool writes,
                       file::Outcome& outcome) noexcept {
    if (coordination == Coordination::collective && !file.atomic) {
        if constexpr (Program::machine::shares_memory)
            return move_together(call, file, there, memory, writes, outcome);
        else if constexpr (has_distant_ranks<typename Program::machine>)
            return move_together_by_messages(call, file, there, memory, writes, outcome);
    }
    spend_access<Program>(there.bytes);
    outcome = move_alone(file, there, memory, writes);
    return MPI_SUCCESS;
}

// Data that are converted on their way. A rank that fails before takes part without data, since others wait.
template <class Program>
[[nodiscard]] int move_converted(Call<Program>& call, FileObject& file, Coordination coordination,
                                 const file::Pieces& there, const FileData& data,
                                 file::Outcome& outcome) noexcept {
    const Native converted(there.bytes);
    int own = converted.check(call) ? MPI_SUCCESS : call.error();
    if (own == MPI_SUCCESS && data.writes)
        own = convert_data(call, *file.representation, data, data.count, converted.data());
    const bool takes_part = own == MPI_SUCCESS && there.bytes > 0;
    const auto memory =
        takes_part ? file::Pieces::one(reinterpret_cast<std::uintptr_t>(converted.data()), there.bytes)
                   : file::Pieces{};
    const int error =
        move(call, file, coordination, takes_part ? there : file::Pieces{}, memory, data.writes, outcome);
    if (own != MPI_SUCCESS || error != MPI_SUCCESS) return own != MPI_SUCCESS ? own : error;
    // Whole elements only can be converted back.
    const std::size_t element = data.count > 0 ? there.bytes / static_cast<std::size_t>(data.count) : 0;
    const auto whole = element > 0 ? static_cast<MPI_Count>(outcome.bytes / element) : 0;
    if (!data.writes && whole > 0)
        own = convert_data(call, *file.representation, data, whole, converted.data());
    outcome.bytes = static_cast<std::size_t>(whole) * call.state().datatypes.size_of(value_of(data.type));
    return own;
}

// Reads or writes from `offset` on, in etypes. Gives the number of bytes in memory.
template <class Program>
[[nodiscard]] int access_file(Call<Program>& call, FileObject& file, Coordination coordination,
                              std::int64_t offset, const FileData& data, std::uint64_t& bytes) noexcept {
    const std::size_t there_bytes = bytes_in(call, *file.representation, data.count, data.type);
    const file::Pieces there = file.view.pieces(offset * file.view.etype_bytes(), there_bytes);
    file::Outcome outcome;
    int error = MPI_SUCCESS;
    if (keeps_data(*file.representation, data.writes)) {
        const auto storage = storage_of(call, data);
        error = move(call, file, coordination, there, pieces_of(storage), data.writes, outcome);
    } else {
        error = move_converted(call, file, coordination, there, data, outcome);
    }
    bytes = outcome.bytes;
    if (error != MPI_SUCCESS || outcome.error == 0) return error;
    return fail_of_system(call, outcome.error, data.writes ? "writing" : "reading", file.name);
}

// How many etypes data have; a whole number, and none where the view has none, otherwise MPI_ERR_IO. False
// after reporting it.
template <class Program>
[[nodiscard]] bool count_etypes(Call<Program>& call, const FileObject& file, const FileData& data,
                                std::int64_t& etypes) noexcept {
    const auto bytes =
        data.count * static_cast<std::int64_t>(call.state().datatypes.size_of(value_of(data.type)));
    etypes = bytes / file.etype_bytes;
    if (bytes > 0 && file.view.is_empty()) {
        call.template fail<MPI_ERR_IO>("count, datatype: %lld bytes, and the view's filetype has no data",
                                       static_cast<long long>(bytes));
        return false;
    }
    if (bytes % file.etype_bytes == 0) return true;
    call.template fail<MPI_ERR_IO>(
        "count, datatype: %lld bytes are not a whole number of the view's etypes of %lld bytes",
        static_cast<long long>(bytes), static_cast<long long>(file.etype_bytes));
    return false;
}

// The status of an access.
inline void fill_bytes(MPI_Status* status, std::uint64_t bytes) noexcept {
    fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes);
}

// What begins every access: may it be made, and how many etypes does it move a pointer by?
template <class Program>
[[nodiscard]] bool may_begin(Call<Program>& call, const FileObject& file, Pointer pointer,
                             Coordination coordination, const FileData& data, std::int64_t& etypes) noexcept {
    return may_access(call, file, pointer, data.writes) &&
           (coordination == Coordination::noncollective || has_no_split_access(call, file)) &&
           count_etypes(call, file, data, etypes);
}

} // namespace sartor::mpi::internal
