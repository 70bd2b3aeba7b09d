// Ranks that make a communicator out of groups alone, with no communicator to agree over: they meet by the
// members and by a string (MPI-5.0 section 7.4.2).
#pragma once

#include <cstdlib>
#include <cstring>
#include <pthread.h>

#include "mpi_api/communicator/contexts.hpp"
#include "mpi_api/communicator/group.hpp"

namespace sartor::mpi {

// Ranks of one process share memory: who comes first reserves contexts, the others find them. The n-th call
// of each rank with the same members, string and purpose belongs to the n-th meeting; one that all have come
// to is dropped.
class Meetings {
  public:
    enum class Purpose { communicator, one_side, both_sides };

    struct Meeting {
        const Group* members;
        const char* string;
        Purpose purpose;
        int askers; // numbered from 0
        int span;   // contexts
    };

    // The first of the contexts; -1 when there is no memory.
    [[nodiscard]] int reserve(const Meeting& meeting, int asker) noexcept {
        if (meeting.askers == 1) return new_contexts(meeting.span);
        pthread_mutex_lock(&mutex_);
        Entry** place = &first_;
        while (*place != nullptr && !(*place)->awaits(meeting, asker)) place = &(*place)->next;
        if (*place == nullptr) *place = make(meeting);
        const int context = *place == nullptr ? -1 : arrive(place, asker);
        pthread_mutex_unlock(&mutex_);
        return context;
    }

  private:
    struct Entry {
        Entry* next;
        Group* members;
        char* string; // with arrived[] behind the entry
        Purpose purpose;
        int askers;
        int missing;
        int context;
        bool arrived[1];

        [[nodiscard]] bool awaits(const Meeting& meeting, int asker) const noexcept {
            return askers == meeting.askers && purpose == meeting.purpose && !arrived[asker] &&
                   std::strcmp(string, meeting.string) == 0 && members->equals(*meeting.members);
        }
    };

    [[nodiscard]] static int new_contexts(int span) noexcept { return context_table.reserve(-1, 0, 1, span); }

    [[nodiscard]] static Entry* make(const Meeting& meeting) noexcept {
        const std::size_t flags = static_cast<unsigned>(meeting.askers);
        auto* entry =
            static_cast<Entry*>(std::calloc(1, sizeof(Entry) + flags + std::strlen(meeting.string) + 1));
        if (entry == nullptr) return nullptr;
        entry->members = meeting.members->copy();
        if (entry->members == nullptr) {
            std::free(entry);
            return nullptr;
        }
        entry->string = std::strcpy(reinterpret_cast<char*>(entry->arrived + flags), meeting.string);
        entry->purpose = meeting.purpose;
        entry->askers = entry->missing = meeting.askers;
        entry->context = new_contexts(meeting.span);
        return entry;
    }

    static int arrive(Entry** place, int asker) noexcept {
        Entry* entry = *place;
        const int context = entry->context;
        entry->arrived[asker] = true;
        if (--entry->missing > 0) return context;
        *place = entry->next;
        entry->members->release();
        std::free(entry);
        return context;
    }

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    Entry* first_ = nullptr; // the oldest
};

inline Meetings meetings;

} // namespace sartor::mpi
