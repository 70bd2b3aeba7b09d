// Agreement among ranks without messages of their own: numbers for objects that they make together.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <type_traits>

namespace sartor::process {

struct Rank;

// The first rank that requests numbers under a key reserves them, the others find them; an entry is dropped
// when all have requested it. Each transport supplies one: ranks that share memory use `directory`, others
// send requests to its rank. A mutex and a list of open entries.
class Directory {
  public:
    static constexpr int no_rank = -1;

    struct Question {
        const void* key;
        std::size_t bytes; // of the key
        // From 0 on, where a rank may ask again under the same key: its n-th question belongs to the n-th
        // entry. `no_rank` where each asks once.
        int requester;
        int requesters;
        int span; // numbers
    };

    // The first of `span` numbers, 0 or more; -1 when there is no memory.
    [[nodiscard]] int reserve(const Question& question) noexcept {
        pthread_mutex_lock(&mutex_);
        Entry** link = &first_;
        while (*link != nullptr && !(*link)->serves(question)) link = &(*link)->next;
        if (*link == nullptr && question.requesters > 1) *link = make(question);
        int number = -1;
        if (*link != nullptr)
            number = give_number(link, question);
        else if (question.requesters == 1)
            number = take(question.span);
        pthread_mutex_unlock(&mutex_);
        return number;
    }

  private:
    struct Entry {
        Entry* next;
        std::size_t bytes;
        int requesters;
        int missing;
        int number;

        // Behind it: who has requested them, if requesters have numbers, and the key.
        [[nodiscard]] bool* requested() noexcept { return reinterpret_cast<bool*>(this + 1); }
        [[nodiscard]] char* key() noexcept { return reinterpret_cast<char*>(requested() + requesters); }

        [[nodiscard]] bool serves(const Question& question) noexcept {
            return requesters == question.requesters && bytes == question.bytes &&
                   (question.requester == no_rank || !requested()[question.requester]) &&
                   std::memcmp(key(), question.key, bytes) == 0;
        }
    };

    [[nodiscard]] int take(int span) noexcept {
        const int number = next_;
        next_ += span;
        return number;
    }

    [[nodiscard]] Entry* make(const Question& question) noexcept {
        const auto flags = static_cast<std::size_t>(question.requesters);
        void* memory = std::calloc(1, sizeof(Entry) + flags + question.bytes);
        if (memory == nullptr) return nullptr;
        auto* entry = static_cast<Entry*>(memory);
        entry->bytes = question.bytes;
        entry->requesters = entry->missing = question.requesters;
        entry->number = take(question.span);
        std::memcpy(entry->key(), question.key, question.bytes);
        return entry;
    }

    [[nodiscard]] static int give_number(Entry** link, const Question& question) noexcept {
        Entry* entry = *link;
        const int number = entry->number;
        if (question.requester != no_rank) entry->requested()[question.requester] = true;
        if (--entry->missing > 0) return number;
        *link = entry->next;
        std::free(entry);
        return number;
    }

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    Entry* first_ = nullptr; // the oldest
    int next_ = 0;
};

inline Directory directory;

// What a rank shows to the reports of others, read where its memory is. For transports that can: each
// supplies its own.
template <class Question, class Reply>
void query_rank(const Rank& rank, const Question& question, Reply& reply,
                void (*show)(const Rank&, const Question&, Reply&)) noexcept {
    static_assert(std::is_trivially_copyable_v<Question> && std::is_trivially_copyable_v<Reply>,
                  "what a rank is asked, and what it answers, goes between address spaces as bytes");
    show(rank, question, reply);
}

} // namespace sartor::process
