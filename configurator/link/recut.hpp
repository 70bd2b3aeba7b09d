// Rebuilding a program: its image and its facts are in the executable, so it can be linked with another cut.
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/link/program_facts.hpp"
#include "configurator/rules/needs.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// What an executable carries of the way it was made.
struct Recipe {
    Program program;
    Needs needs;
    std::string cover; // what its library has besides: rules/cover.hpp
    std::string machine;
    std::vector<std::string> instruction_set;
    std::vector<std::string> link; // see executable_arguments()
    std::string version;           // see version_of_library(); of programs that start others
};

/// The text of the section with the facts.
std::string carried_facts(const Recipe& recipe);

/// The machine that a program was cut for, as it was named then.
std::string machine_of(const std::string& program);

/// What programs that sartor made need of one MPI library.
Needs needs_of_programs(const std::vector<std::string>& programs);

/// The whole of MPI, the same for several programs that understand each other although each is linked by
/// itself: their messages have one form.
struct WholeMpi {
    bool checked = false; // as by sartor cc --checked
    Selection selection;  // of algorithms
};

/// For a program and others that it is to understand: what it was made with.
WholeMpi whole_for(const Needs& needs);
/// Whether it names MPI_Comm_spawn or MPI_Comm_spawn_multiple.
bool starts_others(const Needs& needs);
/// What the library of each is to have. needs: of its program, whose functions that shared libraries wrap
/// stay theirs.
Needs needs_of_whole(const Needs& needs, const WholeMpi& whole);

/// A name for the library that programs of several processes get, without what is cut: programs that start
/// others understand those of the same version.
std::string version_of_library();

/// What a run has to know of how a program was made.
struct HowMade {
    std::string machine;            // that it was cut for
    WholeMpi whole;                 // see whole_for()
    bool starts_others = false;     // in further processes
    std::string version;            // of its library, if it was linked so that it can start others; or empty
    bool survives_failures = false; // of ranks
    std::string window_function;    // one that makes windows, if it survives failures and has them; or empty
    std::string container = {};     // of its ranks, and why: link/containers.hpp
    std::string container_and_reason = {};
};
/// Errors: throws Error with exit code 2 for a program that sartor did not make.
HowMade how_made(const std::string& program);

/// Whether the file is an executable that carries facts.
bool is_made_by_sartor(const std::string& path);

/// What is to be different.
struct Anew {
    SelectionWishes wishes; // algorithms
    std::string machine;    // for which
    std::string observed;   // the option that wants to look on at the run, or empty
    std::string io_program; // the path of a program for a rank of its own beside the others, or empty
    std::vector<std::string> others;    // paths of programs that share the world with it
    bool together = false;              // ranks may run the others, or have arguments of their own
    bool scheduled = false;             // a schedule chooses
    bool tools = false;                 // with the tool interface, whatever the program names
    std::optional<WholeMpi> whole = {}; // instead of what the program needs
    bool faults = false;                // ranks fail at calls that are chosen
    std::string container = {};         // what ranks are: fibers, threads; empty: as it was
    std::string notice = {};            // for the user, the first time
};

/// An executable with the same program, kept in the user's cache. Returns its path.
/// Errors: throws Error for a program whose facts have no record of its link, and as selection_of() does.
std::string cut_anew(const std::string& program, const Anew& anew);

} // namespace sartor::configurator
