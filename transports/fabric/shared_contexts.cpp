#include "transports/fabric/shared_contexts.hpp"

#include <cstring>
#include <sys/mman.h>

namespace sartor::channel::fabric {

SharedContexts shared_contexts;

bool SharedContexts::map(int descriptor, std::size_t offset) noexcept {
    void* const memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                              descriptor, static_cast<off_t>(offset));
    if (memory == MAP_FAILED) return false;
    table_ = static_cast<Table*>(memory);
    return true;
}

int SharedContexts::reserve(const process::Directory::Question& question, int own,
                            bool (*has_failed)(int process)) noexcept {
    if (question.requesters == 1)
        return first + table_->next.fetch_add(question.span, std::memory_order_relaxed);
    int key[2];
    std::memcpy(key, question.key, sizeof key);
    const process::SharedLock lock(table_->lock, own, has_failed);
    return find_or_make(key, question);
}

int SharedContexts::find_or_make(const int (&key)[2], const process::Directory::Question& question) noexcept {
    const int used = table_->open.load(std::memory_order_relaxed);
    Open* free = nullptr;
    for (Open* one = table_->all; one != table_->all + used; ++one) {
        if (one->missing == 0) {
            free = one;
        } else if (one->parent == key[0] && one->number == key[1]) {
            --one->missing;
            return one->first;
        }
    }
    if (free == nullptr && used == most_open) return -1;
    Open& made = free != nullptr ? *free : table_->all[used];
    made = {key[0], key[1], 0, first + table_->next.fetch_add(question.span, std::memory_order_relaxed)};
    made.missing = question.requesters - 1; // it is there now
    if (free == nullptr) table_->open.store(used + 1, std::memory_order_relaxed);
    return made.first;
}

} // namespace sartor::channel::fabric
