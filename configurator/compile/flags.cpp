// The wrappers' flags, in one place.
#include "configurator/compile/flags.hpp"

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/installation.hpp"
#include "runtime/architecture/compiler.hpp"

namespace sartor::configurator {

namespace {

bool is_flang(const std::string& compiler) {
    return fortran_family(compiler) == "flang";
}

// mpif.h has no interfaces: calls of one procedure with buffers of several types are no error. Crashes are
// reported by Sartor, with the rank, and not by Fortran's runtime library.
void append_language_flags(std::vector<std::string>& flags) {
    flags.insert(flags.end(), {"-fallow-argument-mismatch", "-fno-backtrace"});
}

} // namespace

// The image's symbols are its own: the compiler may inline global functions as in an executable.
std::vector<std::string> code_flags(const std::string& compiler) {
    if (is_flang(compiler)) return {"-fPIC"};
    std::vector<std::string> flags = {"-fPIC", "-fno-semantic-interposition", "-fno-plt"};
    if (is_gcc(compiler)) flags.push_back("-fno-gnu-unique");
    return flags;
}

// A frame that is larger than a page touches each of its pages: one that is larger than what is left of the
// stack must meet the guard region, and not another rank's memory. flang has no options for any of it.
std::vector<std::string> default_flags(InputKind kind) {
    if (kind == InputKind::fortran && is_flang(compiler_for(Language::fortran))) return {};
    std::vector<std::string> flags = {"-ffunction-sections", "-fdata-sections", "-fstack-clash-protection"};
    if (kind == InputKind::fortran) append_language_flags(flags);
    return flags;
}

// It defines a macro by which programs would know it; not in Fortran.
std::vector<std::string> flags_for_accesses(const std::string& compiler, InputKind kind) {
    if (is_flang(compiler) || (kind != InputKind::source && kind != InputKind::fortran)) return {};
    std::vector<std::string> flags = {"-fsanitize=thread"};
    if (!is_gcc(compiler)) {
        for (const char* flag : {"-instrument-func-entry-exit=0", "-distinguish-volatile=1"})
            flags.insert(flags.end(), {"-mllvm", std::string("-tsan") + flag});
        return flags;
    }
    if (kind == InputKind::source) {
        flags.push_back("-U__SANITIZE_THREAD__");
        for (const char* name : {"memcpy", "memmove", "memset", "memcmp", "mempcpy", "strcpy", "strncpy",
                                 "stpcpy", "strcat", "strncat"})
            flags.push_back(std::string("-fno-builtin-") + name);
    }
    flags.insert(flags.end(),
                 {"--param=tsan-instrument-func-entry-exit=0", "--param=tsan-distinguish-volatile=1",
                  // these are called, too, where they would be instructions that nobody sees
                  "--param=builtin-string-cmp-inline-length=0"});
    for (const char* option : architecture::Compiler::calls_for_copies) flags.emplace_back(option);
    return flags;
}

std::vector<std::string> include_flags(Language language) {
    const Installation& own = Installation::own();
    std::vector<std::string> flags = {"-I" + own.include().string()};
    if (language == Language::fortran)
        flags.push_back("-I" + own.fortran_modules(fortran_family(compiler_for(language))).string());
    return flags;
}

// flang has no -B.
std::string linker_flag(const std::string& compiler) {
    const std::string folder = Installation::own().linkers().string();
    return is_flang(compiler) ? "-fuse-ld=" + folder + "/ld" : "-B" + folder + "/";
}

std::string flag_for_cmake() {
    return "-fdebug-prefix-map=/sartor-none=/sartor-none\\;-fPIC";
}

std::vector<std::string> shown_compile_flags(Language language) {
    std::vector<std::string> flags = include_flags(language);
    flags.push_back("-fPIC");
    if (is_flang(compiler_for(language))) return flags;
    flags.push_back(flag_for_cmake());
    if (language == Language::fortran) append_language_flags(flags);
    return flags;
}

std::vector<std::string> shown_link_flags(Language language) {
    const Installation& own = Installation::own();
    return {linker_flag(compiler_for(language)),
            "-Wl,-plugin," + own.library(std::string(own_plugin)).string(), "-L" + own.library("").string(),
            "-lsartor_mpi"};
}

} // namespace sartor::configurator
