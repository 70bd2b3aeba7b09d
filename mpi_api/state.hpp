// What the MPI layers keep for each rank, and how the process runtime makes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <type_traits>

#include "components/configuration.hpp"
#include "components/process/process.hpp"
#include "mpi_api/communicators.hpp"
#include "mpi_api/error.hpp"
#include "mpi_api/request.hpp"

namespace sartor::mpi {

// What the interface adds to the components' configuration.
template <class Program> struct Interface : Configuration<typename Program::features, typename Program::machine> {
    using Features = typename Program::features;
    using Communicators =
        select<family<when<WorldAndSelf, feature::communicators>, otherwise<WorldOnly>>, Features>;
    using ErrorHandling = ErrorsAreFatal;
    using Requests = std::conditional_t<has<Features, feature::immediate>,
                                        HandlePool<Request<typename Interface::types>>, NoRequests>;
};

enum class Phase : std::uint8_t { before_init, initialized, finalized };

template <class Program> struct RankState {
    using I = Interface<Program>;

    typename I::types::Mailbox mailbox; // first: see channel::host::Mailbox
    typename I::Communicator communicator{mailbox};
    [[no_unique_address]] typename I::Communicators communicators;
    [[no_unique_address]] typename I::Datatypes datatypes;
    [[no_unique_address]] typename I::Requests requests;
    Phase phase = Phase::before_init;
    std::int16_t thread_level = 0;
};

template <class Program> [[nodiscard]] RankState<Program>& self() noexcept {
    return *static_cast<RankState<Program>*>(process::current->state);
}

namespace internal {

template <class Program> void construct(void* place, process::Rank&) { new (place) RankState<Program>; }
template <class Program> void destroy(void* place, process::Rank&) {
    static_cast<RankState<Program>*>(place)->~RankState<Program>();
}

// A program that leaves MPI open is told so once.
template <class Program> bool ended(void* place, process::Rank& rank) {
    static std::atomic<bool> told{false};
    if (static_cast<RankState<Program>*>(place)->phase != Phase::initialized) return true;
    if (rank.exit_code == 0 && !told.exchange(true))
        process::report("rank %d: its program ended without MPI_Finalize", rank.number);
    return false;
}

template <class Program> void describe(const void* place, char* text, std::size_t bytes) {
    const auto* receiving = static_cast<const RankState<Program>*>(place)->communicator.waiting_receive();
    if (receiving == nullptr) return;
    const auto& header = receiving->envelope.header;
    const int source = envelope::get(header.source);
    const int tag = envelope::get(header.tag);
    char from[16];
    source == MPI_ANY_SOURCE ? std::snprintf(from, sizeof from, "any source")
                             : std::snprintf(from, sizeof from, "rank %d", source);
    char with[16];
    tag == MPI_ANY_TAG ? std::snprintf(with, sizeof with, "any tag") : std::snprintf(with, sizeof with, "tag %d", tag);
    std::snprintf(text, bytes, "for a message from %s, %s", from, with);
}

} // namespace internal

template <class Program> [[nodiscard]] constexpr process::Program runtime_program() {
    return {sizeof(RankState<Program>), &internal::construct<Program>, &internal::destroy<Program>,
            &internal::ended<Program>, &internal::describe<Program>};
}

} // namespace sartor::mpi
