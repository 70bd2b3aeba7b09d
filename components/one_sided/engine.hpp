// One-sided operations of a rank: on memory that it shares by loads and stores, elsewhere by active messages.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <utility>

#include "components/one_sided/initiator.hpp"
#include "components/one_sided/long_transfers.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/near.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/soundness.hpp"
#include "components/one_sided/synchronization.hpp"
#include "components/one_sided/target.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"

namespace sartor::one_sided {

// The engine of one rank, whose state has it as its member `one_sided`, beside its `communicator`. `Types`
// names State, Transport, Storage (untyped: data in this computer's byte order), Updates, whose
// of(operation, item) gives an Update, may_update_elements: whether windows may have
// Window::updates_elements, chooses: whether a schedule gives locks to ranks, and Conflicts (conflicts.hpp):
// whether they have a Window::log. Operations are complete on return where memory is shared; elsewhere when
// wait_for_all() returns. Ends the run when there is no memory for a message.
template <class Types>
class Engine : public Near<Types>,
               public std::conditional_t<has_transfers<Types>, LongTransfers<Types>, Initiator<Types>>,
               public Synchronization<Types> {
    using Sending = one_sided::Sending<Types>;

  public:
    static constexpr std::string_view name = "one-sided operations";
    using Storage = typename Types::Storage;
    static constexpr bool has_far = Sending::has_far;

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] static Window* near(Window& window, int rank) noexcept {
        return Sending::near(window, rank);
    }

    // Publishes a part: all ranks must have entered theirs before one is used. False: no memory.
    [[nodiscard]] bool enter(Window& window, int memory) noexcept {
        if (!boards.enter(window, memory)) return false;
        target_.add(window);
        return true;
    }
    void leave(Window& window) noexcept {
        target_.remove(window);
        boards.leave(window);
        for (Post* post = window.posts; post != nullptr;) std::free(std::exchange(post, post->next));
        for (Attached* one = window.attached; one != nullptr;) std::free(std::exchange(one, one->next));
        std::free(std::exchange(window.outstanding, nullptr));
        Types::Conflicts::drop(window);
        window.posts = nullptr;
        window.attached = nullptr;
    }

    // The own part of a window; null: there is none.
    [[nodiscard]] Window* find(int context) const noexcept { return target_.find(context); }

    // Called by functions with which programs poll and which need not wait: every 32nd call collects messages
    // and lets other ranks of the worker run. Without it a rank that polls for a value would keep the rank
    // that writes it from running. Where a schedule chooses, each call does.
    void look_around() noexcept {
        if (!Types::chooses && ++looks_ % looks_a_turn != 0) [[likely]]
            return;
        if (!target_.has_windows()) return;
        Sending::communicator().progress();
        Sending::communicator().give_way_if_wanted();
    }

    // ---- by the transport: what has come for this rank

    void handle(const Header& header, const void* contents, std::size_t bytes, process::Rank& self) noexcept {
        Window* const window = target_.find(header.context);
        if constexpr (has_transfers<Types>)
            if (is_of_transfer(header.kind))
                return this->handle_transfer(window, header, static_cast<const char*>(contents), bytes, self);
        if (window == nullptr) return; // it was freed: no rank waits for a reply
        const auto* data = static_cast<const char*>(contents);
        if (!is_sound<Types>(*window, header, data, bytes)) refuse(header, bytes, self);
        switch (header.kind) {
        case Kind::reply:
            this->take_reply(*window, header, data, bytes);
            return Sending::wake(self);
        case Kind::lock:
            return this->take_lock_request(*window, header);
        case Kind::granted:
            this->take_grant(*window, header);
            return Sending::wake(self);
        case Kind::unlock:
            this->release(*window, header.exclusive);
            return Target<Types>::reply(*window, header, self, Failure::none, nullptr, 0);
        case Kind::flush:
            if (Conflict conflict; !Types::Conflicts::complete(*window, header.rank, conflict))
                return Target<Types>::reply(*window, header, self, Failure::conflict, &conflict,
                                            sizeof conflict);
            return Target<Types>::reply(*window, header, self, Failure::none, nullptr, 0);
        case Kind::post:
            if (!this->add_post(*window, header.rank)) process::end_without_memory("a one-sided operation");
            return Sending::wake(self);
        case Kind::complete:
            window->completed.fetch_add(1, std::memory_order_release);
            return Sending::wake(self);
        default:
            return Target<Types>::serve(*window, header, data, bytes, self);
        }
    }
    // Data for this rank that the machine has moved.
    template <class M>
    [[nodiscard]] Failure copy_moved(M& one) noexcept {
        return target_.copy_moved(one);
    }

  private:
    static constexpr unsigned looks_a_turn = 32;

    unsigned looks_ = 0;
    Target<Types> target_;
};

} // namespace sartor::one_sided
