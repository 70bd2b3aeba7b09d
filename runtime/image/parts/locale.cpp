// setlocale: the locale of the thread (uselocale(3)), which is the rank's while it runs.
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>
#include <locale.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

using sartor::process::of_c_library;

namespace {

constexpr int categories[] = {LC_CTYPE,    LC_NUMERIC,   LC_TIME,        LC_COLLATE,
                              LC_MONETARY, LC_MESSAGES,  LC_PAPER,       LC_NAME,
                              LC_ADDRESS,  LC_TELEPHONE, LC_MEASUREMENT, LC_IDENTIFICATION};
constexpr const char* names[] = {"LC_CTYPE",    "LC_NUMERIC",   "LC_TIME",        "LC_COLLATE",
                                 "LC_MONETARY", "LC_MESSAGES",  "LC_PAPER",       "LC_NAME",
                                 "LC_ADDRESS",  "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};
constexpr int count = sizeof categories / sizeof categories[0];

locale_t own = nullptr; // null: "C", as a program starts

const char* name_of(int category) noexcept {
    return own != nullptr ? nl_langinfo_l(NL_LOCALE_NAME(category), own) : "C";
}

const char* describe(int category) noexcept {
    static char text[1024];
    if (category != LC_ALL) return name_of(category);
    bool same = true;
    for (const int one : categories) same = same && std::strcmp(name_of(one), name_of(categories[0])) == 0;
    if (same) return name_of(categories[0]);
    std::size_t length = 0;
    for (int index = 0; index < count && length < sizeof text; ++index)
        length += static_cast<std::size_t>(std::snprintf(text + length, sizeof text - length, "%s%s=%s",
                                                         index > 0 ? ";" : "", names[index],
                                                         name_of(categories[index])));
    return text;
}

locale_t locale_of_thread() noexcept {
    return of_c_library<locale_t (*)(locale_t)>("uselocale")(nullptr);
}

bool is_c(locale_t locale) noexcept {
    for (const int one : categories)
        if (std::strcmp(nl_langinfo_l(NL_LOCALE_NAME(one), locale), "C") != 0) return false;
    return true;
}

locale_t changed(locale_t base, int category, const char* name) noexcept {
    if (category != LC_ALL) return newlocale(1 << category, name, base);
    if (std::strchr(name, ';') == nullptr) return newlocale(LC_ALL_MASK, name, base);
    char part[128]; // as describe() writes it
    for (int index = 0; index < count && base != nullptr; ++index) {
        const char* found = std::strstr(name, names[index]);
        if (found == nullptr) continue;
        found += std::strlen(names[index]) + 1;
        std::snprintf(part, sizeof part, "%.*s", static_cast<int>(std::strcspn(found, ";")), found);
        base = newlocale(1 << categories[index], part, base);
    }
    return base;
}

} // namespace

// The locale of the thread that calls, which is the rank's where ranks share threads. Null: it stays. The
// global one is that of setlocale.
extern "C" [[gnu::weak]] locale_t uselocale(locale_t locale) noexcept {
    const locale_t before = locale_of_thread();
    if (locale == LC_GLOBAL_LOCALE && own != nullptr) locale = own;
    const bool is_of_rank = sartor_rank_companions() > 1 && sartor_rank_may_wait();
    if (locale != nullptr && is_of_rank)
        sartor_rank_use_locale(locale);
    else if (locale != nullptr)
        of_c_library<locale_t (*)(locale_t)>("uselocale")(locale);
    return before == own ? LC_GLOBAL_LOCALE : before;
}

extern "C" [[gnu::weak]] char* setlocale(int category, const char* name) noexcept {
    if (sartor_rank_companions() == 1) {
        using Set = char* (*)(int, const char*);
        return of_c_library<Set>("setlocale")(category, name);
    }
    if (name == nullptr) return const_cast<char*>(describe(category));
    locale_t base = own != nullptr ? duplocale(own) : newlocale(LC_ALL_MASK, "C", nullptr);
    locale_t next = base != nullptr ? changed(base, category, name) : nullptr;
    if (next == nullptr) {
        if (base != nullptr) freelocale(base);
        return nullptr;
    }
    if (own == nullptr && is_c(next)) { // as it was
        freelocale(next);
        return const_cast<char*>(describe(category));
    }
    const locale_t used = locale_of_thread();
    const bool uses_global = used == LC_GLOBAL_LOCALE || used == own;
    if (uses_global) sartor_rank_use_locale(next);
    own = next; // the one before may be in use by threads
    return const_cast<char*>(describe(category));
}
