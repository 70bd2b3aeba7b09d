// Users and groups of the system with buffers for each rank.
#include <cerrno>
#include <cstdlib>
#include <grp.h>
#include <pwd.h>

namespace {

// As in network_names.cpp, for functions of users and groups.
template <class T>
struct Found {
    T value{};
    char* buffer = nullptr;
    std::size_t bytes = 0;

    template <class Ask>
    T* of(Ask ask) noexcept {
        for (;;) {
            T* result = nullptr;
            const int error = bytes > 0 ? ask(result) : ERANGE;
            if (error != ERANGE) {
                if (error != 0) errno = error;
                return error == 0 ? result : nullptr;
            }
            auto* grown = static_cast<char*>(std::realloc(buffer, 2 * bytes + 1024));
            if (grown == nullptr) return nullptr;
            buffer = grown;
            bytes = 2 * bytes + 1024;
        }
    }
};

Found<passwd> user;
Found<group> users;

} // namespace

extern "C" {

[[gnu::weak]] passwd* getpwuid(uid_t number) {
    return user.of(
        [&](passwd*& result) { return getpwuid_r(number, &user.value, user.buffer, user.bytes, &result); });
}
[[gnu::weak]] passwd* getpwnam(const char* name) {
    return user.of(
        [&](passwd*& result) { return getpwnam_r(name, &user.value, user.buffer, user.bytes, &result); });
}
[[gnu::weak]] group* getgrgid(gid_t number) {
    return users.of(
        [&](group*& result) { return getgrgid_r(number, &users.value, users.buffer, users.bytes, &result); });
}
[[gnu::weak]] group* getgrnam(const char* name) {
    return users.of(
        [&](group*& result) { return getgrnam_r(name, &users.value, users.buffer, users.bytes, &result); });
}

} // extern "C"
