// Functions of the C and C++ libraries that mean a process, by the table runtime/image/functions/.
#pragma once

#include <string_view>
#include <vector>

namespace sartor::configurator {

/// What a call of a function needs to be right: nothing, since it acts on the rank; nothing, since it is
/// harmless; an OS thread for each rank; a process for each rank.
enum class Verdict { rank, shared, thread, process };

struct LibraryFunction {
    std::string_view symbol; // as linkers know it
    std::string_view shown;  // as programs call it
    Verdict verdict;
    std::string_view parts; // what replaces it, or -: between blanks, as are words
    std::string_view effect;
    std::string_view words;

    /// Words have a blank on both sides.
    [[nodiscard]] constexpr bool has(std::string_view word) const {
        return words.find(word) != std::string_view::npos;
    }
    [[nodiscard]] constexpr bool is_replaced_by(std::string_view part) const {
        return parts.find(part) != std::string_view::npos;
    }
};

/// Those that a program's link asks for, sorted by symbols.
const std::vector<LibraryFunction>& library_functions();

/// The function that a symbol means, also under another name (__read_chk). Null: one that needs no look.
const LibraryFunction* library_function(std::string_view symbol);

/// The same without other names.
const LibraryFunction* library_function_exactly(std::string_view symbol);

} // namespace sartor::configurator
