// The meaning of compilers' options, as far as GCC and Clang agree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// How an input file is used.
enum class InputKind {
    source,       // C, C++ or their relatives: its preprocessed text can be read for constants
    fortran,      // its text can be read for constants, too
    other_source, // assembler, preprocessed text: compiled, but not read
    header,       // to be precompiled
    linked        // objects, archives, libraries, linker scripts
};

/// Whether the option's value is an argument of its own, as in -o FILE.
bool takes_next_argument(std::string_view option);

/// Whether the compiler does something else than make an object or a program: -E, --version...
bool informs(std::string_view argument);

/// Options that Clang complains about when it only compiles.
bool is_for_linker(std::string_view argument);

/// -march=native and kin: what the program's code may use of the processor.
bool selects_instruction_set(std::string_view argument);

/// Those of a text as GCC's driver passes them to the linker: words, perhaps in quotes.
std::vector<std::string> instruction_set_in(const std::string& options);

/// How the compiler uses a file. language: of the -x in force; empty without one.
InputKind kind_of_input(const std::string& path, const std::string& language);

} // namespace sartor::configurator
