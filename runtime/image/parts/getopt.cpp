// getopt, getopt_long and getopt_long_only with their state in the image, so that each rank has its own.
//
// Behaves as glibc's: options may stand after other arguments, which are moved to the end; "+" or
// POSIXLY_CORRECT stops at the first other argument, "-" returns it as option 1; ":" suppresses messages and
// reports a missing argument as ':'; "x::" takes an optional argument; long options may be shortened where
// unambiguous. Weak: a program may bring some of them itself.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>

extern "C" {
[[gnu::weak]] char* optarg = nullptr;
[[gnu::weak]] int optind = 1;
[[gnu::weak]] int opterr = 1;
[[gnu::weak]] int optopt = '?';
}

namespace {

int unknown = 0;      // what optopt shows after a call: the last option that was wrong
char* rest = nullptr; // what is left of a group of short options, as in -abc

// Other arguments that were skipped and not moved behind the options yet: argv[begin, end). They are moved
// when the next option is requested, so that optind points behind the option just taken until then.
struct Skipped {
    int begin = 1;
    int end = 1;
};
Skipped skipped;

enum class Order { permute, stop_at_other, return_other };

struct Syntax {
    const char* shorts;
    const option* longs;
    bool single_dash_too; // getopt_long_only
    Order order = Order::permute;

    // As in programs that are compiled for POSIX alone.
    [[nodiscard]] Syntax of_posix() const {
        Syntax strict = *this;
        if (order == Order::permute) strict.order = Order::stop_at_other;
        return strict;
    }

    Syntax(const char* short_options, const option* long_options, bool only)
        : shorts(short_options), longs(long_options), single_dash_too(only) {
        if (std::getenv("POSIXLY_CORRECT") != nullptr) order = Order::stop_at_other;
        if (*shorts == '-') order = Order::return_other;
        if (*shorts == '+') order = Order::stop_at_other;
        if (*shorts == '-' || *shorts == '+') ++shorts;
    }

