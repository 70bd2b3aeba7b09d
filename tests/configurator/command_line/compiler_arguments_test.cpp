// The compiler's command line: inputs, actions, options with values.
#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/support/error.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

std::vector<std::string> inputs_of(const CompilerArguments& parsed) {
    std::vector<std::string> inputs;
    for (const CompilerInput& input : parsed.inputs) inputs.push_back(parsed.arguments[input.index]);
    return inputs;
}

TEST(CompilerArguments, ValuesAreNoInputs) {
    const auto parsed = parse_compiler_arguments({"-o", "out.c", "-I", "dir.c", "-Xlinker", "x.c", "-include",
                                                  "pre.c", "main.c", "-MF", "deps.c", "-x", "none",
                                                  "helper.o", "-lm", "--param", "a.c"});
    EXPECT_THAT(inputs_of(parsed), ElementsAre("main.c", "helper.o"));
    EXPECT_EQ(parsed.output, "out.c");
    EXPECT_EQ(parsed.action, CompilerAction::link);
    EXPECT_TRUE(parsed.names_dependences);
}

TEST(CompilerArguments, InstructionSetOutOfTheDriversOptions) {
    EXPECT_THAT(instruction_set_in("'-c' '-march=native' '-o' 'a.o' -mavx2\n"),
                ElementsAre("-march=native", "-mavx2"));
}

TEST(CompilerArguments, KindsFollowSuffixAndLanguage) {
    const auto parsed = parse_compiler_arguments({"a.c", "b.cpp", "c.s", "d.S", "e.i", "f.o", "g.a", "-xc",
                                                  "h", "-x", "assembler", "i", "-x", "none", "j", "-"});
    std::vector<InputKind> kinds;
    for (const CompilerInput& input : parsed.inputs) kinds.push_back(input.kind);
    using enum InputKind;
    EXPECT_THAT(kinds, ElementsAre(source, source, other_source, other_source, other_source, linked, linked,
                                   source, other_source, linked, other_source));
}

TEST(CompilerArguments, Actions) {
    EXPECT_EQ(parse_compiler_arguments({"-c", "a.c"}).action, CompilerAction::compile);
    for (const char* option : {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-dumpversion",
                               "-print-prog-name=ld", "-###"})
        EXPECT_EQ(parse_compiler_arguments({option, "a.c"}).action, CompilerAction::inform) << option;
    EXPECT_EQ(parse_compiler_arguments({"-v"}).action, CompilerAction::inform);
    EXPECT_EQ(parse_compiler_arguments({"header.h"}).action, CompilerAction::inform);
}

TEST(CompilerArguments, StaticIsRefusedForExecutablesOnly) {
    EXPECT_THAT(message_of([] {
                    parse_compiler_arguments({"-static", "a.c"});
                }),
                testing::HasSubstr("-static"));
    EXPECT_EQ(message_of([] { parse_compiler_arguments({"-static", "-c", "a.c"}); }), "");
    EXPECT_EQ(message_of([] { parse_compiler_arguments({"-static-libgcc", "a.c"}); }), "");
}

TEST(CompilerArguments, OwnOptionsAreTakenOut) {
    const auto parsed = parse_compiler_arguments({"--machine", "host", "-showme:link", "a.c"});
    EXPECT_THAT(parsed.arguments, ElementsAre("a.c"));
    EXPECT_EQ(parsed.machine, "host");
    EXPECT_EQ(parsed.show, Show::link);
    EXPECT_EQ(parse_compiler_arguments({"--machine=x", "a.c"}).machine, "x");
    EXPECT_NE(message_of([] { parse_compiler_arguments({"--machine"}); }), "");
    EXPECT_NE(message_of([] { parse_compiler_arguments({"-showme:nothing"}); }), "");
}

TEST(CompilerArguments, ResponseFilesAreExpanded) {
    const TemporaryFolder folder;
    write_file(folder / "inner", std::string_view("'a b.c' -DX=\\\"y\\\""));
    write_file(folder / "outer", std::string_view("-c\n@" + (folder / "inner").string() + " "));
    EXPECT_THAT(parse_compiler_arguments({"@" + (folder / "outer").string()}).arguments,
                ElementsAre("-c", "a b.c", "-DX=\"y\""));
    write_file(folder / "loop", std::string_view("@" + (folder / "loop").string()));
    EXPECT_NE(message_of([&] { parse_compiler_arguments({"@" + (folder / "loop").string()}); }), "");
}

TEST(CompilerArguments, OneSourceAlone) {
    const auto parsed = parse_compiler_arguments(
        {"-O2", "a.c", "-o", "prog", "b.c", "-Wl,-z,now", "-lm", "-D", "X", "-Xlinker", "-s", "c.o"});
    EXPECT_THAT(arguments_for_source(parsed, parsed.inputs[1]), ElementsAre("-O2", "b.c", "-D", "X"));
}

TEST(CompilerArguments, SideOutputsAreLeftOut) {
    EXPECT_THAT(
        without_side_outputs({"-MD", "-MF", "x.d", "-MT", "x", "-D", "-MD", "-save-temps", "a.c", "-MFy.d"}),
        ElementsAre("-D", "-MD", "a.c"));
}

TEST(CompilerArguments, InstructionSetIsNoted) {
    EXPECT_THAT(parse_compiler_arguments({"-march=native", "-mavx2", "-m64", "a.c"}).instruction_set,
                ElementsAre("-march=native", "-mavx2"));
}

} // namespace
} // namespace sartor::configurator
