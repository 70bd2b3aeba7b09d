// The executable: the image as data, the cut, and the process runtime.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/program_facts.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/needs.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// An image besides the program's.
struct FurtherImage {
    std::string path;
    Facts facts;
};

struct ExecutableParts {
    const LinkerArguments& arguments;
    const Program& program;
    const Needs& needs;
    const std::string& image_path;
    const std::string& cut;               // the cut's object
    const std::set<std::string>& exports; // of the process runtime
    const std::string& facts;             // JSON
    bool emulated = false;                // for a manycore
    bool fabric = false;                  // for several processes
    const FurtherImage* guest = nullptr;  // that the last rank runs
    const std::vector<FurtherImage>* others =
        nullptr; // in the world of the program; null: there is one program
};

/// The words of a linker's command line that are for the executable, and its start files: enough to link it
/// again.
std::vector<std::string> executable_arguments(const LinkerArguments& arguments);

/// Writes the file that the linker's arguments name.
/// Errors: throws Error after the linker's own messages.
void link_executable(const ExecutableParts& parts, const TemporaryFolder& folder);

/// exports: those of exports.txt. Whether an executable supplies a symbol that its image looks for.
bool is_part_of_runtime(std::string_view name, const std::set<std::string>& exports);

/// Errors: throws Error when the image calls <sartor/aos.h> and the machine has address spaces that share
/// nothing.
void refuse_one_sided(const std::string& image, const TargetMachine& target);

} // namespace sartor::configurator
