#include "runtime/trace/command_line.hpp"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace sartor::trace {

namespace {

// As what a JSON string has between its quotes. False: there is no room.
bool add_word(const char* word, char* text, std::size_t room, std::size_t& used) noexcept {
    std::size_t end = used;
    for (; *word != '\0'; ++word) {
        const auto code = static_cast<unsigned char>(*word);
        const char* const form = code < ' ' ? "\\u%04x" : *word == '"' || *word == '\\' ? "\\%c" : "%c";
        if (end + 8 > room) return false;
        end += static_cast<std::size_t>(std::snprintf(text + end, room - end, form, code));
    }
    used = end;
    return true;
}

std::size_t read_words(char* words, std::size_t room) noexcept {
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t count = read(file, words, room - 1);
    close(file);
    words[count > 0 ? count : 0] = '\0';
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

const char* name_in(const char* path) noexcept {
    const char* const slash = std::strrchr(path, '/');
    return slash == nullptr ? path : slash + 1;
}

} // namespace

const char* command_as_json() noexcept {
    static char words[2048];
    static char text[sizeof words + 1024];
    constexpr std::size_t of_end = 4;
    const std::size_t count = read_words(words, sizeof words);
    std::size_t used = 1;
    text[0] = '[';
    for (std::size_t at = 0; at < count; at += std::strlen(words + at) + 1) {
        const std::size_t before = used;
        used += static_cast<std::size_t>(
            std::snprintf(text + used, sizeof text - used, "%s\"", used > 1 ? "," : ""));
        if (!add_word(at == 0 ? name_in(words) : words + at, text, sizeof text - of_end, used)) {
            used = before;
            break;
        }
        text[used++] = '"';
    }
    text[used++] = ']';
    text[used] = '\0';
    return text;
}

} // namespace sartor::trace
