// Keys of threads' data for each rank: as many ranks may have some as there are, and each has all that a
// process has.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <pthread.h>
#include <threads.h>

namespace {

using Destructor = void (*)(void*);

struct Key {
    Destructor destructor;
    unsigned used; // counts uses: odd while the key exists
};
Key keys[PTHREAD_KEYS_MAX];
pthread_mutex_t keys_mutex = PTHREAD_MUTEX_INITIALIZER;

struct Value {
    void* value;
    unsigned used;
};

pthread_t main_thread;
__attribute__((constructor(100))) void note_main_thread() {
    main_thread = pthread_self();
}

// Of one thread; allocated when it sets the first one. The end of a program, which is that of its main
// thread, leaves the values as they are.
struct Values {
    Value* first = nullptr;

    ~Values() {
        if (first == nullptr || pthread_equal(pthread_self(), main_thread) != 0) return;
        bool any = true;
        for (int round = 0; any && round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) any = destroy_each();
        std::free(first);
        first = nullptr;
    }

  private:
    bool destroy_each() const {
        bool any = false;
        for (int key = 0; key < PTHREAD_KEYS_MAX; ++key) {
            void* value = first[key].value;
            if (value == nullptr || first[key].used != keys[key].used) continue;
            first[key].value = nullptr;
            if (keys[key].destructor == nullptr) continue;
            keys[key].destructor(value);
            any = true;
        }
        return any;
    }
};
Values& values() {
    thread_local Values of_thread;
    return of_thread;
}

bool exists(unsigned key) {
    return key < PTHREAD_KEYS_MAX && keys[key].used % 2 == 1;
}

} // namespace

extern "C" {

[[gnu::weak]] int pthread_key_create(pthread_key_t* key, Destructor destructor) noexcept {
    pthread_mutex_lock(&keys_mutex);
    unsigned number = 0;
    while (number < PTHREAD_KEYS_MAX && exists(number)) ++number;
    if (number < PTHREAD_KEYS_MAX) {
        ++keys[number].used;
        keys[number].destructor = destructor;
        *key = number;
    }
    pthread_mutex_unlock(&keys_mutex);
    return number < PTHREAD_KEYS_MAX ? 0 : EAGAIN;
}

[[gnu::weak]] int pthread_key_delete(pthread_key_t key) noexcept {
    pthread_mutex_lock(&keys_mutex);
    const bool known = exists(key);
    if (known) ++keys[key].used;
    pthread_mutex_unlock(&keys_mutex);
    return known ? 0 : EINVAL;
}

[[gnu::weak]] int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
    if (!exists(key)) return EINVAL;
    Values& own = values();
    if (own.first == nullptr) own.first = static_cast<Value*>(std::calloc(PTHREAD_KEYS_MAX, sizeof(Value)));
    if (own.first == nullptr) return ENOMEM;
    own.first[key] = {const_cast<void*>(value), keys[key].used};
    return 0;
}

[[gnu::weak]] void* pthread_getspecific(pthread_key_t key) noexcept {
    if (!exists(key)) return nullptr;
    const Values& own = values();
    return own.first != nullptr && own.first[key].used == keys[key].used ? own.first[key].value : nullptr;
}

[[gnu::weak]] int tss_create(tss_t* key, tss_dtor_t destructor) {
    return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}
[[gnu::weak]] void tss_delete(tss_t key) {
    pthread_key_delete(key);
}
[[gnu::weak]] int tss_set(tss_t key, void* value) {
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
[[gnu::weak]] void* tss_get(tss_t key) {
    return pthread_getspecific(key);
}

} // extern "C"
