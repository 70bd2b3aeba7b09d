// The executable: the image as data, the cut, and the process runtime.
#pragma once

#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/program_facts.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/rules/needs.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <set>
#include <string>
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

    /// visit(path, facts): the program, and others in the same run.
    template <class Visit>
    void each_image(Visit visit) const {
        visit(image_path, program.facts);
        if (guest != nullptr) visit(guest->path, guest->facts);
        if (others == nullptr) return;
        for (const FurtherImage& other : *others) visit(other.path, other.facts);
    }
    /// holds(facts) of one of them.
    template <class Holds>
    [[nodiscard]] bool any_image(Holds holds) const {
        bool any = false;
        each_image([&](const std::string&, const Facts& image) { any = any || holds(image); });
        return any;
    }
    [[nodiscard]] bool has_own_libraries() const {
        return any_image([](const Facts& image) { return !image.own_libraries.empty(); });
    }
    /// The sizes of the program's blocks are known: runtime/known_memory/heap/heap_blocks.cpp.
    [[nodiscard]] bool notes_blocks() const { return !emulated && needs.features.contains(feature::checked); }
};

/// The words of a linker's command line that are for the executable, and its start files: enough to link it
/// again.
std::vector<std::string> executable_arguments(const LinkerArguments& arguments);

/// Writes the file that the linker's arguments name.
/// Errors: throws Error after the linker's own messages.
void link_executable(const ExecutableParts& parts, const TemporaryFolder& folder);

} // namespace sartor::configurator
