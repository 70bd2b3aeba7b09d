// Links with GNU ld; the sizes of the layers are read from its map.
#include "configurator/link/executable.hpp"

#include "configurator/elf/edit.hpp"
#include "configurator/elf/object_writer.hpp"
#include "configurator/link/chip_threads.hpp"
#include "configurator/link/containers.hpp"
#include "configurator/link/runtime_names.hpp"
#include "configurator/link/sizes.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/steps.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t has_writable_data = 1;
constexpr std::uint32_t starts_threads = 2;
constexpr std::uint32_t only_main_calls = 4; // starts them, and only a rank's main thread calls MPI
constexpr std::uint32_t uses_openmp = 8;     // GCC's
constexpr std::size_t image_alignment = 64;

// The options of the user's command line that are about executables. All others were used for the image.
constexpr std::array for_executable = {"m"sv,
                                       "hash-style"sv,
                                       "build-id"sv,
                                       "eh-frame-hdr"sv,
                                       "dynamic-linker"sv,
                                       "I"sv,
                                       "L"sv,
                                       "library-path"sv,
                                       "rpath"sv,
                                       "R"sv,
                                       "rpath-link"sv,
                                       "z"sv,
                                       "sysroot"sv,
                                       "enable-new-dtags"sv,
                                       "disable-new-dtags"sv,
                                       "s"sv,
                                       "strip-all"sv};

std::string gnu_linker() {
    if (const auto path = find_tool_of_compiler("ld.bfd")) return path->string();
    fail("GNU ld (ld.bfd) is not in PATH; install binutils");
}

bool is_of_gomp(const std::string& starter) {
    return starter.starts_with("GOMP_");
}

// In a program that never names MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE. Threads of LLVM's OpenMP and of
// TBB keep what they know of the main one in its thread's own data.
bool only_main_thread_calls(const Facts& facts, const Needs& needs) {
    return !needs.features.contains(feature::thread_callers) &&
           std::ranges::none_of(facts.threads, [](const auto& starter) {
               return starter.first.starts_with("__kmpc") || starter.first.starts_with("_ZN3tbb");
           });
}

bool has_openmp(const Facts& facts) {
    return std::ranges::any_of(facts.threads, [](const auto& starter) { return is_of_gomp(starter.first); });
}

// On emulated machines OpenMP is the machine's, whose threads are none of the system's.
std::uint32_t flags_of(const Facts& facts, const Needs& needs, bool emulated) {
    std::uint32_t flags = facts.writable_bytes != 0 ? has_writable_data : 0;
    if (!emulated && ranks_are_threads(facts))
        return flags | starts_threads | (has_openmp(facts) ? uses_openmp : 0);
    if (facts.threads.empty()) return flags;
    flags |= starts_threads;
    if (only_main_thread_calls(facts, needs)) flags |= only_main_calls;
    if (has_openmp(facts) && !emulated) flags |= uses_openmp;
    return flags;
}

// name: "image", and the name of its symbols in the process runtime.
void write_image_object(const std::string& object, const std::string& name, const std::string& image_path,
                        const Facts& facts, const ExecutableParts& parts, const std::string& carried) {
    const MappedFile image(image_path);
    const std::uint32_t flags = flags_of(facts, parts.needs, parts.emulated);
    const std::size_t size = image.bytes().size();
    std::vector<ObjectSection> sections = {
        {".sartor." + name, image.bytes(), image_alignment, true},
        {".rodata.sartor_" + name + "_flags", std::as_bytes(std::span(&flags, 1)), sizeof flags, true}};
    if (!carried.empty()) sections.push_back({std::string(facts_section), as_bytes(carried), 1, false});
    write_file(object, make_object(sections, {{"sartor_" + name + "_begin", 0, 0, size},
                                              {"sartor_" + name + "_end", 0, size, 0},
                                              {"sartor_" + name + "_flags", 1, 0, sizeof flags}}));
}

// Programs that share MPI_COMM_WORLD are stored one after the other in one section, each behind its size and
// flags (runtime/programs.cpp reads them).
void write_program_object(const std::string& object, const FurtherImage& program, const Needs& needs) {
    const MappedFile image(program.path);
    const std::uint64_t size = image.bytes().size();
    const std::uint32_t flags = flags_of(program.facts, needs, false);
    std::vector<std::byte> bytes((size + 2 * image_alignment - 1) / image_alignment * image_alignment);
    std::memcpy(bytes.data(), &size, sizeof size);
    std::memcpy(bytes.data() + sizeof size, &flags, sizeof flags);
    std::ranges::copy(image.bytes(), bytes.begin() + image_alignment);
    write_file(object, make_object({{"sartor_programs", bytes, image_alignment, true}}, {}));
}

std::vector<std::string> write_image_objects(const ExecutableParts& parts, const TemporaryFolder& folder) {
    std::vector<std::string> objects = {(folder / "image.o").string()};
    write_image_object(objects.front(), "image", parts.image_path, parts.program.facts, parts, parts.facts);
    if (parts.guest != nullptr) {
        objects.push_back((folder / "second_image.o").string());
        write_image_object(objects.back(), "second_image", parts.guest->path, parts.guest->facts, parts, "");
    }
    if (parts.others == nullptr) return objects;
    for (const FurtherImage& program : *parts.others) {
        objects.push_back((folder / fmt::format("program_{}.o", objects.size())).string());
        write_program_object(objects.back(), program, parts.needs);
    }
    return objects;
}

// What the image and shared libraries look for in the executable.
std::string write_dynamic_list(const ExecutableParts& parts, const std::vector<std::string>& exports,
                               const TemporaryFolder& folder) {
    std::string text = "{\n";
    for (const std::string& name : exports) text += "  " + name + ";\n";
    for (const NeededFunction& function : parts.needs.functions)
        text += fmt::format("  P{0};\n  {0};\n", function.name());
    const std::string path = (folder / "exports.list").string();
    write_file(path, text + "};\n");
    return path;
}

