// The flags of cuts; digests of the compiler and of the headers.
#include "configurator/cut/toolchain.hpp"

#include "configurator/command_line/compiler_options.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/search.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
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
// (docs/tried.md).
const std::vector<std::string> flags_of_gcc = {
    "-fno-schedule-insns2", "-fno-tree-vectorize", "-fno-tree-slp-vectorize", "-fno-tree-tail-merge",
    "-fno-crossjumping",    "-fno-tree-pre",       "-fno-code-hoisting",      "-fno-tree-vrp"};

// The folders of the sources that a cut may include from; others (tests, tools, build trees) do not matter.
constexpr std::array library_folders = {"framework", "runtime",    "transports", "emulation", "components",
                                        "aspects",   "topologies", "selection",  "mpi_api"};

files::path program_path(const std::string& compiler) {
    const auto path = find_program(compiler);
    std::error_code none;
    if (path && files::exists(*path, none)) return files::canonical(*path);
    fail(
        "the compiler {} is not there, which compiles the MPI library of programs with -O1 and more: install "
        "it (Debian: apt-get install g++), set SARTOR_CXX to another one, or compile with -O0",
        compiler);
}

// The output of --version, which is run again only when the compiler's file has changed.
std::string compiler_identity(const std::string& compiler, Cache& cache) {
    const files::path path = program_path(compiler);
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

// The command that the driver would run for these flags names the instruction set in full.
std::string resolved(const std::string& compiler, const std::vector<std::string>& instruction_set) {
    if (std::ranges::none_of(instruction_set, depends_on_this_computer)) return "";
    Command command = {compiler, "-###", "-E", "-x", "c++", "/dev/null"};
    command.insert(command.end(), instruction_set.begin(), instruction_set.end());
    return run(command, {Output::capture, Output::capture, true}).standard_error;
}

void add_headers(Digest& digest, const files::path& root, const std::string& folder) {
    std::error_code none;
    std::vector<files::path> headers;
    for (const auto& entry : files::recursive_directory_iterator(root / folder, none))
        if (entry.path().extension() == ".hpp" || entry.path().extension() == ".inc" ||
            entry.path().extension() == ".h")
            headers.push_back(entry.path());
    std::ranges::sort(headers);
    for (const files::path& header : headers) {
        digest.add(header.string().substr(root.string().size()));
        digest.add(as_text(MappedFile(header).bytes()));
    }
}

} // namespace

bool depends_on_this_computer(const std::string& flag) {
    return flag.ends_with("=native");
}

std::string digest_of_headers() {
    const Installation& own = Installation::own();
    Digest digest;
    for (const char* folder : library_folders) add_headers(digest, own.source(), folder);
    add_headers(digest, own.generated(), "");
    digest.add(as_text(MappedFile(own.include() / "mpi.h").bytes()));
    return digest.text();
}

std::vector<std::string> default_instruction_set(const std::string& compiler) {
    const Result said =
        run({compiler, "-###", "-c", "-x", "c++", "/dev/null"}, {Output::capture, Output::capture, true});
    constexpr std::string_view beginning = "COLLECT_GCC_OPTIONS=";
    const std::size_t begin = said.standard_error.find(beginning);
    if (begin == std::string::npos) return {};
    const std::size_t end = said.standard_error.find('\n', begin);
    return instruction_set_in(said.standard_error.substr(begin + beginning.size(), end - begin));
}

Toolchain::Toolchain(const std::vector<std::string>& instruction_set, std::string headers, Cache& cache)
    : compiler_(compiler_for(Language::cxx)), is_gcc_(configurator::is_gcc(compiler_)),
      identity_(compiler_identity(compiler_, cache) + resolved(compiler_, instruction_set)),
      headers_(std::move(headers)) {
    for (const auto& flags :
         {cut_flags, is_gcc_ ? flags_of_gcc : std::vector<std::string>{}, instruction_set})
        flags_.insert(flags_.end(), flags.begin(), flags.end());
}

std::vector<std::string> Toolchain::include_flags() {
    const Installation& own = Installation::own();
    return {"-I" + own.source().string(), "-I" + own.generated().string(), "-I" + own.include().string()};
}

Command Toolchain::command() const {
    Command command = {compiler_};
    for (const auto& flags : {flags_, include_flags()})
        command.insert(command.end(), flags.begin(), flags.end());
    return command;
}

std::string Toolchain::digest(std::string_view source) const {
    Digest digest;
    digest.add(source);
    digest.add(identity_);
    for (const std::string& word : flags_) digest.add(word);
    digest.add(headers_);
    return digest.text();
}

std::string Toolchain::digest_here(std::string_view source) const {
    return digest(fmt::format("{}\n{}", source, fmt::join(include_flags(), "\n")));
}

} // namespace sartor::configurator
