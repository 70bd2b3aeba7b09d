// Tells options, their separate values and inputs apart, by the rules GCC and Clang share.
#include "configurator/command_line/compiler_arguments.hpp"

#include "configurator/command_line/response_files.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::array with_separate_value = {"-o"sv,
                                            "-I"sv,
                                            "-D"sv,
                                            "-U"sv,
                                            "-include"sv,
                                            "-imacros"sv,
                                            "-x"sv,
                                            "-L"sv,
                                            "-l"sv,
                                            "-MF"sv,
                                            "-MT"sv,
                                            "-MQ"sv,
                                            "-MJ"sv,
                                            "-isystem"sv,
                                            "-iquote"sv,
                                            "-idirafter"sv,
                                            "-iprefix"sv,
                                            "-iwithprefix"sv,
                                            "-iwithprefixbefore"sv,
                                            "-isysroot"sv,
                                            "-imultilib"sv,
                                            "-include-pch"sv,
                                            "-Xlinker"sv,
                                            "-Xpreprocessor"sv,
                                            "-Xassembler"sv,
                                            "-Xclang"sv,
                                            "-mllvm"sv,
                                            "-T"sv,
                                            "-u"sv,
                                            "-z"sv,
                                            "-e"sv,
                                            "-A"sv,
                                            "-B"sv,
                                            "-G"sv,
                                            "--param"sv,
                                            "-aux-info"sv,
                                            "-target"sv,
                                            "-arch"sv,
                                            "-dumpbase"sv,
                                            "-dumpbase-ext"sv,
                                            "-dumpdir"sv,
                                            "-wrapper"sv,
                                            "-framework"sv,
                                            "-rpath"sv,
                                            "-working-directory"sv,
                                            "-gcc-toolchain"sv};

constexpr std::array informing = {"-E"sv,
                                  "-S"sv,
                                  "-M"sv,
                                  "-MM"sv,
                                  "-fsyntax-only"sv,
                                  "--version"sv,
                                  "-dumpversion"sv,
                                  "-dumpfullversion"sv,
                                  "-dumpmachine"sv,
                                  "-dumpspecs"sv,
                                  "-###"sv,
                                  "--target-help"sv,
                                  "-fpreprocessed"sv,
                                  "--analyze"sv,
                                  "-emit-llvm"sv,
                                  "--preprocess"sv,
                                  "--assemble"sv};
constexpr std::array informing_prefixes = {"-print-"sv, "--print-"sv, "--help"sv, "--info-"sv};

constexpr std::array source_suffixes = {".c"sv,   ".cc"sv, ".cp"sv, ".cxx"sv, ".cpp"sv, ".CPP"sv,
                                        ".c++"sv, ".C"sv,  ".m"sv,  ".mm"sv,  ".M"sv,   ".cu"sv};
constexpr std::array other_suffixes = {".s"sv,   ".S"sv,   ".sx"sv,  ".i"sv, ".ii"sv,  ".mi"sv,  ".mii"sv,
                                       ".f"sv,   ".for"sv, ".f90"sv, ".F"sv, ".F90"sv, ".f95"sv, ".f03"sv,
                                       ".f08"sv, ".ll"sv,  ".bc"sv,  ".d"sv, ".go"sv,  ".adb"sv};
constexpr std::array header_suffixes = {".h"sv,   ".hh"sv,  ".hpp"sv, ".H"sv,  ".hp"sv,
                                        ".hxx"sv, ".h++"sv, ".HPP"sv, ".tcc"sv};
constexpr std::array source_languages = {"c"sv, "c++"sv, "objective-c"sv, "objective-c++"sv};

