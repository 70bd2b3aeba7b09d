// A mutex of the system's that is held to the end of a scope.
#pragma once

#include <pthread.h>

namespace sartor::process {

class Locked {
  public:
    explicit Locked(pthread_mutex_t& mutex) noexcept : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
    ~Locked() { pthread_mutex_unlock(&mutex_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

  private:
    pthread_mutex_t& mutex_;
};

} // namespace sartor::process
