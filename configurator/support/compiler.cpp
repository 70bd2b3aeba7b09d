// Which compiler, and whether it is GCC: by the program's name, or by the output of --version.
#include "configurator/support/compiler.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/process.hpp"

#include <filesystem>
#include <initializer_list>

namespace sartor::configurator {

namespace {

std::string name_behind_links(const std::string& compiler) {
    std::error_code none;
    const std::filesystem::path path = std::filesystem::canonical(compiler, none);
    return (none ? std::filesystem::path(compiler) : path).filename().string();
}

std::string first_of(std::initializer_list<const char*> variables, const char* otherwise) {
    for (const char* variable : variables)
        if (const auto value = environment(variable); value && !value->empty()) return *value;
    return otherwise;
}

} // namespace

const char* variable_of(Language language) {
    if (language == Language::c) return "SARTOR_CC";
    return language == Language::fortran ? "SARTOR_FC" : "SARTOR_CXX";
}

std::string compiler_for(Language language) {
    if (language == Language::c)
        return first_of({variable_of(language), "OMPI_CC", "MPICH_CC"}, SARTOR_DEFAULT_CC);
    if (language == Language::fortran)
        return first_of({variable_of(language), "OMPI_FC", "MPICH_FC", "MPICH_F90", "MPICH_F77"},
                        SARTOR_DEFAULT_FC);
    return first_of({variable_of(language), "OMPI_CXX", "MPICH_CXX"}, SARTOR_DEFAULT_CXX);
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
