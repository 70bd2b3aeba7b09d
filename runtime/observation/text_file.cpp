#include "runtime/observation/text_file.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace sartor::observation {

bool TextFile::open(const char* path) noexcept {
    constexpr mode_t usual_permissions = 0666;
    path_ = path;
    file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_permissions);
    return file_ >= 0;
}

TextFile& TextFile::print(const char* format, ...) noexcept {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0) put(text, std::strlen(text));
    return *this;
}

TextFile& TextFile::quoted(const char* text) noexcept {
    put("\"", 1);
    for (; *text != '\0'; ++text) {
        const auto code = static_cast<unsigned char>(*text);
        if (code < ' ')
            print("\\u%04x", code);
        else if (*text == '"' || *text == '\\')
            print("\\%c", *text);
        else
            put(text, 1);
    }
    put("\"", 1);
    return *this;
}

bool TextFile::close() noexcept {
    flush();
    if (::close(file_) != 0 && error_ == 0) error_ = errno;
    file_ = -1;
    errno = error_;
    return error_ == 0;
}

void TextFile::put(const char* text, std::size_t bytes) noexcept {
    if (used_ + bytes > room) flush();
    std::memcpy(buffer_ + used_, text, bytes);
    used_ += bytes;
}

void TextFile::flush() noexcept {
    for (std::size_t done = 0; done < used_ && error_ == 0;) {
        const ssize_t written = write(file_, buffer_ + done, used_ - done);
        if (written >= 0)
            done += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            error_ = errno;
    }
    used_ = 0;
}

} // namespace sartor::observation
