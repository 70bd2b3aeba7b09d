// Users and groups of the system with buffers for each rank.
#include <grp.h>
#include <pwd.h>

#include "runtime/image/parts/answer.hpp"

namespace {

Answer<passwd> user;
Answer<group> users;

template <class T, class Key>
T* look_up(Answer<T>& answer, int (*look)(Key, T*, char*, std::size_t, T**), Key key) noexcept {
    return answer.of([&](T& found, char* buffer, std::size_t bytes, T*& result) {
        return look(key, &found, buffer, bytes, &result);
    });
}

} // namespace

extern "C" {

[[gnu::weak]] passwd* getpwuid(uid_t number) {
    return look_up(user, &getpwuid_r, number);
}
[[gnu::weak]] passwd* getpwnam(const char* name) {
    return look_up(user, &getpwnam_r, name);
}
[[gnu::weak]] group* getgrgid(gid_t number) {
    return look_up(users, &getgrgid_r, number);
}
[[gnu::weak]] group* getgrnam(const char* name) {
    return look_up(users, &getgrnam_r, name);
}

} // extern "C"
