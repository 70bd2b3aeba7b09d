// Lists of options and suffixes.
#include "configurator/command_line/compiler_options.hpp"

#include "configurator/command_line/one_of.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// clang-format off
constexpr std::array options_with_separate_value = {
    "-o"sv, "-I"sv, "-J"sv, "-D"sv, "-U"sv, "-include"sv, "-imacros"sv, "-x"sv, "-L"sv, "-l"sv, "-MF"sv,
    "-MT"sv, "-MQ"sv, "-MJ"sv, "-isystem"sv, "-iquote"sv, "-idirafter"sv, "-iprefix"sv,
    "-iwithprefix"sv, "-iwithprefixbefore"sv, "-isysroot"sv, "-imultilib"sv, "-include-pch"sv,
    "-Xlinker"sv, "-Xpreprocessor"sv, "-Xassembler"sv, "-Xclang"sv, "-mllvm"sv, "-T"sv, "-u"sv,
    "-z"sv, "-e"sv, "-A"sv, "-B"sv, "-G"sv, "--param"sv, "-aux-info"sv, "-target"sv, "-arch"sv,
    "-dumpbase"sv, "-dumpbase-ext"sv, "-dumpdir"sv, "-wrapper"sv, "-framework"sv, "-rpath"sv,
    "-working-directory"sv, "-gcc-toolchain"sv};

constexpr std::array informing = {
    "-E"sv, "-S"sv, "-M"sv, "-MM"sv, "-fsyntax-only"sv, "--version"sv, "-dumpversion"sv,
    "-dumpfullversion"sv, "-dumpmachine"sv, "-dumpspecs"sv, "-###"sv, "--target-help"sv,
    "-fpreprocessed"sv, "--analyze"sv, "-emit-llvm"sv, "--preprocess"sv, "--assemble"sv};
// clang-format on
constexpr std::array informing_prefixes = {"-print-"sv, "--print-"sv, "--help"sv, "--info-"sv};

constexpr std::array source_suffixes = {".c"sv,   ".cc"sv, ".cp"sv, ".cxx"sv, ".cpp"sv, ".CPP"sv,
                                        ".c++"sv, ".C"sv,  ".m"sv,  ".mm"sv,  ".M"sv,   ".cu"sv};
constexpr std::array other_suffixes = {".s"sv,   ".S"sv,  ".sx"sv, ".i"sv, ".ii"sv, ".mi"sv,
                                       ".mii"sv, ".ll"sv, ".bc"sv, ".d"sv, ".go"sv, ".adb"sv};
constexpr std::array fortran_suffixes = {".f"sv,   ".for"sv, ".ftn"sv, ".f90"sv, ".f95"sv, ".f03"sv,
                                         ".f08"sv, ".F"sv,   ".FOR"sv, ".FTN"sv, ".F90"sv, ".F95"sv,
                                         ".F03"sv, ".F08"sv, ".fpp"sv, ".FPP"sv};
constexpr std::array header_suffixes = {".h"sv,   ".hh"sv,  ".hpp"sv, ".H"sv,  ".hp"sv,
                                        ".hxx"sv, ".h++"sv, ".HPP"sv, ".tcc"sv};
constexpr std::array source_languages = {"c"sv, "c++"sv, "objective-c"sv, "objective-c++"sv};

bool starts_with_one_of(const auto& prefixes, std::string_view text) {
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

InputKind kind_by_language(std::string_view language) {
    if (one_of(source_languages, language)) return InputKind::source;
    if (language.starts_with("f77") || language.starts_with("f95")) return InputKind::fortran;
    return language.ends_with("-header") ? InputKind::header : InputKind::other_source;
}

} // namespace

bool takes_next_argument(std::string_view option) {
    return one_of(options_with_separate_value, option);
}

bool informs(std::string_view argument) {
    return one_of(informing, argument) || starts_with_one_of(informing_prefixes, argument);
}

bool is_for_linker(std::string_view argument) {
    constexpr std::array prefixes = {"-l"sv,        "-L"sv,          "-Wl,"sv,     "-fuse-ld="sv,
                                     "-rdynamic"sv, "-static-lib"sv, "-nostart"sv, "-nodefaultlibs"sv,
                                     "-nostdlib"sv, "-nolibc"sv,     "-T"sv};
    constexpr std::array options = {"-Xlinker"sv, "-s"sv, "-shared"sv, "-pie"sv, "-no-pie"sv,
                                    "-u"sv,       "-z"sv, "-e"sv,      "-r"sv,   "-rpath"sv};
    return one_of(options, argument) || starts_with_one_of(prefixes, argument);
}

bool selects_instruction_set(std::string_view argument) {
    constexpr std::array prefixes = {"-march="sv, "-mtune="sv, "-mavx"sv, "-msse"sv, "-mfma"sv, "-mbmi"sv};
    return starts_with_one_of(prefixes, argument);
}

std::vector<std::string> instruction_set_in(const std::string& options) {
    std::vector<std::string> found;
    std::istringstream words(options);
    for (std::string word; words >> word;) {
        std::erase(word, '\'');
        if (selects_instruction_set(word)) found.push_back(word);
    }
    return found;
}

InputKind kind_of_input(const std::string& path, const std::string& language) {
    if (path == "-") return InputKind::other_source;
    if (!language.empty()) return kind_by_language(language);
    const std::string suffix = std::filesystem::path(path).extension().string();
    if (one_of(source_suffixes, suffix)) return InputKind::source;
    if (one_of(fortran_suffixes, suffix)) return InputKind::fortran;
    if (one_of(other_suffixes, suffix)) return InputKind::other_source;
    return one_of(header_suffixes, suffix) ? InputKind::header : InputKind::linked;
}

} // namespace sartor::configurator
