// By the commands that a person would type.
#include "configurator/tune/measuring.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <fmt/format.h>

namespace sartor::configurator {

MeasuringProgram::MeasuringProgram(const std::string& name, std::string_view source,
                                   const std::string& machine)
    : path_((folder_ / name).string()) {
    const std::string text = path_ + ".c";
    write_file(text, source);
    const Command command = {
        Installation::own().program().string(), "cc", "-O2", "--machine", machine, "-o", path_, text};
    if (!run(command, {Output::inherit, Output::inherit, true}).succeeded())
        fail("the measuring program can't be built (messages above)");
}

std::string output_of(const std::string& program, int ranks, const Command& options,
                      const Command& arguments) {
    Command command = {Installation::own().program().string(), "run", "-n", fmt::format("{}", ranks)};
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(program);
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Result result = run(command, {Output::capture, Output::inherit, true});
    if (!result.succeeded()) fail("the measuring program fails with {} ranks (messages above)", ranks);
    return result.standard_output;
}

} // namespace sartor::configurator
