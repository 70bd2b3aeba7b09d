// Texts that the compiler puts together, from names of types.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sartor {

// Counts characters when `out` is null, and writes them otherwise: to measure a text, then to write it.
struct TextWriter {
    char* out = nullptr;
    std::size_t size = 0;

    constexpr void put(std::string_view text) {
        for (const char letter : text) {
            if (out != nullptr) out[size] = letter;
            ++size;
        }
    }
};

// What write(TextWriter&) puts, in an array of exactly that size and `more` zeros. `write` is called twice,
// while the program is compiled.
template <auto write, std::size_t more = 0>
consteval auto characters_of() {
    constexpr std::size_t size = [] {
        TextWriter writer;
        write(writer);
        return writer.size;
    }();
    std::array<char, size + more> text{};
    TextWriter writer{text.data()};
    write(writer);
    return text;
}

namespace internal {

template <auto write>
inline constexpr auto stored_text = characters_of<write, 1>();

} // namespace internal

// The same as a text. There is a null character after its end.
template <auto write>
inline constexpr std::string_view constant_text{internal::stored_text<write>.data(),
                                                internal::stored_text<write>.size() - 1};

} // namespace sartor
