// The cut's name in the cache is a hash of the source, the compiler, the flags and all headers it may
// include.
#include "configurator/cut/compile.hpp"

#include "configurator/elf/edit.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/wait_notice.hpp"

#include <algorithm>
#include <array>
#include <sys/stat.h>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

const std::vector<std::string> cut_flags = {"-std=c++20",      "-O2",
                                            "-fPIE",           "-fno-exceptions",
                                            "-fno-rtti",       "-ffunction-sections",
                                            "-fdata-sections", "-fasynchronous-unwind-tables",
                                            "-fno-plt"};

// Passes of GCC's that cost a seventh of a cut's time and save no instruction on a message's way
// (docs/performance.md).
const std::vector<std::string> flags_of_gcc = {
    "-fno-schedule-insns2", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fno-tree-tail-merge",
    "-fno-crossjumping",    "-fno-tree-pre",       "-fno-code-hoisting",      "-fno-tree-vrp"};

// The folders of the house that a cut may include from; others (tests, tools, build trees) do not matter.
constexpr std::array house_folders = {"framework",  "components", "aspects",
                                      "topologies", "mpi_api",    "machines"};

std::vector<std::string> include_flags() {
    const Installation& own = Installation::own();
    return {"-I" + own.house().string(), "-I" + own.generated().string(), "-I" + own.include().string()};
}

files::path program_path(const std::string& compiler) {
    if (const auto path = find_program(compiler)) return *path;
    fail("the compiler {} is not in PATH; set SARTOR_CXX to the one that should compile the MPI library",
         compiler);
}

// What the compiler says of itself, asked again only when its file has changed.
std::string compiler_identity(const std::string& compiler, Cache& cache) {
    const files::path path = files::canonical(program_path(compiler));
    struct stat status {};
    stat(path.c_str(), &status);
    Digest digest;
    digest.add(path.string());
    digest.add(fmt::format("{} {}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
    const std::string name = "compiler-" + digest.text();
    if (const auto known = cache.find(name)) return path.string() + "\n" + *known;
    const Result version = run({compiler, "--version"}, {Output::capture, Output::capture, true});
    if (!version.succeeded()) fail("{} --version fails: {}", compiler, version.standard_error);
    cache.keep(name, as_bytes(version.standard_output));
    return path.string() + "\n" + version.standard_output;
}

bool depends_on_this_computer(const std::string& flag) {
    return flag.ends_with("=native");
}

// The command that the driver would run for these flags names the instruction set in full.
std::string resolved(const std::string& compiler, const std::vector<std::string>& instruction_set) {
    if (std::ranges::none_of(instruction_set, depends_on_this_computer)) return "";
    Command command = {compiler, "-###", "-E", "-x", "c++", "/dev/null"};
    command.insert(command.end(), instruction_set.begin(), instruction_set.end());
    return run(command, {Output::capture, Output::capture, true}).standard_error;
}

void add_headers(Digest& digest, const files::path& folder) {
    std::error_code none;
    std::vector<files::path> headers;
    for (const auto& entry : files::recursive_directory_iterator(folder, none))
        if (entry.path().extension() == ".hpp" || entry.path().extension() == ".inc" ||
            entry.path().extension() == ".h")
            headers.push_back(entry.path());
    std::ranges::sort(headers);
    for (const files::path& header : headers) {
        digest.add(header.string());
        digest.add(as_text(MappedFile(header).bytes()));
    }
}

void add_all_headers(Digest& digest) {
    const Installation& own = Installation::own();
    for (const char* folder : house_folders) add_headers(digest, own.house() / folder);
    add_headers(digest, own.generated());
    digest.add(as_text(MappedFile(own.include() / "mpi.h").bytes()));
}

std::string compile(const Command& flags, const std::string& source, const std::string& program,
                    TemporaryFolder& folder) {
    const Step step("cut");
    const WaitNotice notice("compiling the MPI library for " + program);
    const std::string source_path = (folder / "cut.cpp").string();
    const std::string object_path = (folder / "cut.o").string();
    write_file(source_path, source);
    Command command = flags;
    command.insert(command.end(), {"-c", source_path, "-o", object_path});
    if (!run(command, {Output::inherit, Output::inherit, true}).succeeded()) {
        folder.keep();
        fail("the MPI library for this program does not compile (messages above); its source is kept: {}",
             source_path);
    }
    std::string object = read_text(object_path);
    make_unallocated(std::as_writable_bytes(std::span(object.data(), object.size())), object_path,
                     ".sartor.graph");
    return object;
}

Command cut_command(const std::string& compiler, const std::vector<std::string>& instruction_set) {
    Command command = {compiler};
    for (const auto& flags : {cut_flags, is_gcc(compiler) ? flags_of_gcc : std::vector<std::string>{},
                              instruction_set, include_flags()})
        command.insert(command.end(), flags.begin(), flags.end());
    return command;
}

// By everything that matters for what comes out.
std::string digest_of(const std::string& source, const std::string& compiler, const Command& command,
                      const std::vector<std::string>& instruction_set, Cache& cache) {
    Digest digest;
    digest.add(source);
    digest.add(compiler_identity(compiler, cache));
    for (const std::string& word : command) digest.add(word);
    digest.add(resolved(compiler, instruction_set));
    add_all_headers(digest);
    return digest.text();
}

} // namespace

bool compiles_alone(const std::string& source, Cache& cache, TemporaryFolder& folder) {
    const std::string compiler = compiler_for(Language::cxx);
    Command command = cut_command(compiler, {});
    const std::string name = "good-" + digest_of(source, compiler, command, {}, cache);
    if (cache.find(name)) return true;
    const std::string path = (folder / "alone.cpp").string();
    write_file(path, source);
    command.insert(command.end(), {"-fsyntax-only", path});
    if (!run(command, {Output::inherit, Output::inherit, true}).succeeded()) return false;
    cache.keep(name, {});
    return true;
}

std::string compile_cut(const std::string& source, const std::vector<std::string>& instruction_set,
                        const std::string& program, Cache& cache, TemporaryFolder& folder) {
    const std::string compiler = compiler_for(Language::cxx);
    const Command command = cut_command(compiler, instruction_set);
    const std::string name = "cut-" + digest_of(source, compiler, command, instruction_set, cache) + ".o";
    if (auto object = cache.find(name)) return std::move(*object);
    std::string object = compile(command, source, program, folder);
    cache.keep(name, as_bytes(object));
    return object;
}

} // namespace sartor::configurator
