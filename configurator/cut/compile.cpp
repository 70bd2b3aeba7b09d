// The cut's name in the cache is a digest of the source, the compiler, the flags and all headers it may
// include.
#include "configurator/cut/compile.hpp"

#include "configurator/cut/precompiled.hpp"
#include "configurator/cut/toolchain.hpp"
#include "configurator/elf/edit.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/wait_notice.hpp"

#include <algorithm>

namespace sartor::configurator {

namespace {

Command with(Command command, const std::vector<std::string>& options) {
    command.insert(command.end(), options.begin(), options.end());
    return command;
}

// With the precompiled headers if the compiler takes them. If not, or when something is wrong, once more
// without: then its messages are shown.
bool compiles(const Command& command, const std::vector<std::string>& precompiled) {
    if (!precompiled.empty() &&
        run(with(command, precompiled), {Output::capture, Output::capture, true}).succeeded())
        return true;
    return run(command, {Output::inherit, Output::inherit, true}).succeeded();
}

std::string compile(const Toolchain& toolchain, const std::string& source, const std::string& what,
                    Cache& cache, TemporaryFolder& folder) {
    const std::vector<std::string> precompiled = precompiled_headers(toolchain, cache, folder);
    const Step step("cut");
    const WaitNotice notice(what);
    const std::string source_path = (folder / "cut.cpp").string();
    const std::string object_path = (folder / "cut.o").string();
    write_file(source_path, source);
    if (!compiles(with(toolchain.command(), {"-c", source_path, "-o", object_path}), precompiled)) {
        end_if_interrupted();
        folder.keep();
        fail("the MPI library for this program does not compile (messages above); its source is kept: {}",
             source_path);
    }
    std::string object = read_text(object_path);
    make_unallocated(std::as_writable_bytes(std::span(object.data(), object.size())), object_path,
                     ".sartor.graph");
    return object;
}

std::string name_in_cache(const Toolchain& toolchain, const std::string& source) {
    return "cut-" + toolchain.digest_here(source) + ".o";
}

// What is installed fits whichever compiler there is, and none: its interface is C's. It is moved with the
// installation.
std::string name_installed(const std::string& source, const std::vector<std::string>& instruction_set,
                           const std::string& headers) {
    Digest digest;
    digest.add(source);
    for (const std::string& word : instruction_set) digest.add(word);
    digest.add(headers);
    return "cut-" + digest.text() + ".o";
}

std::optional<std::string> installed(const std::string& source,
                                     const std::vector<std::string>& instruction_set,
                                     const std::string& headers) {
    if (std::ranges::any_of(instruction_set, depends_on_this_computer)) return std::nullopt;
    const std::filesystem::path path =
        Installation::own().cuts() / name_installed(source, instruction_set, headers);
    std::error_code none;
    if (!std::filesystem::exists(path, none)) return std::nullopt;
    return read_text(path.string());
}

} // namespace

bool compiles_alone(const std::string& source, Cache& cache, TemporaryFolder& folder) {
    const Toolchain toolchain({}, digest_of_headers(), cache);
    const std::string name = "good-" + toolchain.digest_here(source);
    if (cache.find(name)) return true;
    const std::string path = (folder / "alone.cpp").string();
    write_file(path, source);
    const Command command = with(toolchain.command(), {"-fsyntax-only", path});
    if (!run(command, {Output::inherit, Output::inherit, true}).succeeded()) return false;
    cache.keep(name, {});
    return true;
}

std::optional<std::string> installed_cut(const std::string& source,
                                         const std::vector<std::string>& instruction_set) {
    return installed(source, instruction_set, digest_of_headers());
}

std::string compile_cut(const std::string& source, const std::vector<std::string>& instruction_set,
                        const std::string& program, Cache& cache, TemporaryFolder& folder) {
    const std::string headers = digest_of_headers();
    if (auto object = installed(source, instruction_set, headers)) return std::move(*object);
    const Toolchain toolchain(instruction_set, headers, cache);
    const std::string name = name_in_cache(toolchain, source);
    if (auto object = cache.find(name)) return std::move(*object);
    std::string object =
        compile(toolchain, source, "compiling an MPI library with the parts of MPI that " + program + " uses",
                cache, folder);
    cache.keep(name, as_bytes(object));
    return object;
}

void compile_for_installation(const std::string& source, const std::filesystem::path& destination) {
    TemporaryFolder folder;
    Cache nowhere((folder / "cache").string());
    const std::vector<std::string> instruction_set = default_instruction_set(compiler_for(Language::cxx));
    const std::string headers = digest_of_headers();
    const Toolchain toolchain(instruction_set, headers, nowhere);
    const std::string object =
        compile(toolchain, source, "compiling an MPI library with all of MPI", nowhere, folder);
    std::filesystem::remove_all(destination);
    std::filesystem::create_directories(destination);
    using std::filesystem::perms;
    replace_file(destination / name_installed(source, instruction_set, headers), as_bytes(object),
                 perms::owner_read | perms::owner_write | perms::group_read | perms::others_read);
}

} // namespace sartor::configurator
