// GCC takes FILE.gch for -include FILE, and needs no FILE. Clang reads FILE.pch by -include-pch, as long as
// all headers, the text that includes them too, are where they were.
#include "configurator/cut/precompiled.hpp"

#include "configurator/cut/source.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/wait_notice.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <charconv>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

constexpr unsigned cuts_before = 5;
constexpr std::size_t kept = 2; // of different compilers or flags, in the cache
constexpr std::string_view gcc_suffix = ".gch";
constexpr std::string_view prefix = "headers-";

std::string headers_text() {
    return common_headers(table::Table::load(Installation::own().table()));
}

std::string name_of(const Toolchain& toolchain, const std::string& headers) {
    if (toolchain.is_gcc()) return fmt::format("{}{}{}", prefix, toolchain.digest(headers), gcc_suffix);
    return fmt::format("{}{}.pch", prefix, toolchain.digest_here(headers));
}

std::vector<std::string> options_for(const Toolchain& toolchain, const std::string& path) {
    if (!toolchain.is_gcc()) return {"-include-pch", path};
    return {"-include", path.substr(0, path.size() - gcc_suffix.size())};
}

// A compiler that cannot loses nothing but time.
Result precompile(const Toolchain& toolchain, const std::string& source, const std::string& output) {
    Command command = toolchain.command();
    if (!toolchain.is_gcc()) command.push_back("-fpch-instantiate-templates");
    command.insert(command.end(), {"-x", "c++-header", source, "-o", output});
    return run(command, {Output::capture, Output::capture, true});
}

// How many cuts have missed these headers, this one included.
unsigned count_miss(const std::string& name, Cache& cache) {
    const std::string counter = "missed-" + name;
    const std::string known = cache.find(counter).value_or("");
    unsigned count = 0;
    std::from_chars(known.data(), known.data() + known.size(), count);
    cache.keep(counter, as_bytes(std::to_string(++count)));
    return count;
}

void make_for_cache(const Toolchain& toolchain, const std::string& headers, const std::string& name,
                    Cache& cache, TemporaryFolder& folder) {
    const Step step("precompiled headers");
    const WaitNotice notice("precompiling the headers of MPI libraries");
    const std::string source = "includes-" + name + ".hpp";
    if (!cache.path_of(source)) cache.keep(source, as_bytes(headers));
    const files::path output = folder / name;
    if (!precompile(toolchain, cache.path_of(source).value_or(""), output.string()).succeeded()) return;
    cache.keep(name, MappedFile(output).bytes());
    files::remove(output);
    cache.keep_newest(prefix, kept);
}

} // namespace

std::vector<std::string> precompiled_headers(const Toolchain& toolchain, Cache& cache,
                                             TemporaryFolder& folder) {
    const std::string headers = headers_text();
    const std::string name = name_of(toolchain, headers);
    const files::path installed = Installation::own().precompiled() / name;
    std::error_code none;
    if (files::exists(installed, none)) return options_for(toolchain, installed.string());
    if (!cache.usable()) return {};
    if (!cache.path_of(name) && count_miss(name, cache) % cuts_before == 0)
        make_for_cache(toolchain, headers, name, cache, folder);
    const auto path = cache.path_of(name);
    return path ? options_for(toolchain, *path) : std::vector<std::string>{};
}

void precompile_for_installation(const files::path& destination) {
    TemporaryFolder folder;
    Cache nowhere((folder / "cache").string());
    const Toolchain toolchain(default_instruction_set(compiler_for(Language::cxx)), digest_of_headers(),
                              nowhere);
    files::remove_all(destination);
    files::create_directories(destination);
    if (!toolchain.is_gcc()) return;
    const std::string headers = headers_text();
    const files::path output = destination / name_of(toolchain, headers);
    const std::string source = (folder / "headers.hpp").string();
    const std::string unfinished = output.string() + ".unfinished";
    write_file(source, headers);
    const Result made = precompile(toolchain, source, unfinished);
    if (!made.succeeded())
        fail("{} does not precompile the headers:\n{}", compiler_for(Language::cxx), made.standard_error);
    files::rename(unfinished, output);
}

} // namespace sartor::configurator