template <std::size_t Size>
bool one_of(const std::array<std::string_view, Size>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

bool informs(std::string_view argument) {
    return one_of(informing, argument) ||
           std::ranges::any_of(informing_prefixes,
                               [&](std::string_view prefix) { return argument.starts_with(prefix); });
}

InputKind kind_by_language(std::string_view language) {
    if (one_of(source_languages, language)) return InputKind::source;
    return language.ends_with("-header") ? InputKind::header : InputKind::other_source;
}

InputKind kind_of(const std::string& path, const std::string& language) {
    if (path == "-") return InputKind::other_source;
    if (!language.empty()) return kind_by_language(language);
    const std::string suffix = std::filesystem::path(path).extension().string();
    if (one_of(source_suffixes, suffix)) return InputKind::source;
    if (one_of(other_suffixes, suffix)) return InputKind::other_source;
    return one_of(header_suffixes, suffix) ? InputKind::header : InputKind::linked;
}

// Clang complains about these when it only compiles.
bool for_linker(std::string_view argument) {
    constexpr std::array prefixes = {"-l"sv,        "-L"sv,          "-Wl,"sv,     "-fuse-ld="sv,
                                     "-rdynamic"sv, "-static-lib"sv, "-nostart"sv, "-nodefaultlibs"sv,
                                     "-nostdlib"sv, "-nolibc"sv,     "-T"sv};
    constexpr std::array options = {"-Xlinker"sv, "-s"sv, "-shared"sv, "-pie"sv, "-no-pie"sv,
                                    "-u"sv,       "-z"sv, "-e"sv,      "-r"sv,   "-rpath"sv};
    return one_of(options, argument) || std::ranges::any_of(prefixes, [&](std::string_view prefix) {
               return argument.starts_with(prefix);
           });
}

class Parser {
  public:
    explicit Parser(std::vector<std::string> arguments) : given_(std::move(arguments)) {}

    CompilerArguments parse() {
        for (place_ = 0; place_ < given_.size(); ++place_) read(given_[place_]);
        if (parsed_.inputs.empty() || informed_ || precompiles()) parsed_.action = CompilerAction::inform;
        if (parsed_.action == CompilerAction::link && static_ && !parsed_.shared)
            refuse("-static: ranks are loaded by the system's dynamic loader; link without -static or "
                   "-static-pie");
        return std::move(parsed_);
    }

  private:
    void read(const std::string& argument) {
        if (argument == "--checked") {
            parsed_.checked = true;
            return;
        }
        if (argument == "--incomplete") {
            parsed_.incomplete = true;
            return;
        }
        if (argument == "--reproducible") {
            parsed_.selection.reproducible = true;
            return;
        }
        if (is_option(argument, "--machine")) {
            parsed_.machine =
                value_of(argument, "a name or a file must follow; sartor machines lists the names");
            return;
        }
        if (is_option(argument, "--topology"))
            return parsed_.selection.topologies.push_back(
                value_of(argument, "COLLECTIVE=NAME must follow, such as bcast=linear"));
        if (is_option(argument, "--tuning")) {
            parsed_.selection.tuning = value_of(argument, "a file that sartor tune wrote must follow");
            return;
        }
        if (argument.starts_with("-show")) return read_show(argument);
        note_option(argument);
        parsed_.arguments.push_back(argument);
        if (argument == "-" || !argument.starts_with('-')) return add_input(argument);
        if (one_of(with_separate_value, argument) && place_ + 1 < given_.size())
            read_value(argument);
        else if (argument.starts_with("-x"))
            set_language(argument.substr(2));
        else if (argument.starts_with("-o"))
            parsed_.output = argument.substr(2);
    }

    static bool is_option(const std::string& argument, const std::string& name) {
        return argument == name || argument.starts_with(name + "=");
    }

    // Of an option of sartor's own: behind its first = or in the next argument.
    std::string value_of(const std::string& argument, const char* expected) {
        const std::size_t equals = argument.find('=');
        if (equals != std::string::npos) return argument.substr(equals + 1);
        if (place_ + 1 == given_.size()) refuse("{}: {}", argument, expected);
        return given_[++place_];
    }

    void read_show(const std::string& argument) {
        if (argument == "-show" || argument == "-showme")
            parsed_.show = Show::all;
        else if (argument == "-showme:compile" || argument == "-show-compile")
            parsed_.show = Show::compile;
        else if (argument == "-showme:link" || argument == "-show-link")
            parsed_.show = Show::link;
        else
            refuse("{}: not known; there are -show, -showme, -showme:compile and -showme:link", argument);
    }

    void read_value(const std::string& option) {
        const std::string& value = given_[++place_];
        parsed_.arguments.push_back(value);
        if (option == "-o") parsed_.output = value;
        if (option == "-x") set_language(value);
        if (option == "-MF") parsed_.names_dependences = true;
    }

    void note_option(const std::string& argument) {
        if (informs(argument)) informed_ = true;
        if (argument == "-c" || argument == "--compile") parsed_.action = CompilerAction::compile;
        if (argument == "-shared" || argument == "--shared" || argument == "-r") parsed_.shared = true;
        if (argument == "-static" || argument == "--static" || argument == "-static-pie") static_ = true;
        if (argument == "-MD" || argument == "-MMD") parsed_.writes_dependences = true;
        if (argument.starts_with("-MF") && argument.size() > 3) parsed_.names_dependences = true;
        if (selects_instruction_set(argument)) parsed_.instruction_set.push_back(argument);
    }

    void set_language(std::string language) {
        language_ = language == "none" ? std::string() : std::move(language);
    }

    void add_input(const std::string& argument) {
        parsed_.inputs.push_back({parsed_.arguments.size() - 1, kind_of(argument, language_), language_});
    }

    bool precompiles() const {
        return std::ranges::any_of(
            parsed_.inputs, [](const CompilerInput& input) { return input.kind == InputKind::header; });
    }

    std::vector<std::string> given_;
    CompilerArguments parsed_;
    std::string language_;
    std::size_t place_ = 0;
    bool informed_ = false;
    bool static_ = false;
};

} // namespace

