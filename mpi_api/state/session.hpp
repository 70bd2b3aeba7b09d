// The sessions of one rank, and which communicators came out of which (MPI-5.0 section 11.3).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "components/handle_pool.hpp"
#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

// What a rank keeps of one open session.
struct SessionObject {
    MPI_Errhandler errhandler = nullptr; // MPI_ERRORS_ARE_FATAL unless given
    int thread_level = MPI_THREAD_SINGLE;
};

// To which session each communicator belongs, by its context. Kept here and not in communicators, since most
// programs have no sessions. 64 lists: cost O(communicators of sessions / 64).
class SessionContexts {
  public:
    SessionContexts() = default;
    SessionContexts(const SessionContexts&) = delete;
    SessionContexts& operator=(const SessionContexts&) = delete;
    ~SessionContexts() {
        for (Entry*& link : lists_)
            while (link != nullptr) drop_at(&link);
    }

    // Null: the communicator is of the World Model.
    [[nodiscard]] MPI_Session find(int context) noexcept {
        const Entry* entry = *find_link(context);
        return entry == nullptr ? nullptr : entry->session;
    }
    // False when there is no memory.
    [[nodiscard]] bool add(int context, MPI_Session session) noexcept {
        auto* entry = static_cast<Entry*>(allocate_for_library(sizeof(Entry)));
        if (entry == nullptr) return false;
        Entry*& first = lists_[index_of(context)];
        *entry = {first, context, session};
        first = entry;
        return true;
    }
    void drop(int context) noexcept {
        Entry** link = find_link(context);
        if (*link != nullptr) drop_at(link);
    }

  private:
    struct Entry {
        Entry* next;
        int context;
        MPI_Session session;
    };
    static constexpr unsigned list_count = 64;

    // Contexts are even.
    [[nodiscard]] static unsigned index_of(int context) noexcept {
        return static_cast<unsigned>(context) / 2 % list_count;
    }
    [[nodiscard]] Entry** find_link(int context) noexcept {
        Entry** link = &lists_[index_of(context)];
        while (*link != nullptr && (*link)->context != context) link = &(*link)->next;
        return link;
    }
    static void drop_at(Entry** link) noexcept {
        Entry* entry = *link;
        *link = entry->next;
        std::free(entry);
    }

    Entry* lists_[list_count] = {};
};

// The open sessions of a rank.
class Sessions {
  public:
    static constexpr std::string_view name = "sessions";

    [[nodiscard]] SessionObject* find(MPI_Session handle) const noexcept {
        return pool_.find(reinterpret_cast<std::uintptr_t>(handle));
    }
    // Null when there is no memory.
    [[nodiscard]] SessionObject* make() noexcept {
        SessionObject* object = pool_.make();
        if (object != nullptr) ++open_;
        return object;
    }
    [[nodiscard]] static MPI_Session handle_of(SessionObject& object) noexcept {
        return reinterpret_cast<MPI_Session>(HandlePool<SessionObject>::handle_of(object));
    }
    void free(SessionObject& object) noexcept {
        pool_.free(object);
        --open_;
    }
    [[nodiscard]] bool any_open() const noexcept { return open_ > 0; }

    [[nodiscard]] SessionContexts& contexts() noexcept { return contexts_; }
    // When the communicator with this context is freed.
    void forget(int context) noexcept { contexts_.drop(context); }
    [[nodiscard]] const auto& pool() const noexcept { return pool_; }

    // The key of a session's buffer for buffered sends. Negative, since communicators' keys are contexts from
    // 0 on.
    [[nodiscard]] static std::int32_t buffer_key(MPI_Session handle) noexcept {
        return -HandlePool<SessionObject>::slot_number_of(reinterpret_cast<std::uintptr_t>(handle));
    }

  private:
    HandlePool<SessionObject> pool_;
    int open_ = 0;
    SessionContexts contexts_;
};

// Programs of the World Model alone.
struct NoSessions {
    static constexpr std::string_view name = absent;

    [[nodiscard]] static constexpr bool any_open() noexcept { return false; }
    static constexpr void forget(int /*context*/) noexcept {}
};

} // namespace sartor::mpi
