// The environment of one rank, a copy of the process's. What a rank sets is seen by the C library, too (TZ,
// LANG...), where the last one counts.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

extern "C" {
[[gnu::weak]] char** environ;
extern char** __environ __attribute__((alias("environ")));
extern char** _environ __attribute__((alias("environ")));
}

using sartor::process::of_c_library;

namespace {

char** entries = nullptr; // what environ was set to here: the program may set it itself
std::size_t room = 0;

char*** of_process() noexcept {
    static auto* const variable = sartor::process::of_process<char**>("environ");
    return variable;
}

std::size_t count(char** all) noexcept {
    std::size_t number = 0;
    while (all != nullptr && all[number] != nullptr) ++number;
    return number;
}

bool make_room(std::size_t wanted) noexcept {
    if (environ == entries && room >= wanted + 1) return true;
    const std::size_t more = 2 * wanted + 16;
    auto** grown = static_cast<char**>(std::malloc(more * sizeof(char*)));
    if (grown == nullptr) return false;
    const std::size_t used = count(environ);
    if (used > 0) std::memcpy(grown, environ, used * sizeof(char*));
    grown[used] = nullptr;
    environ = entries = grown; // the block before may be in use
    room = more;
    return true;
}

bool names(const char* entry, const char* name, std::size_t length) noexcept {
    return std::strncmp(entry, name, length) == 0 && entry[length] == '=';
}

char** find(const char* name, std::size_t length) noexcept {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
        if (names(*entry, name, length)) return entry;
    return nullptr;
}

bool is_name(const char* name) noexcept {
    return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr;
}

int fail(int error) noexcept {
    errno = error;
    return -1;
}

int put(char* entry, std::size_t length) noexcept {
    if (char** found = find(entry, length)) {
        *found = entry;
        return 0;
    }
    const std::size_t used = count(environ);
    if (!make_room(used + 1)) return fail(ENOMEM);
    environ[used] = entry;
    environ[used + 1] = nullptr;
    return 0;
}

void remove(const char* name, std::size_t length) noexcept {
    while (char** entry = find(name, length))
        for (; *entry != nullptr; ++entry) entry[0] = entry[1];
}

// While no other rank's environment is lent to it: they would be mixed.
class OfProcess {
  public:
    OfProcess() noexcept { sartor_rank_lend_environment(nullptr); }
    ~OfProcess() { sartor_rank_take_environment_back(nullptr); }
    OfProcess(const OfProcess&) = delete;
    OfProcess& operator=(const OfProcess&) = delete;

    static void set(const char* name, const char* value) noexcept {
        const OfProcess environment;
        of_c_library<int (*)(const char*, const char*, int)>("setenv")(name, value, 1);
    }
    static int unset(const char* name) noexcept {
        const OfProcess environment;
        return of_c_library<int (*)(const char*)>("unsetenv")(name);
    }
};

// Libraries of the rank are constructed before its program.
__attribute__((constructor(100))) void copy_environment() {
    constexpr std::size_t usual = 20; // variables of the launch, and some of the program's
    static char launch[512];
    static bool is_copied = false;
    if (is_copied) return;
    is_copied = true;
    environ = *of_process();
    if (!make_room(count(environ) + usual)) return;
    const std::size_t bytes = sartor_rank_launch_variables(launch, sizeof launch);
    for (char* entry = launch; entry < launch + bytes; entry += std::strlen(entry) + 1)
        put(entry, static_cast<std::size_t>(std::strchr(entry, '=') - entry));
}

} // namespace

extern "C" {

[[gnu::weak]] char* getenv(const char* name) noexcept {
    copy_environment();
    const std::size_t length = std::strlen(name);
    char** entry = find(name, length);
    return entry != nullptr ? *entry + length + 1 : nullptr;
}
[[gnu::weak]] char* secure_getenv(const char* name) noexcept {
    return getenv(name);
}

[[gnu::weak]] int setenv(const char* name, const char* value, int replaces) noexcept {
    if (!is_name(name)) return fail(EINVAL);
    copy_environment();
    const std::size_t length = std::strlen(name);
    if (replaces == 0 && find(name, length) != nullptr) return 0;
    char* entry = nullptr;
    if (asprintf(&entry, "%s=%s", name, value) < 0) return fail(ENOMEM);
    OfProcess::set(name, value);
    return put(entry, length);
}

[[gnu::weak]] int putenv(char* entry) noexcept {
    copy_environment();
    const char* sign = std::strchr(entry, '=');
    if (sign == nullptr) return unsetenv(entry);
    const auto length = static_cast<std::size_t>(sign - entry);
    char* name = strndup(entry, length);
    if (name == nullptr) return fail(ENOMEM);
    OfProcess::set(name, sign + 1);
    std::free(name);
    return put(entry, length);
}

[[gnu::weak]] int unsetenv(const char* name) noexcept {
    if (!is_name(name)) return fail(EINVAL);
    copy_environment();
    remove(name, std::strlen(name));
    return OfProcess::unset(name);
}

[[gnu::weak]] int clearenv() noexcept {
    copy_environment();
    environ = nullptr;
    return 0;
}

} // extern "C"
