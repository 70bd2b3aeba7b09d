// A linker's command line: its inputs, and which options go to the image and which to the executable.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// One option with its separate value, or one input.
struct LinkerArgument {
    std::string text;
    std::optional<std::string> value; // of an option whose value stands apart

    /// The option's name without dashes and without "=value"; empty for inputs.
    std::string option() const;
    /// The value, apart or behind "=".
    std::string option_value() const;
    bool is_input() const { return option().empty(); }
};

enum class LinkerAction {
    pass_on, // -shared, -r, --version: the linker's own business
    executable
};

struct LinkerArguments {
    std::vector<LinkerArgument> arguments;
    LinkerAction action = LinkerAction::executable;
    std::string output = "a.out";
    bool strip_all = false;
    bool prints_map = false; // -M: on standard output
    bool traces = false;     // -t: on standard output
};

/// The plugin by which a plain linker becomes sartor; its option is removed from what is parsed. (FindMPI
/// would treat a name that ends with .so as a library.)
inline constexpr std::string_view own_plugin = "sartor_linker.plugin";

/// Errors: throws Error for -static.
LinkerArguments parse_linker_arguments(const std::vector<std::string>& arguments);

/// Appends the words of one argument.
void append(std::vector<std::string>& words, const LinkerArgument& argument);

/// The start files that a position-independent file is linked with: crt1.o -> Scrt1.o, crtbegin.o ->
/// crtbeginS.o. Nothing for files that are no start files.
std::optional<std::string> position_independent_start_file(const std::string& path);

/// Of the compiler's own libraries and end files at the end of the line: the index at which they begin.
std::size_t compilers_own_end(const std::vector<LinkerArgument>& arguments);

} // namespace sartor::configurator
