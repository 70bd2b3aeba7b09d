// The parts of a compiler's command line that a wrapper needs.
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/command_line/compiler_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

struct CompilerInput {
    std::size_t index = 0; // among the arguments
    InputKind kind = InputKind::linked;
    std::string language; // of -x, or empty
};

enum class CompilerAction {
    inform,  // the compiler prints something and makes nothing we change: -E, --version, no inputs...
    compile, // -c
    link
};

/// Inquiries about the wrapper itself: -show, -showme:compile...
enum class Show {
    nothing,
    all,
    compile_command,
    compile,
    link,
    command,
    include_folders,
    library_folders,
    libraries,
    version
};

struct CompilerArguments {
    std::vector<std::string> arguments; // response files expanded, our own options taken out
    std::vector<CompilerInput> inputs;
    CompilerAction action = CompilerAction::link;
    Show show = Show::nothing;
    std::optional<std::string> output; // of -o
    bool shared = false;               // -shared or -r: no executable
    bool writes_dependences = false;   // -MD or -MMD
    bool names_dependences = false;    // -MF
    std::string compiler;              // of MPICH's -cc=, -cxx=, -fc=; or empty
    std::string machine = "host";      // of --machine
    SelectionWishes selection;         // --topology, --reproducible, --tuning
    std::string cover;                 // of --cover: what the library has besides
    std::string ranks;                 // --ranks: fibers, threads; empty: what the program's calls need
    bool checked = false;              // --checked, or SARTOR_CHECKED: messages carry what their data are
    bool checks_calls_alone = false;   // --checked=calls: loads and stores are not seen
    bool for_library = false;          // -fPIC, -flto: it may become part of one, or is compiled at the link
    bool observed = false;             // --observed: runs can be traced and profiled as they are
    std::vector<std::string> instruction_set; // -march=, -mtune=, -mavx2...
    std::string optimization = "-O0";         // the last option -O...; none is as -O0

    /// Whether sources are compiled so that their loads and stores are seen.
    bool sees_accesses() const { return checked && !checks_calls_alone && !for_library && !shared; }
};

/// Expands response files and takes our own options out.
/// Errors: throws Error for what cannot work: -static, an option of ours without its value.
CompilerArguments parse_compiler_arguments(const std::vector<std::string>& arguments);

/// The same arguments for one source only: without the other inputs, -c, -o and its value, and what only the
/// linker reads.
std::vector<std::string> arguments_for_source(const CompilerArguments& parsed, const CompilerInput& input);

/// Those for a pass that only preprocesses: without options that write other files.
std::vector<std::string> without_side_outputs(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