    [[nodiscard]] bool quiet() const { return *shorts == ':' || opterr == 0; }
    [[nodiscard]] int missing_argument() const { return *shorts == ':' ? ':' : '?'; }
    // What follows the letter in the list of short options, or null.
    [[nodiscard]] const char* find(char letter) const {
        const char* found = letter == ':' || letter == ';' ? nullptr : std::strchr(shorts, letter);
        return found != nullptr && letter != '\0' ? found + 1 : nullptr;
    }
};

bool is_option(const char* text) {
    return text[0] == '-' && text[1] != '\0';
}

void complain(const Syntax& syntax, char** argv, const char* what, const char* dashes, const char* name,
              int length) {
    if (!syntax.quiet()) std::fprintf(stderr, "%s: %s -- '%s%.*s'\n", argv[0], what, dashes, length, name);
}

int take_short(const Syntax& syntax, int argc, char** argv) {
    if (rest == nullptr) rest = argv[optind] + 1;
    const char letter = *rest++;
    char* attached = *rest != '\0' ? rest : nullptr;
    const char* follows = syntax.find(letter);
    const bool takes = follows != nullptr && follows[0] == ':';
    if (attached == nullptr || takes) {
        rest = nullptr;
        ++optind;
    }
    if (follows == nullptr) {
        unknown = letter; // NOLINT(bugprone-signed-char-misuse): as the C library's
        complain(syntax, argv, "invalid option", "", &letter, 1);
        return '?';
    }
    if (!takes) return letter;
    optarg = attached;
    if (attached != nullptr || follows[1] == ':') return letter;
    if (optind >= argc) {
        unknown = letter; // NOLINT(bugprone-signed-char-misuse)
        complain(syntax, argv, "option requires an argument", "", &letter, 1);
        return syntax.missing_argument();
    }
    optarg = argv[optind++];
    return letter;
}

struct Candidates {
    const option* found = nullptr;
    int count = 0;
};

bool same_effect(const option& one, const option& other) {
    return one.has_arg == other.has_arg && one.flag == other.flag && one.val == other.val;
}

// An exact name wins; otherwise a prefix of one option, or of several that mean the same.
Candidates find_long(const option* longs, const char* name, std::size_t length) {
    Candidates candidates;
    for (const option* entry = longs; entry->name != nullptr; ++entry) {
        if (std::strncmp(entry->name, name, length) != 0) continue;
        if (std::strlen(entry->name) == length) return {entry, 1};
        if (candidates.found != nullptr && same_effect(*candidates.found, *entry)) continue;
        candidates = {candidates.found == nullptr ? entry : candidates.found, candidates.count + 1};
    }
    return candidates;
}

int take_long_argument(const Syntax& syntax, const option& found, int argc, char** argv, int* index,
                       char* equals) {
    const int length = static_cast<int>(std::strlen(found.name));
    if (equals != nullptr && found.has_arg == no_argument) {
        unknown = found.val;
        complain(syntax, argv, "option doesn't allow an argument", "--", found.name, length);
        return '?';
    }
    if (equals != nullptr) optarg = equals + 1;
    if (equals == nullptr && found.has_arg == required_argument) {
        if (optind >= argc) {
            unknown = found.val;
            complain(syntax, argv, "option requires an argument", "--", found.name, length);
            return syntax.missing_argument();
        }
        optarg = argv[optind++];
    }
    if (index != nullptr) *index = static_cast<int>(&found - syntax.longs);
    if (found.flag == nullptr) return found.val;
    *found.flag = found.val;
    return 0;
}

int take_long(const Syntax& syntax, int argc, char** argv, int* index, char* name) {
    char* equals = std::strchr(name, '=');
    const std::size_t length =
        equals != nullptr ? static_cast<std::size_t>(equals - name) : std::strlen(name);
    const Candidates candidates = find_long(syntax.longs, name, length);
    ++optind;
    if (candidates.count != 1) {
        unknown = 0;
        complain(syntax, argv, candidates.count == 0 ? "unrecognized option" : "ambiguous option", "--", name,
                 static_cast<int>(length));
        return '?';
    }
    return take_long_argument(syntax, *candidates.found, argc, argv, index, equals);
}

// -name as a long option: when there is such a one, or when no short option starts like it.
bool means_long(const Syntax& syntax, const char* text) {
    if (syntax.longs == nullptr || rest != nullptr) return false;
    if (text[1] == '-') return true;
    if (!syntax.single_dash_too) return false;
    const char* name = text + 1;
    const bool has_short = syntax.find(*name) != nullptr;
    return find_long(syntax.longs, name, std::strcspn(name, "=")).count == 1 ? name[1] != '\0' || !has_short
                                                                             : !has_short;
}

int take_option(const Syntax& syntax, int argc, char** argv, int* index) {
    char* text = argv[optind];
    if (means_long(syntax, text))
        return take_long(syntax, argc, argv, index, text + (text[1] == '-' ? 2 : 1));
    return take_short(syntax, argc, argv);
}

// Moves argv[from, to) in front of argv[before, from).
void move_in_front(char** argv, int before, int from, int to) {
    for (; from < to; ++before, ++from) {
        char* option = argv[from];
        std::memmove(argv + before + 1, argv + before,
                     static_cast<std::size_t>(from - before) * sizeof(char*));
        argv[before] = option;
    }
}

void move_skipped(char** argv) {
    if (skipped.end > optind) skipped.end = optind; // the caller set optind back
    if (skipped.begin > optind) skipped.begin = optind;
    if (skipped.begin == skipped.end) {
        skipped = {optind, optind};
        return;
    }
    move_in_front(argv, skipped.begin, skipped.end, optind);
    skipped = {skipped.begin + optind - skipped.end, optind};
}

// After "--" or at the end: what was skipped comes first of what is left.
int end_of_options(int argc) {
    if (skipped.begin == skipped.end) skipped.begin = optind;
    skipped.end = argc;
    optind = skipped.begin;
    return -1;
}

// Goes to the next option; 0 when there is one, otherwise what to return.
int find_option(int argc, char** argv, const Syntax& syntax) {
    move_skipped(argv);
    if (syntax.order == Order::permute)
        while (optind < argc && !is_option(argv[optind])) ++optind;
    skipped.end = optind;
    if (optind >= argc) {
        if (skipped.begin != skipped.end) optind = skipped.begin;
        return -1;
    }
    if (std::strcmp(argv[optind], "--") == 0) {
        ++optind;
        move_skipped(argv);
        return end_of_options(argc);
    }
    if (is_option(argv[optind])) return 0;
    if (syntax.order == Order::stop_at_other) return -1;
    optarg = argv[optind++];
    return 1;
}

int next_option(int argc, char** argv, const Syntax& syntax, int* index) {
    if (optind == 0) { // the caller starts anew
        optind = 1;
        rest = nullptr;
        skipped = {};
    }
    optarg = nullptr;
    int result = rest == nullptr ? find_option(argc, argv, syntax) : 0;
    if (result == 0) result = take_option(syntax, argc, argv, index);
    optopt = unknown;
    return result;
}

} // namespace

extern "C" {

[[gnu::weak]] int getopt(int argc, char* const* argv, const char* shorts) noexcept {
    return next_option(argc, const_cast<char**>(argv), Syntax(shorts, nullptr, false), nullptr);
}

// getopt of <unistd.h> with -D_POSIX_C_SOURCE or -D_XOPEN_SOURCE.
[[gnu::weak]] int __posix_getopt(int argc, char* const* argv, const char* shorts) noexcept {
    return next_option(argc, const_cast<char**>(argv), Syntax(shorts, nullptr, false).of_posix(), nullptr);
}

[[gnu::weak]] int getopt_long(int argc, char* const* argv, const char* shorts, const option* longs,
                              int* index) noexcept {
    return next_option(argc, const_cast<char**>(argv), Syntax(shorts, longs, false), index);
}

[[gnu::weak]] int getopt_long_only(int argc, char* const* argv, const char* shorts, const option* longs,
                                   int* index) noexcept {
    return next_option(argc, const_cast<char**>(argv), Syntax(shorts, longs, true), index);
}

} // extern "C"
