// Contexts of new communicators: all ranks that make one together get the same numbers, without a message.
#pragma once

#include <cstdlib>
#include <pthread.h>

namespace sartor::mpi {

// Ranks of one process share memory: who makes the n-th communicator out of a parent first reserves contexts
// for it, the others find them. An entry is dropped when all ranks of the parent have asked.
class ContextTable {
  public:
    // `span` contexts (two for each new communicator), the first of them; -1 when there is no memory.
    [[nodiscard]] int reserve(int parent, int sequence, int askers, int span) noexcept {
        pthread_mutex_lock(&mutex_);
        Entry** place = &entries_;
        while (*place != nullptr && ((*place)->parent != parent || (*place)->sequence != sequence))
            place = &(*place)->next;
        const int first = *place != nullptr ? found(place) : add(parent, sequence, askers, span);
        pthread_mutex_unlock(&mutex_);
        return first;
    }

  private:
    struct Entry {
        Entry* next;
        int parent;
        int sequence;
        int first;
        int askers_left;
    };

    int found(Entry** place) noexcept {
        Entry* entry = *place;
        const int first = entry->first;
        if (--entry->askers_left == 0) {
            *place = entry->next;
            std::free(entry);
        }
        return first;
    }

    int add(int parent, int sequence, int askers, int span) noexcept {
        const int first = next_;
        if (askers > 1) {
            auto* entry = static_cast<Entry*>(std::malloc(sizeof(Entry)));
            if (entry == nullptr) return -1;
            *entry = {entries_, parent, sequence, first, askers - 1};
            entries_ = entry;
        }
        next_ += span;
        return first;
    }

    static constexpr int first_free =
        8; // behind those of communicators that nobody makes (communicators.hpp)

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    Entry* entries_ = nullptr;
    int next_ = first_free;
};

inline ContextTable context_table;

} // namespace sartor::mpi
