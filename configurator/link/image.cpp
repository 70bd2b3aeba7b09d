// Turns the arguments for an executable into those for a shared object, and runs the real linker.
#include "configurator/link/image.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/executable.hpp"
#include "configurator/link/inputs.hpp"
#include "configurator/link/missing_symbols.hpp"
#include "configurator/link/own_operators.hpp"
#include "configurator/link/runtime_names.hpp"
#include "configurator/link/undefined.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/demangle.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/steps.hpp"
#include "runtime/architecture/elf.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/ranges.h>
#include <functional>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// Say what an executable is; an image is none.
constexpr std::array not_for_image = {"pie"sv,
                                      "pic-executable"sv,
                                      "no-pie"sv,
                                      "dynamic-linker"sv,
                                      "I"sv,
                                      "no-dynamic-linker"sv,
                                      "o"sv,
                                      "output"sv,
                                      "s"sv,
                                      "strip-all"sv,
                                      "export-dynamic"sv,
                                      "E"sv,
                                      "e"sv,
                                      "entry"sv,
                                      "dynamic-list"sv,
                                      "export-dynamic-symbol"sv,
                                      "version-script"sv,
                                      "t"sv,
                                      "trace"sv};

bool starts_executable(const LinkerArgument& argument) {
    const std::optional<std::string> file = position_independent_start_file(argument.text);
    return file && file->ends_with("Scrt1.o");
}

void append_for_image(std::vector<std::string>& words, const LinkerArgument& argument) {
    if (argument.is_input()) {
        if (starts_executable(argument)) return;
        words.push_back(position_independent_start_file(argument.text).value_or(argument.text));
        return;
    }
    if (std::ranges::find(not_for_image, argument.option()) == not_for_image.end()) append(words, argument);
}

// The program's own references are bound by -Bsymbolic all the same.
constexpr std::string_view all_symbols = "{ global: *; };\n";

std::string version_script_text(const Shown& shown) {
    std::string text = "{ global: sartor_image_*;\n";
    for (const std::string& name : shown.names) text += fmt::format("\"{}\";\n", name);
    return text + "local: *; };\n";
}

// Rust's objects are called *.rcgu.o. Its compiler makes position-independent code, except for thread-locals
// of a program's own crate.
std::string_view advice_for(const std::vector<std::string>& lines) {
    const bool of_rust = std::ranges::all_of(
        lines, [](const std::string& line) { return line.find(".rcgu.o") != std::string::npos; });
    return of_rust
               ? "rustc compiles thread_local! of a program's own crate for executables only; move it to a "
                 "library crate (src/lib.rs), or compile with -Z tls-model=global-dynamic (nightly)"
               : "compile with sartor cc or with -fPIC";
}

[[noreturn]] void explain_failure(const UsedFiles& used, const std::string& messages) {
    const std::vector<std::string> lines = explain_position_dependence(used, messages);
    if (lines.empty()) throw Error("the program does not link (the linker's messages are above)");
    fail("the program's code must be position-independent, since each rank has a copy of the program: {}\n  "
         "{}",
         advice_for(lines), fmt::join(lines, "\n  "));
}

// ld may be a link to gold, lld or mold.
bool is_linker(const std::string& path, const char* name) {
    std::error_code none;
    return std::filesystem::canonical(path, none).filename().string().find(name) != std::string::npos;
}

[[noreturn]] void refuse_missing(const std::vector<std::string>& missing, const std::string& who) {
    std::vector<std::string> lines;
    for (const std::string& symbol : missing) lines.push_back(demangled(symbol));
    fail("{} has undefined symbols that neither MPI nor the program's libraries define:\n  {}", who,
         fmt::join(lines, "\n  "));
}

// gold does not list what link-time optimization took: all objects given count as used, and it is
// unknown which members of archives do.
void add_untraced_inputs(UsedFiles& used, const LinkerArguments& arguments, const std::string& linker) {
    used.lists_archives = !(used.link_time_optimized && is_linker(linker, "gold"));
    for (const std::string& object : objects_among(arguments))
        if (std::ranges::find(used.objects, object) == used.objects.end()) used.objects.push_back(object);
}

// -rdynamic: the program and its plug-ins may look for any function by name.
bool shows_symbols(const LinkerArguments& arguments) {
    constexpr std::array options = {"-E"sv, "-export-dynamic"sv, "--export-dynamic"sv};
    return std::ranges::any_of(arguments.arguments, [&](const LinkerArgument& argument) {
        return std::ranges::find(options, argument.text) != options.end();
    });
}

// With -static-libstdc++ each image has that library and its streams for itself; the parts of C++ stand for
// those of the process.
bool has_own_cplusplus(const LinkerArguments& arguments) {
    bool is_static = false;
    for (const LinkerArgument& argument : arguments.arguments) {
        if (argument.text == "-Bstatic") is_static = true;
        if (argument.text == "-Bdynamic") is_static = false;
        if (is_static && argument.text == "-lstdc++") return true;
    }
    return false;
}

// From which a program's image takes what it calls.
void append_own_archives(std::vector<std::string>& words, const LinkerArguments& arguments) {
    const Installation& own = Installation::own();
    if (const std::string layer = own.fortran_layer(); !layer.empty()) words.push_back(layer);
    if (sees_accesses()) words.push_back(own.image_copies());
    if (have_symbol(arguments, "stdout")) words.push_back(own.image_output());
    if (!has_own_cplusplus(arguments)) words.push_back(own.image_cplusplus());
    words.push_back(own.image_parts());
}

} // namespace

