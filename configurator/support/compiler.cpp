// Which compiler, and whether it is GCC: by the program's name, or by the output of --version.
#include "configurator/support/compiler.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/process.hpp"

#include <filesystem>

namespace sartor::configurator {

namespace {

std::string name_behind_links(const std::string& compiler) {
    std::error_code none;
    const std::filesystem::path path = std::filesystem::canonical(compiler, none);
    return (none ? std::filesystem::path(compiler) : path).filename().string();
}

} // namespace

std::string compiler_for(Language language) {
    if (language == Language::c) return environment("SARTOR_CC").value_or(SARTOR_DEFAULT_CC);
    if (language == Language::fortran) return environment("SARTOR_FC").value_or(SARTOR_DEFAULT_FC);
    return environment("SARTOR_CXX").value_or(SARTOR_DEFAULT_CXX);
}

std::string fortran_family(const std::string& compiler) {
    return name_behind_links(compiler).find("flang") != std::string::npos ? "flang" : "gnu";
}

bool is_gcc(const std::string& compiler) {
    const std::string name = name_behind_links(compiler);
    if (name.find("clang") != std::string::npos || name.find("flang") != std::string::npos) return false;
    if (name.find("gcc") != std::string::npos || name.find("g++") != std::string::npos ||
        name.find("gfortran") != std::string::npos)
        return true;
    const Result version = run({compiler, "--version"}, {Output::capture, Output::capture, true});
    return version.succeeded() && version.standard_output.find("clang") == std::string::npos;
}

} // namespace sartor::configurator
