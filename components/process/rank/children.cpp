// Children of fork(): processes of one thread, which are no ranks. What the rank has left to be done at its
// end is done at theirs.
#include <cstdlib>
#include <unistd.h>

#include "components/process/image/image.hpp"
#include "components/process/output/output.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/rank/exit_handlers.hpp"
#include "components/process/rank/for_parts.hpp"

namespace sartor::process {

Rank* rank_of_child = nullptr; // in a child: the rank that was copied

// Linked where ranks redirect their streams.
[[gnu::weak]] void pass_redirections_to_child(const Rank& rank) noexcept;

namespace {

// Called by exit(); _exit leaves it out.
void end_child() noexcept {
    run_exit_handlers(*rank_of_child);
    end_copies(*rank_of_child);
    flush_output();
}

} // namespace

} // namespace sartor::process

using namespace sartor::process;

pid_t sartor_rank_fork() noexcept {
    if (current == nullptr) return fork();
    hold_output();
    const pid_t child = fork();
    if (child != 0) {
        release_output();
        return child;
    }
    rank_of_child = current;
    current = nullptr;
    release_output_in_child(*rank_of_child);
    if (&pass_redirections_to_child != nullptr) pass_redirections_to_child(*rank_of_child);
    if (std::atexit(&end_child) != 0) return -1;
    return 0;
}