CompilerArguments parse_compiler_arguments(const std::vector<std::string>& arguments) {
    return Parser(expand_response_files(arguments)).parse();
}

std::vector<std::string> arguments_for_source(const CompilerArguments& parsed, const CompilerInput& input) {
    std::vector<std::string> kept;
    for (std::size_t index = 0; index < parsed.arguments.size(); ++index) {
        const std::string& argument = parsed.arguments[index];
        const bool other_input = std::ranges::any_of(parsed.inputs, [&](const CompilerInput& one) {
            return one.index == index && index != input.index;
        });
        const bool valued = one_of(with_separate_value, argument) && index + 1 < parsed.arguments.size();
        const bool dropped = other_input || argument == "-c" || argument == "--compile" ||
                             argument.starts_with("-o") || for_linker(argument);
        if (!dropped) kept.push_back(argument);
        if (!valued) continue;
        ++index;
        if (!dropped) kept.push_back(parsed.arguments[index]);
    }
    return kept;
}

std::vector<std::string> without_side_outputs(const std::vector<std::string>& arguments) {
    std::vector<std::string> kept;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        const bool dependences =
            argument == "-MD" || argument == "-MMD" || argument == "-MP" || argument == "-MG";
        const bool valued = argument == "-MF" || argument == "-MT" || argument == "-MQ" ||
                            argument == "-MJ" || argument == "-aux-info";
        const bool joined = argument.starts_with("-MF") || argument.starts_with("-MT") ||
                            argument.starts_with("-MQ") || argument.starts_with("-save-temps") ||
                            argument.starts_with("-Wp,-M") || argument.starts_with("-fdump-") ||
                            argument.starts_with("-ftime-trace");
        if (valued)
            ++index;
        else if (one_of(with_separate_value, argument) && index + 1 < arguments.size()) {
            kept.push_back(argument);
            kept.push_back(arguments[++index]);
        } else if (!dependences && !joined)
            kept.push_back(argument);
    }
    return kept;
}

bool selects_instruction_set(const std::string& argument) {
    constexpr std::array prefixes = {"-march="sv, "-mtune="sv, "-mavx"sv, "-msse"sv, "-mfma"sv, "-mbmi"sv};
    return std::ranges::any_of(prefixes,
                               [&](std::string_view prefix) { return argument.starts_with(prefix); });
}

} // namespace sartor::configurator