void append_start_files(Command& command, const LinkerArguments& arguments, bool at_start) {
    for (const LinkerArgument& argument : arguments.arguments) {
        const auto file = position_independent_start_file(argument.text);
        if (!argument.is_input() || !file) continue;
        const bool ends = file->ends_with("crtendS.o") || file->ends_with("crtn.o");
        if (ends != at_start) command.push_back(*file);
    }
}

void append_options(Command& command, const LinkerArguments& arguments) {
    for (const LinkerArgument& argument : arguments.arguments)
        if (std::ranges::find(for_executable, argument.option()) != for_executable.end())
            append(command, argument);
}

void check_start_files(const LinkerArguments& arguments) {
    const bool starts = std::ranges::any_of(arguments.arguments, [](const LinkerArgument& argument) {
        return argument.is_input() &&
               position_independent_start_file(argument.text).value_or("").ends_with("Scrt1.o");
    });
    if (!starts)
        fail("the program is linked without the compiler's start files; leave -nostartfiles and -nostdlib "
             "out");
}

Command executable_command(const ExecutableParts& parts, const TemporaryFolder& folder,
                           const std::string& output) {
    const Installation& own = Installation::own();
    const std::vector<std::string> exports = exports_of(parts);
    Command command = {gnu_linker(),
                       "-pie",
                       "--gc-sections",
                       "-o",
                       output,
                       "-Map=" + (folder / "map").string(),
                       "--dynamic-list=" + write_dynamic_list(parts, exports, folder)};
    append_options(command, parts.arguments);
    append_start_files(command, parts.arguments, true);
    for (const std::string& name : exports) command.insert(command.end(), {"-u", name});
    if (parts.emulated && std::ranges::any_of(exports, is_of_gomp))
        for (const std::string_view name : openmp_symbols)
            command.insert(command.end(), {"-u", std::string(name)});
    if (!parts.emulated && parts.any_image([](const Facts& facts) { return has_openmp(facts); }))
        command.insert(command.end(), {"-u", "sartor_find_openmp"});
    if (parts.any_image([&](const Facts& facts) {
            return (!facts.threads.empty() && !only_main_thread_calls(facts, parts.needs)) ||
                   (!parts.emulated && ranks_are_threads(facts));
        }))
        command.insert(command.end(), {"-u", "sartor_sleep_among_threads"});
    // What finds and copies libraries is left out otherwise.
    if (parts.has_own_libraries()) command.insert(command.end(), {"-u", "sartor_open_private_libraries"});
    if (parts.others != nullptr) command.insert(command.end(), {"-u", "sartor_open_programs"});
    if (parts.fabric) command.insert(command.end(), {"-u", "sartor_join_peers"});
    for (std::string& object : write_image_objects(parts, folder)) command.push_back(std::move(object));
    command.insert(command.end(),
                   {(folder / "cut.o").string(), own.library(std::string(common_library)).string()});
    if (parts.emulated) command.push_back(own.optional_library("libsartor_manycore.a"));
    if (parts.fabric) command.push_back(own.optional_library("libsartor_fabric.a"));
    if (parts.notes_blocks()) command.push_back(own.library("libsartor_heap.a").string());
    command.insert(command.end(), {own.library("libsartor_process.a").string(),
                                   own.library("libboost_context.a").string(), "--no-as-needed"});
    command.insert(command.end(), parts.program.shared_libraries.begin(),
                   parts.program.shared_libraries.end());
    command.insert(command.end(), {"--as-needed", "-lc", "-lgcc", "-lgcc_s", "-lc", "-lgcc"});
    append_start_files(command, parts.arguments, false);
    return command;
}

std::filesystem::perms executable_permissions() {
    const mode_t mask = umask(0);
    umask(mask);
    return static_cast<std::filesystem::perms>(0777 & ~mask);
}

// A device (-o /dev/null) must not be replaced by a file.
void write_output(const std::string& path, Bytes contents) {
    std::error_code none;
    const auto status = std::filesystem::status(path, none);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        write_file(path, contents);
    else
        replace_file(path, contents, executable_permissions());
}

AddedSection sizes_of(const std::string& linked, const ExecutableParts& parts,
                      const TemporaryFolder& folder) {
    const MappedFile file(linked);
    const Sizes sizes =
        measure(read_text(folder / "map"), as_bytes(parts.cut), (folder / "cut.o").string(), file.bytes());
    return {std::string(sizes_section), nlohmann::json(sizes).dump(), false};
}

bool is_for_executable(const LinkerArgument& argument) {
    if (argument.is_input()) return position_independent_start_file(argument.text).has_value();
    return std::ranges::find(for_executable, argument.option()) != for_executable.end();
}

} // namespace

std::vector<std::string> executable_arguments(const LinkerArguments& arguments) {
    std::vector<std::string> words;
    for (const LinkerArgument& argument : arguments.arguments)
        if (is_for_executable(argument)) append(words, argument);
    return words;
}

void link_executable(const ExecutableParts& parts, const TemporaryFolder& folder) {
    const Step step("link the executable");
    check_start_files(parts.arguments);
    write_file(folder / "cut.o", parts.cut);
    const std::string linked = (folder / "executable").string();
    if (!run(executable_command(parts, folder, linked), {Output::inherit, Output::inherit, true}).succeeded())
        fail("the executable does not link (the linker's messages are above)");
    const AddedSection sizes = sizes_of(linked, parts, folder);
    const MappedFile file(linked);
    write_output(parts.arguments.output, with_sections(file.bytes(), linked, {sizes}));
}

} // namespace sartor::configurator
