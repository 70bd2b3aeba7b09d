#include "configurator/command_line/program_blocks.hpp"

namespace sartor::configurator {

std::vector<std::vector<std::string>> split_at_colons(const std::vector<std::string>& arguments) {
    std::vector<std::vector<std::string>> blocks(1);
    bool separates = true;
    for (const std::string& argument : arguments) {
        if (argument == "--") separates = false;
        if (separates && argument == ":")
            blocks.emplace_back();
        else
            blocks.back().push_back(argument);
    }
    return blocks;
}

} // namespace sartor::configurator