std::vector<std::string> image_arguments(const LinkerArguments& arguments, const std::string& output,
                                         const std::string& version_script, bool reports_undefined,
                                         const Shown& shown) {
    std::vector<std::string> words = {"-shared", "-o", output};
    words.emplace_back(shows_symbols(arguments) ? "-Bsymbolic" : "--gc-sections");
    const std::size_t end = compilers_own_end(arguments.arguments);
    for (std::size_t index = 0; index < arguments.arguments.size(); ++index) {
        if (index == end) append_own_archives(words, arguments);
        if (arguments.arguments[index].text == "-lm")
            words.push_back(Installation::own().image_mathematics());
        append_for_image(words, arguments.arguments[index]);
    }
    words.insert(words.end(), {"-u", "main", "-u", "sartor_image_start", "--version-script=" + version_script,
                               "--trace", "--trace"});
    for (const std::string& name : shown.aliases)
        words.push_back(fmt::format("--defsym={}{}={}", name_for_libraries, name, name));
    if (reports_undefined) words.insert(words.end(), {"-z", "defs", "--warn-unresolved-symbols"});
    for (const char* option : architecture::ElfFiles::options_of_image) words.emplace_back(option);
    return words;
}

namespace {

// One run of the linker.
struct Attempt {
    Result result;
    UsedFiles used;
};

// further: words for the linker.
Attempt attempt(const std::string& linker, const LinkerArguments& arguments, const std::string& output,
                const Shown& shown, const std::vector<std::string>& further, const TemporaryFolder& folder) {
    const std::string version_script = (folder / "image.map").string();
    write_file(version_script,
               shows_symbols(arguments) ? std::string(all_symbols) : version_script_text(shown));
    Command command = {linker};
    for (std::string& word :
         image_arguments(arguments, output, version_script, !is_linker(linker, "mold"), shown))
        command.push_back(std::move(word));
    command.insert(command.end(), further.begin(), further.end());
    Attempt made{run(command, {Output::capture, Output::capture}), {}};
    made.used = parse_trace(made.result.standard_output);
    add_untraced_inputs(made.used, arguments, linker);
    return made;
}

using IsProvided = std::function<bool(std::string_view)>;

// Copied libraries don't take part in the executable's link, where others are checked. Those of the system
// are right.
void check_libraries(const Image& image, const IsProvided& is_provided) {
    const std::vector<NeededLibrary>& all = image.libraries.all;
    if (std::ranges::any_of(all, &NeededLibrary::misses_some)) return;
    std::vector<std::string> files = image.used.shared_libraries;
    files.push_back(image.path);
    for (const NeededLibrary& library : all) files.push_back(library.path);
    for (const std::size_t index : image.libraries.copied) {
        if (all[index].of_system) continue;
        const std::vector<std::string> missing = missing_symbols(all[index].path, files, is_provided);
        if (!missing.empty()) refuse_missing(missing, all[index].path);
    }
}

void see_libraries(Image& image, const LinkerArguments& arguments) {
    const MappedFile file(image.path);
    image.direct = needed_libraries(scan_elf(ElfFile(file.bytes(), image.path)), image.used);
    image.libraries = sort_libraries(image.direct, image.used, arguments);
}

} // namespace

Image link_image(const std::string& linker, const LinkerArguments& arguments, const table::Table& table,
                 const std::set<std::string>& provided, const TemporaryFolder& folder) {
    const Step step("link the image");
    check_inputs(arguments);
    Image image;
    image.path = (folder / "image.so").string();
    std::vector<std::string> further;
    Attempt made = attempt(linker, arguments, image.path, {}, further, folder);
    if (!made.result.succeeded() && depends_on_streams_only(made.used, made.result.standard_error)) {
        further = {"-u", "sartor_own_streams", Installation::own().image_streams()};
        made = attempt(linker, arguments, image.path, {}, further, folder);
    }
    image.used = made.used;
    std::set<std::string> operators;
    if (made.result.succeeded()) {
        see_libraries(image, arguments);
        operators = own_operators(made.used);
    }
    if (!operators.empty()) further.insert(further.end(), {"-u", "sartor_image_own_allocation"});
    for (const std::string& name : image.libraries.of_rank) further.insert(further.end(), {"-u", name});
    std::set<std::string>& aliases = operators;
    aliases.insert(image.libraries.of_rank.begin(), image.libraries.of_rank.end());
    if (!image.libraries.common.empty() || !aliases.empty()) { // only now it is known what libraries look for
        aliases.insert(image.libraries.hidden.begin(), image.libraries.hidden.end());
        made = attempt(linker, arguments, image.path, {image.libraries.common, aliases}, further, folder);
        image.used = made.used;
    }

    if (arguments.prints_map || arguments.traces) fmt::print("{}", made.result.standard_output);
    const IsProvided is_provided = [&](std::string_view symbol) {
        return table.find_function(symbol) != nullptr || is_part_of_runtime(symbol, provided);
    };
    LinkerMessages messages = sort_messages(made.result.standard_error, is_provided);
    image.callers = std::move(messages.callers);
    fmt::print(stderr, "{}", messages.kept);
    if (!made.result.succeeded()) explain_failure(image.used, made.result.standard_error);
    if (messages.undefined)
        throw Error("the program has undefined symbols (above) that neither MPI nor its libraries define");
    if (is_linker(linker, "mold")) {
        const auto missing = missing_symbols(image.path, image.used.shared_libraries, is_provided);
        if (!missing.empty()) refuse_missing(missing, "the program");
    }
    check_libraries(image, is_provided);
    return image;
}

} // namespace sartor::configurator
