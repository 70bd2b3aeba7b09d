// A program cut anew: its image and its facts are in the executable, so another MPI can be put around it.
#pragma once

#include "configurator/link/program_facts.hpp"
#include "configurator/rules/needs.hpp"
#include "configurator/selection/selection.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// What an executable carries of the way it was made.
struct Recipe {
    Program program;
    Needs needs;
    std::string machine;
    std::vector<std::string> instruction_set;
    std::vector<std::string> link; // see executable_arguments()
};

/// The text of the section with the facts.
std::string carried_facts(const Recipe& recipe);

/// The machine that a program was cut for, as it was named then.
std::string machine_of(const std::string& program);

/// An executable with the same program and other algorithms, on another machine; kept in the user's cache.
/// observed: names the option that wants to look on at the run; empty for none. io_program: the path of
/// another program made by sartor, which a rank of its own runs beside the others, or empty. Returns its
/// path. Errors: throws Error for a program whose facts don't tell how it was linked, and as selection_of()
/// does.
std::string cut_anew(const std::string& program, const SelectionWishes& wishes, const std::string& machine,
                     const std::string& observed = "", const std::string& io_program = "");

} // namespace sartor::configurator
