// sartor-backtrace DESCRIPTOR: serves a program made by sartor that reports a crash or needs the location of
// an address. Each line of the reply begins with a letter: f a call, . calls that are left out, m the crash
// was inside the MPI call, p a location (nothing else: unknown), s the path of the source file of the line
// before.
#include "configurator/backtrace/calls.hpp"
#include "configurator/backtrace/names.hpp"

#include <cstdlib>
#include <fmt/format.h>

namespace sartor::backtrace {

namespace {

void reply(const Question& question) {
    const Modules modules(question);
    for (const std::uintptr_t address : question.addresses) {
        Dwfl_Module* module = modules.at(address);
        const Description found =
            module == nullptr ? Description{} : describe(modules, module, address).front();
        fmt::print("p{}\n", found.text);
        if (!found.source.empty()) fmt::print("s{}\n", found.source);
    }
    if (!question.registers) return;
    const Calls calls = calls_of(question, modules);
    for (const std::string& line : calls.lines) fmt::print("{}\n", line);
    if (calls.inside_mpi) fmt::print("m\n");
}

} // namespace

} // namespace sartor::backtrace

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr,
                   "sartor-backtrace is not for use by hand: crashing programs start it with a descriptor\n");
        return 2;
    }
    unsetenv("DEBUGINFOD_URLS"); // a report must not wait for the network
    sartor::backtrace::reply(sartor::backtrace::read_question(std::atoi(argv[1])));
    return 0;
}
