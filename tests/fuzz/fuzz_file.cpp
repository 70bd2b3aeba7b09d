// Any view, any memory, any hints: what is written is where the view says, byte by byte, and is read from
// there again; runs from other processes are refused or stay in their window.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "components/file/access.hpp"
#include "components/file/exchange.hpp"
#include "components/file/parts.hpp"
#include "components/file/view.hpp"
#include "mpi_api/files/handle/hints.hpp"

namespace {

using namespace sartor;

void require(bool holds) {
    if (!holds) std::abort();
}

// The input, in portions.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}

    // Below `most`.
    std::uint32_t number(std::uint32_t most) {
        std::uint32_t value = 0;
        for (int byte = 0; byte < 2; ++byte) value = value << 8 | (next_ < end_ ? *next_++ : 0);
        return value % most;
    }
    std::string text() {
        std::string text;
        while (next_ < end_ && *next_ != 0 && text.size() < 40) text += static_cast<char>(*next_++);
        if (next_ < end_) ++next_;
        return text;
    }
    template <class Value>
    Value raw() {
        Value value{};
        const auto bytes = std::min(sizeof value, static_cast<std::size_t>(end_ - next_));
        std::memcpy(&value, next_, bytes);
        next_ += bytes;
        return value;
    }

  private:
    const std::uint8_t* next_;
    const std::uint8_t* end_;
};

// Runs with gaps, in order.
struct Pattern {
    layout::RunList list;
    std::int64_t extent = 0;

    explicit Pattern(Input& input) {
        std::ptrdiff_t at = input.number(20);
        for (std::uint32_t runs = 1 + input.number(6); runs > 0; --runs) {
            const std::size_t length = 1 + input.number(40);
            list.add(at, length);
            at += static_cast<std::ptrdiff_t>(length + input.number(50));
        }
        extent = at + static_cast<std::int64_t>(input.number(10));
    }
};

file::Hints hints_from(Input& input) {
    file::Hints hints;
    for (const auto& hint : mpi::internal::file_hints) {
        hint.read(input.text().c_str(), hints);
        char text[64];
        hint.write(hints, text, sizeof text);
        file::Hints again = hints;
        hint.read(text, again);
        require(std::memcmp(&again, &hints, sizeof hints) == 0);
    }
    return hints;
}

void write_and_read(Input& input) {
    Pattern there(input), here(input);
    const layout::Layout view_layout = there.list.layout();
    layout::Layout memory_layout = here.list.layout();
    const file::View view(input.number(100), 1, view_layout, there.extent);
    file::AccessOptions options;
    options.hints = hints_from(input);
    options.atomic = input.number(2) == 1;

    file::Descriptor descriptor;
    descriptor.number = memfd_create("fuzz", 0);
    descriptor.reads = true;
    require(descriptor.number >= 0);
    const std::int64_t offset = input.number(3000);
    const std::size_t bytes = 1 + input.number(5000);
    const std::size_t tiles = bytes / memory_layout.shape->bytes + 1;
    std::vector<char> memory(tiles * static_cast<std::size_t>(here.extent) + 64), back(memory.size());
    for (char& byte : memory) byte = static_cast<char>(input.number(256));
    const auto pieces_in = [&](std::vector<char>& buffer) {
        return file::Pieces{layout::repeated(*memory_layout.shape, tiles, here.extent),
                            reinterpret_cast<std::uintptr_t>(buffer.data()) +
                                static_cast<std::uintptr_t>(memory_layout.offset),
                            0, bytes};
    };
    const file::Pieces from = pieces_in(memory), to = pieces_in(back);
    const file::Outcome written = file::write(descriptor, view.pieces(offset, bytes), from, options);
    require(written.error == 0 && written.bytes == bytes);
    for (std::size_t byte = 0; byte < bytes; ++byte) {
        char found = 0;
        require(pread(descriptor.number, &found, 1,
                      view.position_of(offset + static_cast<std::int64_t>(byte))) == 1);
        require(found == *reinterpret_cast<const char*>(from.address_of(byte)));
    }
    require(file::read(descriptor, view.pieces(offset, bytes), to, options).bytes == bytes);
    for (std::size_t byte = 0; byte < bytes; ++byte)
        require(*reinterpret_cast<const char*>(to.address_of(byte)) ==
                *reinterpret_cast<const char*>(from.address_of(byte)));
    close(descriptor.number);
}

// As they would come from the wire.
void take_parts(Input& input) {
    constexpr std::size_t window = 4096;
    std::vector<file::WindowRuns> runs(1 + input.number(5));
    for (file::WindowRuns& one : runs) one = input.raw<file::WindowRuns>();
    const std::size_t bytes = input.number(2 * window);
    const file::GivenParts parts{runs.data(), runs.size()};
    if (!parts.are_within(window, bytes)) return;
    std::vector<char> memory(window), marks(window), data(bytes);
    file::Coverage covered(marks.data(), 1, window);
    parts.scatter(memory.data(), covered, data.data());
    require(parts.gather(memory.data(), window, data.data()) == bytes);
    require(parts.gather(memory.data(), input.number(window), data.data()) <= bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    input.number(2) == 0 ? write_and_read(input) : take_parts(input);
    return 0;
}
