#include "configurator/run/faults.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/run/fault_exploration.hpp"
#include "configurator/support/error.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <random>

namespace sartor::configurator {

namespace {

std::optional<std::uint64_t> seed_in(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_point(std::string_view text) {
    const auto at = text.find('@');
    return at != std::string_view::npos && seed_in(text.substr(0, at)) && seed_in(text.substr(at + 1)) &&
           *seed_in(text.substr(at + 1)) > 0;
}

// "3@17", or several with commas between.
bool are_points(std::string_view text) {
    const auto comma = text.find(',');
    return is_point(text.substr(0, comma)) &&
           (comma == std::string_view::npos || are_points(text.substr(comma + 1)));
}

} // namespace

FaultWish parse_faults(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string way = text.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool has_more = colon != std::string::npos;
    const auto number = seed_in(rest);
    FaultWish wish;
    if (way == "kill" && are_points(rest)) {
        wish.way = FaultWish::Way::kill;
        wish.kill = rest;
    } else if (way == "random" && (!has_more || number)) {
        wish.way = FaultWish::Way::random;
        wish.seed = number ? *number : std::random_device{}();
        if (!number) report("--faults random:{}", wish.seed);
    } else if (way == "explore" && (!has_more || (number && (*number == 1 || *number == 2)))) {
        wish.failures = number ? static_cast<int>(*number) : 1;
    } else {
        refuse("--faults {}: expected kill:RANK@CALL (such as kill:3@17, the rank's 17th call; several with "
               "commas), "
               "random:SEED, explore, or explore:2 for two failures in a run",
               text);
    }
    return wish;
}

void run_with_faults(const FaultyProgram& program, const FaultWish& wish) {
    const auto become_failing = [&](const std::string& failures) {
        set_variable("SARTOR_FAULTS", "kill:" + failures);
        set_variable("SARTOR_FAULTS_RECORD", "");
        become(program.command, program.file);
    };
    if (wish.way == FaultWish::Way::kill) become_failing(wish.kill);
    end_children_on_interrupt();
    FaultExploration exploration(program);
    const std::vector<FaultyCall> calls = exploration.record();
    if (wish.way == FaultWish::Way::random) {
        std::mt19937_64 draw(wish.seed);
        const FaultyCall& call = calls.at(draw() % calls.size());
        report("--faults kill:{}: rank {} fails in {}", name_of({call}), call.rank, call.place());
        become_failing(name_of({call}));
    }
    const int exit_code = exploration.explore(calls, wish.failures);
    end_if_interrupted();
    std::exit(exit_code);
}

} // namespace sartor::configurator
