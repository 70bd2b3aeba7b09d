#include "runtime/reports/suppressions.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fnmatch.h>

#include "runtime/image/image.hpp"
#include "runtime/process.hpp"
#include "runtime/reports/question.hpp"

namespace sartor::process {

namespace {

std::atomic<int> suppressed{0};

// "main+0x1f (pi.c:12)", "main (pi.c:12), inlined", and the path of its source in parts; empty: not known.
struct Place {
    char function[256] = "";
    char path[1024] = "";
    int line = 0;
};

void copy(char* to, std::size_t room, const char* from, std::size_t length) noexcept {
    std::snprintf(to, room, "%.*s", static_cast<int>(length), from);
}

bool find_place(const Rank& rank, const CallSite& site, Place& place) noexcept {
    LoadedCopy copy_of_file;
    if (site.file < 0 || !loaded_copy(rank, static_cast<int>(site.file), copy_of_file)) return false;
    Question question(rank);
    question.add_location(copy_of_file.base + site.offset - 1);
    const char* reply = question.reply();
    if (reply == nullptr || reply[0] != 'p') return false;
    const char* const text = reply + 1;
    const std::size_t length = std::strcspn(text, "\n");
    // "+0x1f" is not there where the function is inlined.
    const auto* const file = static_cast<const char*>(memrchr(text, '(', length));
    const auto* end = static_cast<const char*>(memmem(text, length, "+0x", 3));
    if (end == nullptr && file > text) end = file - 1;
    if (end == nullptr) return false;
    copy(place.function, sizeof place.function, text, static_cast<std::size_t>(end - text));
    if (file != nullptr) {
        const auto* const colon =
            static_cast<const char*>(memrchr(file, ':', static_cast<std::size_t>(text + length - file)));
        if (colon != nullptr) place.line = std::atoi(colon + 1);
    }
    const char* const source = text[length] == '\n' ? text + length + 1 : "";
    if (*source == 's') copy(place.path, sizeof place.path, source + 1, std::strcspn(source + 1, "\n"));
    return true;
}

// A pattern without a slash is of the last part of a path.
bool fits(const char* pattern, const Place& place) noexcept {
    const char* const slash = std::strrchr(place.path, '/');
    const char* const name =
        slash != nullptr && std::strchr(pattern, '/') == nullptr ? slash + 1 : place.path;
    return fnmatch(pattern, place.function, 0) == 0 || (*name != '\0' && fnmatch(pattern, name, 0) == 0);
}

bool file_has(const char* kind, const Place* places, int count) noexcept {
    const char* const path = std::getenv("SARTOR_SUPPRESSIONS");
    std::FILE* const file = path != nullptr && *path != '\0' ? std::fopen(path, "re") : nullptr;
    char line[1024], its_kind[64], pattern[512];
    bool found = false;
    while (file != nullptr && !found && std::fgets(line, sizeof line, file) != nullptr) {
        if (line[std::strspn(line, " \t")] == '#' ||
            std::sscanf(line, "%63s %511[^\n]", its_kind, pattern) != 2 || fnmatch(its_kind, kind, 0) != 0)
            continue;
        for (int index = 0; index < count && !found; ++index) found = fits(pattern, places[index]);
    }
    if (file != nullptr) std::fclose(file);
    return found;
}

// "// sartor: suppress KIND", in whichever comments the language has.
bool is_for(const char* line, const char* kind) noexcept {
    const char* const mark = std::strstr(line, "sartor: suppress ");
    char its_kind[64];
    return mark != nullptr && std::sscanf(mark, "sartor: suppress %63s", its_kind) == 1 &&
           fnmatch(its_kind, kind, 0) == 0;
}

// On the line, or on the one above.
bool source_has(const char* kind, const Place& place) noexcept {
    std::FILE* const file = place.line > 0 && *place.path != '\0' ? std::fopen(place.path, "re") : nullptr;
    if (file == nullptr) return false;
    bool found = false;
    char part[512];
    for (int line = 1; line <= place.line && std::fgets(part, sizeof part, file) != nullptr;) {
        if (line >= place.line - 1) found |= is_for(part, kind);
        if (std::strchr(part, '\n') != nullptr) ++line;
    }
    std::fclose(file);
    return found;
}

} // namespace

bool is_suppressed(const Rank& rank, const char* kind, const CallSite& place,
                   const CallSite& other) noexcept {
    Place places[2];
    int count = 0;
    count += static_cast<int>(find_place(rank, place, places[count]));
    count += static_cast<int>(find_place(rank, other, places[count]));
    bool found = file_has(kind, places, count);
    for (int index = 0; index < count && !found; ++index) found = source_has(kind, places[index]);
    if (found) suppressed.fetch_add(1, std::memory_order_relaxed);
    return found;
}

void report_suppressed() noexcept {
    if (const int all = suppressed.load(std::memory_order_relaxed); all > 0)
        report("%d finding%s suppressed", all, all == 1 ? "" : "s");
}

} // namespace sartor::process
