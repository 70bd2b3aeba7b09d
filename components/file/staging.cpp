#include "components/file/staging.hpp"

#include <cstdlib>
#include <new>
#include <pthread.h>

#include "components/library_memory.hpp"

namespace sartor::file {

namespace {

struct Free {
    Free* next;
};

// Memory that was used before has its pages: getting new ones takes as long as the access.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Free* first_free = nullptr;

} // namespace

Staging::Staging(std::size_t bytes) noexcept : data_(nullptr) {
    if (counts_library_memory()) {
        data_ = static_cast<char*>(allocate_for_library(bytes));
        return;
    }
    pthread_mutex_lock(&mutex);
    if (first_free != nullptr) {
        data_ = reinterpret_cast<char*>(first_free);
        first_free = first_free->next;
    }
    pthread_mutex_unlock(&mutex);
    if (data_ == nullptr) data_ = static_cast<char*>(std::aligned_alloc(4096, size));
}

Staging::~Staging() {
    if (data_ == nullptr) return;
    if (counts_library_memory()) {
        std::free(data_);
        return;
    }
    pthread_mutex_lock(&mutex);
    first_free = new (data_) Free{first_free};
    pthread_mutex_unlock(&mutex);
}

} // namespace sartor::file
