// SARTOR_PROGRAMS has "IMAGE:RANKS:ARGUMENTS" for each program, with commas. Image 0 is the executable's own,
// further ones are one after the other in a section of their own.
#include "runtime/programs.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/process.hpp"

extern "C" {
extern const unsigned char __start_sartor_programs[] __attribute__((weak, visibility("hidden")));
extern const unsigned char __stop_sartor_programs[] __attribute__((weak, visibility("hidden")));
}

namespace sartor::process {

namespace {

// Before each image in the section, as the link writes it (configurator/link/executable.cpp).
struct alignas(64) Header {
    std::uint64_t bytes; // of the image, which follows; then zeros up to a multiple of 64
    std::uint32_t flags;
};

[[noreturn]] void refuse(const char* text) noexcept {
    report("SARTOR_PROGRAMS=%s: expected IMAGE:RANKS:ARGUMENTS for each program (sartor run sets this)",
           text);
    end_run(usage_exit_code);
}

ImageFile further_image(long number) noexcept {
    const unsigned char* entry = __start_sartor_programs;
    while (entry != nullptr && entry < __stop_sartor_programs) {
        Header header;
        std::memcpy(&header, entry, sizeof header);
        if (--number == 0) return image_made_of(entry + sizeof header, header.bytes, header.flags);
        entry += sizeof header + (header.bytes + sizeof header - 1) / sizeof header * sizeof header;
    }
    return {};
}

// The number at the position, which moves behind it and the sign that must follow.
long take_number(const char*& position, char follows, const char* text) noexcept {
    char* end = nullptr;
    const long value = std::strtol(position, &end, 10);
    const bool ends = *end == follows || (follows == ',' && *end == '\0');
    if (end == position || !ends || value < 0) refuse(text);
    position = *end == '\0' ? end : end + 1;
    return value;
}

int count_parts(const char* text) noexcept {
    int count = 1;
    for (; *text != '\0'; ++text) count += *text == ',' ? 1 : 0;
    return count;
}

} // namespace

} // namespace sartor::process

void sartor_open_programs(int argument_count, char** arguments) noexcept {
    using namespace sartor::process;
    const char* const text = std::getenv("SARTOR_PROGRAMS");
    if (text == nullptr) return;
    const int count = count_parts(text);
    auto* parts =
        static_cast<ProgramPart*>(std::calloc(static_cast<std::size_t>(count), sizeof(ProgramPart)));
    if (parts == nullptr) refuse(text);
    const char* position = text;
    int first_rank = 0;
    for (int index = 0; index < count; ++index) {
        ProgramPart& part = parts[index];
        const long image = take_number(position, ':', text);
        part.alone.file = image == 0 ? program_image() : further_image(image);
        part.number = index;
        part.first_rank = first_rank;
        part.ranks = static_cast<int>(take_number(position, ':', text));
        part.argument_count = static_cast<int>(take_number(position, ',', text));
        part.arguments = arguments;
        if (part.alone.file.bytes == nullptr || part.argument_count > argument_count) refuse(text);
        first_rank += part.ranks;
        arguments += part.argument_count;
        argument_count -= part.argument_count;
    }
    program_parts = {parts, count};
}
