#include "runtime/observation/outputs.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/observation/archive.hpp"
#include "runtime/observation/memory.hpp"
#include "runtime/process.hpp"
#include "runtime/trace/drawing.hpp"

namespace sartor::observation {

bool could_not_open(const char* option, const char* path) noexcept {
    process::report("%s %s: %s", option, path, std::strerror(errno));
    return false;
}

namespace {

constexpr std::int64_t usual_limit = std::int64_t{100} << 20;
constexpr std::int64_t usual_in_memory = std::int64_t{32} << 20;
constexpr std::int64_t nanoseconds_a_microsecond = 1000; // what the writer calls a clock

std::int64_t bytes_of(const char* variable, std::int64_t usual, std::int64_t least) noexcept {
    const char* text = std::getenv(variable);
    if (text == nullptr) return usual;
    char* end = nullptr;
    const long long bytes = std::strtoll(text, &end, 10);
    if (end != text && *end == '\0' && bytes >= least) return bytes;
    process::report("%s=%s: expected a number of bytes", variable, text);
    process::end_run(process::usage_exit_code);
}

bool ends_with(const char* text, const char* end) noexcept {
    const std::size_t length = std::strlen(text);
    const std::size_t rest = std::strlen(end);
    return length >= rest && std::strcmp(text + length - rest, end) == 0;
}

bool close(TextFile& file) noexcept {
    const bool is_whole = file.close();
    if (!is_whole)
        process::report("--profile %s: %s; the file is incomplete", file.path(), std::strerror(errno));
    return is_whole;
}

} // namespace

void Outputs::read_environment() noexcept {
    trace_.path = std::getenv("SARTOR_TRACE");
    if (trace_.path != nullptr) {
        trace_.limit = bytes_of("SARTOR_TRACE_LIMIT", usual_limit, 1);
        trace_.in_memory = bytes_of("SARTOR_TRACE_MEMORY", usual_in_memory, 0);
    }
    profile_ = std::getenv("SARTOR_PROFILE");
}

const char* Outputs::any_file() const noexcept {
    if (has_trace()) return trace_.path;
    const char* const names = profile_ != nullptr ? profile_ : "";
    return *names == ',' ? "" : names;
}

bool Outputs::open_trace() noexcept {
    if (!has_trace()) return true;
    if (is_archive(trace_.path)) return open_archive(trace_.path) || could_not_open("--trace", trace_.path);
    writer_ = new (allocate<trace::Writer>(1)) trace::Writer;
    return writer_->open(trace_.path, trace_.limit, nanoseconds_a_microsecond) ||
           could_not_open("--trace", trace_.path);
}

bool Outputs::open_profile() noexcept {
    if (profile_ == nullptr) return true;
    std::snprintf(names_, sizeof names_, "%s", profile_);
    char* rest = names_;
    while (char* const name = strsep(&rest, ",")) {
        if (*name == '\0') continue;
        TextFile*& file = ends_with(name, ".html") ? page_ : json_;
        file = new (allocate<TextFile>(1)) TextFile;
        if (!file->open(name)) return could_not_open("--profile", name);
    }
    return true;
}

bool Outputs::open() noexcept {
    return are_open_ = open_trace() && open_profile();
}

void Outputs::write(const Summary& summary, const Scale& scale) noexcept {
    if (writer_ != nullptr)
        write_trace(summary, scale, trace_, *writer_);
    else if (has_trace())
        write_archive(summary, scale, trace_);
    if (json_ != nullptr) {
        write_json(summary, *json_);
        close(*json_);
    }
    if (page_ != nullptr) {
        write_json(summary, *page_);
        if (close(*page_)) trace::draw("--profile", page_->path());
    }
    if (profile_ != nullptr) report_profile(summary);
}

} // namespace sartor::observation
