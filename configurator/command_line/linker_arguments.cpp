// GNU ld's command line, which gold, lld and mold share.
#include "configurator/command_line/linker_arguments.hpp"

#include "configurator/command_line/one_of.hpp"
#include "configurator/command_line/response_files.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// By their names without dashes; the value of each stands apart unless "=" is there.
constexpr std::array with_separate_value = {"o"sv,
                                            "output"sv,
                                            "m"sv,
                                            "dynamic-linker"sv,
                                            "I"sv,
                                            "plugin"sv,
                                            "plugin-opt"sv,
                                            "z"sv,
                                            "L"sv,
                                            "library-path"sv,
                                            "l"sv,
                                            "library"sv,
                                            "T"sv,
                                            "script"sv,
                                            "u"sv,
                                            "undefined"sv,
                                            "e"sv,
                                            "entry"sv,
                                            "h"sv,
                                            "soname"sv,
                                            "rpath"sv,
                                            "rpath-link"sv,
                                            "R"sv,
                                            "just-symbols"sv,
                                            "Map"sv,
                                            "y"sv,
                                            "trace-symbol"sv,
                                            "Y"sv,
                                            "version-script"sv,
                                            "dynamic-list"sv,
                                            "defsym"sv,
                                            "init"sv,
                                            "fini"sv,
                                            "F"sv,
                                            "filter"sv,
                                            "f"sv,
                                            "auxiliary"sv,
                                            "A"sv,
                                            "architecture"sv,
                                            "b"sv,
                                            "format"sv,
                                            "c"sv,
                                            "mri-script"sv,
                                            "G"sv,
                                            "gpsize"sv,
                                            "assert"sv,
                                            "Ttext"sv,
                                            "Tdata"sv,
                                            "Tbss"sv,
                                            "Ttext-segment"sv,
                                            "section-start"sv,
                                            "wrap"sv,
                                            "hash-style"sv,
                                            "retain-symbols-file"sv,
                                            "dT"sv,
                                            "default-script"sv,
                                            "export-dynamic-symbol"sv,
                                            "export-dynamic-symbol-list"sv,
                                            "a"sv,
                                            "oformat"sv};

// Whose value may follow without a space: -Ldir. No longer option with one dash begins with these.
constexpr std::string_view joined_options = "lLzo";

constexpr std::array first_start_files = {"crt1.o"sv,  "Scrt1.o"sv, "gcrt1.o"sv,
                                          "Mcrt1.o"sv, "rcrt1.o"sv, "grcrt1.o"sv};
constexpr std::array compilers_own = {
    "-lgcc"sv,       "-lgcc_s"sv,        "-lgcc_eh"sv,      "-lc"sv,          "-lm"sv,
    "-lstdc++"sv,    "-lpthread"sv,      "-lc++"sv,         "-lc++abi"sv,     "-lunwind"sv,
    "-lgomp"sv,      "-lomp"sv,          "-latomic"sv,      "--push-state"sv, "--pop-state"sv,
    "--as-needed"sv, "--no-as-needed"sv, "--start-group"sv, "--end-group"sv,  "-("sv,
    "-)"sv,          "-Bdynamic"sv,      "-Bstatic"sv};

std::string file_name(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

bool passes_on(const std::string& option) {
    constexpr std::array options = {
        "shared"sv,       "Bshareable"sv, "r"sv,    "relocatable"sv, "i"sv,
        "Ur"sv,           "version"sv,    "help"sv, "target-help"sv, "print-output-format"sv,
        "print-sysroot"sv};
    return one_of(options, option);
}

void note(LinkerArguments& parsed, const LinkerArgument& argument) {
    const std::string option = argument.option();
    if (passes_on(option)) parsed.action = LinkerAction::pass_on;
    if (option == "o" || option == "output") parsed.output = argument.option_value();
    if (option == "s" || option == "strip-all") parsed.strip_all = true;
    if (option == "M" || option == "print-map") parsed.prints_map = true;
    if (option == "t" || option == "trace") parsed.traces = true;
}

bool is_static(const LinkerArgument& argument) {
    return argument.text == "-static" || argument.text == "--static";
}

bool of_compilers_end(const LinkerArgument& argument) {
    if (one_of(compilers_own, argument.text)) return true;
    const std::string name = file_name(argument.text);
    return argument.is_input() && (name.starts_with("crtend") || name == "crtn.o" ||
                                   name.starts_with("crtoffload") || name.starts_with("libclang_rt."));
}

} // namespace

std::string LinkerArgument::option() const {
    if (text.size() < 2 || text.front() != '-') return "";
    const std::size_t start = text.starts_with("--") ? 2 : 1;
    const std::string name = text.substr(start, text.find('=') - start);
    if (name.empty() || one_of(with_separate_value, name)) return name.empty() ? "-" : name;
    const bool joined = start == 1 && joined_options.find(name.front()) != std::string_view::npos;
    return joined ? name.substr(0, 1) : name;
}

std::string LinkerArgument::option_value() const {
    if (value) return *value;
    const std::string name = option();
    const std::size_t equals = text.find('=');
    if (name.size() == 1 && !text.starts_with("--") && equals != 2) return text.substr(2);
    return equals == std::string::npos ? "" : text.substr(equals + 1);
}

LinkerArguments parse_linker_arguments(const std::vector<std::string>& arguments) {
    const std::vector<std::string> words = expand_response_files(arguments);
    LinkerArguments parsed;
    bool wants_static = false;
    for (std::size_t index = 0; index < words.size(); ++index) {
        LinkerArgument argument{words[index], std::nullopt};
        const bool valued = one_of(with_separate_value, argument.option()) && argument.option_value().empty();
        if (valued && index + 1 < words.size()) argument.value = words[++index];
        if (argument.option() == "plugin" && argument.option_value().ends_with(own_plugin)) continue;
        note(parsed, argument);
        wants_static = wants_static || is_static(argument);
        parsed.arguments.push_back(std::move(argument));
    }
    const bool wants_only_version =
        words.empty() || (words.size() == 1 && (words[0] == "-v" || words[0] == "-V"));
    if (wants_only_version) parsed.action = LinkerAction::pass_on;
    if (wants_static && parsed.action == LinkerAction::executable)
        refuse(
            "-static: ranks are loaded by the system's dynamic loader; link without -static or -static-pie");
    return parsed;
}

void append(std::vector<std::string>& words, const LinkerArgument& argument) {
    words.push_back(argument.text);
    if (argument.value) words.push_back(*argument.value);
}

std::optional<std::string> position_independent_start_file(const std::string& path) {
    const std::string name = file_name(path);
    const auto beside = [&](const char* other) {
        return (std::filesystem::path(path).parent_path() / other).string();
    };
    if (one_of(first_start_files, name)) return beside("Scrt1.o");
    if (name == "crti.o" || name == "crtn.o") return path;
    if (name == "crtbegin.o" || name == "crtbeginT.o" || name == "crtbeginS.o") return beside("crtbeginS.o");
    if (name == "crtend.o" || name == "crtendS.o") return beside("crtendS.o");
    return std::nullopt;
}

std::size_t compilers_own_end(const std::vector<LinkerArgument>& arguments) {
    std::size_t index = arguments.size();
    while (index > 0 && of_compilers_end(arguments[index - 1])) --index;
    return index;
}

} // namespace sartor::configurator
