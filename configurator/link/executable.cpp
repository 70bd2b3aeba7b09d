// Links with GNU ld, whose map tells the sizes of the layers.
#include "configurator/link/executable.hpp"

#include "configurator/elf/edit.hpp"
#include "configurator/elf/object_writer.hpp"
#include "configurator/link/sizes.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/steps.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t has_writable_data = 1;
constexpr std::uint32_t starts_threads = 2;
constexpr std::size_t image_alignment = 64;

// What the person's command line says about executables as such. Everything else went to the image.
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
    if (const auto path = find_program("ld.bfd")) return path->string();
    fail("GNU ld (ld.bfd) is not in PATH; install binutils");
}

// name: "image", and what the process runtime knows it by.
void write_image_object(const std::string& object, const std::string& name, const std::string& image_path,
                        const Facts& facts, const std::string& carried) {
    const MappedFile image(image_path);
    const std::uint32_t flags =
        (facts.writable_bytes != 0 ? has_writable_data : 0) | (facts.threads.empty() ? 0 : starts_threads);
    const std::size_t size = image.bytes().size();
    std::vector<ObjectSection> sections = {
        {".sartor." + name, image.bytes(), image_alignment, true},
        {".rodata.sartor_" + name + "_flags", std::as_bytes(std::span(&flags, 1)), sizeof flags, true}};
    if (!carried.empty()) sections.push_back({std::string(facts_section), as_bytes(carried), 1, false});
    write_file(object, make_object(sections, {{"sartor_" + name + "_begin", 0, 0, size},
                                              {"sartor_" + name + "_end", 0, size, 0},
                                              {"sartor_" + name + "_flags", 1, 0, sizeof flags}}));
}

std::vector<std::string> write_image_objects(const ExecutableParts& parts, const TemporaryFolder& folder) {
    std::vector<std::string> objects = {(folder / "image.o").string()};
    write_image_object(objects.front(), "image", parts.image_path, parts.program.facts, parts.facts);
    if (parts.second == nullptr) return objects;
    objects.push_back((folder / "second_image.o").string());
    write_image_object(objects.back(), "second_image", parts.second->path, parts.second->facts, "");
    return objects;
}

// On an emulated machine memory is the cluster's: the functions of components/machine/manycore/malloc.cpp.
constexpr std::array allocation = {
    "malloc"sv,   "calloc"sv, "realloc"sv,       "reallocarray"sv,   "free"sv,
    "memalign"sv, "valloc"sv, "aligned_alloc"sv, "posix_memalign"sv, "malloc_usable_size"sv};

std::vector<std::string> exports_of(const ExecutableParts& parts) {
    std::vector<std::string> names(parts.exports.begin(), parts.exports.end());
    if (parts.emulated) names.insert(names.end(), allocation.begin(), allocation.end());
    return names;
}

// What the image and shared libraries look for in the executable.
std::string write_dynamic_list(const ExecutableParts& parts, const TemporaryFolder& folder) {
    std::string text = "{\n";
    for (const std::string& name : exports_of(parts)) text += "  " + name + ";\n";
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

// What finds and copies them is left out otherwise.
bool has_own_libraries(const ExecutableParts& parts) {
    return !parts.program.facts.own_libraries.empty() ||
           (parts.second != nullptr && !parts.second->facts.own_libraries.empty());
}

Command executable_command(const ExecutableParts& parts, const TemporaryFolder& folder,
                           const std::string& output) {
    const Installation& own = Installation::own();
    Command command = {gnu_linker(),
                       "-pie",
                       "--gc-sections",
                       "-o",
                       output,
                       "-Map=" + (folder / "map").string(),
                       "--dynamic-list=" + write_dynamic_list(parts, folder)};
    append_options(command, parts.arguments);
    append_start_files(command, parts.arguments, true);
    for (const std::string& name : exports_of(parts)) command.insert(command.end(), {"-u", name});
    if (has_own_libraries(parts)) command.insert(command.end(), {"-u", "sartor_open_private_libraries"});
    for (std::string& object : write_image_objects(parts, folder)) command.push_back(std::move(object));
    command.push_back((folder / "cut.o").string());
    if (parts.emulated) command.push_back(own.library("libsartor_manycore.a").string());
    command.insert(command.end(),
                   {own.library("libsartor_process.a").string(), SARTOR_BOOST_CONTEXT, "--no-as-needed"});
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

// A device (-o /dev/null) must stay one.
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

bool says_something(const LinkerArgument& argument) {
    if (argument.is_input()) return position_independent_start_file(argument.text).has_value();
    return std::ranges::find(for_executable, argument.option()) != for_executable.end();
}

} // namespace

std::vector<std::string> executable_arguments(const LinkerArguments& arguments) {
    std::vector<std::string> words;
    for (const LinkerArgument& argument : arguments.arguments)
        if (says_something(argument)) append(words, argument);
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
