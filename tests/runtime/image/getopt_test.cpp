// Our getopt against the C library's, on random command lines: same results, same order, same permutation.
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <getopt.h>
#include <gtest/gtest.h>

// Ours under other names; the C library's keep theirs.
namespace ours {
#define getopt sartor_getopt
#define getopt_long sartor_getopt_long
#define getopt_long_only sartor_getopt_long_only
#define optarg sartor_optarg
#define optind sartor_optind
#define opterr sartor_opterr
#define optopt sartor_optopt
} // namespace ours
#include "runtime/image/parts/getopt.cpp"
#undef getopt
#undef getopt_long
#undef getopt_long_only
#undef optarg
#undef optind
#undef opterr
#undef optopt

namespace {

const option known_options[] = {
    {"alpha", no_argument, nullptr, 1000},      {"alpine", required_argument, nullptr, 1001},
    {"beta", optional_argument, nullptr, 1002}, {"gamma", required_argument, nullptr, 1003},
    {"a-very-long", no_argument, nullptr, 'a'}, {nullptr, 0, nullptr, 0}};

enum class Which { short_only, with_long, long_only };

template <class Next, class State>
std::string transcript(std::vector<std::string> arguments, Next next, State state) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int argc = static_cast<int>(arguments.size());
    std::string text;
    bool wrong = false;
    for (int turn = 0; turn < 50; ++turn) {
        int index = -7;
        const int result = next(argc, argv.data(), &index);
        auto [argument, position, wrong_one] = state();
        wrong = wrong || result == '?' ||
                result == ':'; // before that optopt is what an earlier command line left
        text += std::to_string(result) + "/" + (argument != nullptr && result != -1 ? argument : "") + "/" +
                std::to_string(position) + "/" + std::to_string(index) +
                (wrong ? "/" + std::to_string(wrong_one) : "") + " ";
        if (result == -1) break;
    }
    for (int index = 0; index < argc; ++index)
        text += std::string(argv[static_cast<std::size_t>(index)]) + " ";
    return text;
}

std::vector<std::string> random_arguments(std::mt19937& random) {
    static const char* const pool[] = {"-a",     "-b",     "-bval",    "-c",      "-cval",     "-ab",
                                       "-abc",   "-xa",    "--alpha",  "--alp",   "--alpi",    "--alpi=3",
                                       "--beta", "--be=2", "--gamma",  "--gam=9", "file",      "other",
                                       "-",      "--",     "--wrong",  "-z",      "--alpha=1", "--a-v",
                                       "-alpha", "-gamma", "-gamma=4", "-az",     ""};
    std::vector<std::string> arguments{"program"};
    const unsigned count = random() % 7;
    for (unsigned index = 0; index < count; ++index) arguments.emplace_back(pool[random() % std::size(pool)]);
    return arguments;
}

void compare(const std::vector<std::string>& arguments, const char* shorts, Which which) {
    optind = 0;
    sartor_optind = 0;
    optopt = sartor_optopt = 0;
    opterr = sartor_opterr = 0;
    const auto library = [&](int argc, char** argv, int* index) {
        if (which == Which::short_only) return getopt(argc, argv, shorts);
        return which == Which::with_long ? getopt_long(argc, argv, shorts, known_options, index)
                                         : getopt_long_only(argc, argv, shorts, known_options, index);
    };
    const auto own = [&](int argc, char** argv, int* index) {
        if (which == Which::short_only) return sartor_getopt(argc, argv, shorts);
        return which == Which::with_long ? sartor_getopt_long(argc, argv, shorts, known_options, index)
                                         : sartor_getopt_long_only(argc, argv, shorts, known_options, index);
    };
    const std::string expected =
        transcript(arguments, library, [] { return std::tuple(optarg, optind, optopt); });
    const std::string actual =
        transcript(arguments, own, [] { return std::tuple(sartor_optarg, sartor_optind, sartor_optopt); });
    std::string line;
    for (const std::string& argument : arguments) line += "'" + argument + "' ";
    ASSERT_EQ(actual, expected) << line << " with \"" << shorts << "\" which " << static_cast<int>(which);
}

TEST(Getopt, DoesWhatTheCLibraryDoes) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        for (int turn = 0; turn < 2000; ++turn)
            for (const char* shorts : {"ab:c::x", "+ab:c::x", "-ab:c::x", ":ab:c::x"})
                for (const Which which : {Which::short_only, Which::with_long, Which::long_only}) {
                    compare(random_arguments(random), shorts, which);
                    if (HasFatalFailure()) return;
                }
    }
}

} // namespace
