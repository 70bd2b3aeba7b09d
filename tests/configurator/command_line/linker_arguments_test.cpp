// The linker's command line, and the image's that is made of it.
#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/link/image.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::Contains;
using testing::Not;
using Words = std::vector<std::string>;

const Words typical = {"-plugin",
                       "lto.so",
                       "-plugin-opt=-pass-through=-lc",
                       "-m",
                       "elf_x86_64",
                       "-dynamic-linker",
                       "/lib64/ld.so",
                       "-pie",
                       "-o",
                       "prog",
                       "/lib/Scrt1.o",
                       "/lib/crti.o",
                       "/gcc/crtbegin.o",
                       "-L.",
                       "-L",
                       "dir",
                       "-z",
                       "now",
                       "-rpath=/opt",
                       "a.o",
                       "-lx",
                       "-Map",
                       "prog.map",
                       "-s",
                       "-lstdc++",
                       "-lm",
                       "-lgcc",
                       "--push-state",
                       "--as-needed",
                       "-lgcc_s",
                       "--pop-state",
                       "-lc",
                       "/gcc/crtend.o",
                       "/lib/crtn.o"};

TEST(LinkerArguments, OptionsHaveNamesAndValues) {
    const LinkerArguments parsed = parse_linker_arguments(typical);
    EXPECT_EQ(parsed.action, LinkerAction::executable);
    EXPECT_EQ(parsed.output, "prog");
    EXPECT_TRUE(parsed.strip_all);
    EXPECT_EQ(LinkerArgument({"-Ldir", std::nullopt}).option(), "L");
    EXPECT_EQ(LinkerArgument({"-Ldir", std::nullopt}).option_value(), "dir");
    EXPECT_EQ(LinkerArgument({"--rpath=/x", std::nullopt}).option(), "rpath");
    EXPECT_EQ(LinkerArgument({"--rpath=/x", std::nullopt}).option_value(), "/x");
    EXPECT_TRUE(LinkerArgument({"a.o", std::nullopt}).is_input());
}

TEST(LinkerArguments, SharedObjectsAndQuestionsArePassedOn) {
    for (const Words& words :
         {Words{"-shared", "a.o"}, Words{"-r", "a.o"}, Words{"--version"}, Words{"-v"}, Words{}})
        EXPECT_EQ(parse_linker_arguments(words).action, LinkerAction::pass_on);
    EXPECT_EQ(parse_linker_arguments({"-v", "a.o"}).action, LinkerAction::executable);
}

TEST(LinkerArguments, StaticIsRefused) {
    EXPECT_NE(message_of([] { parse_linker_arguments({"-static", "a.o"}); }), "");
    EXPECT_EQ(message_of([] { parse_linker_arguments({"-static", "-shared", "a.o"}); }), "");
}

TEST(LinkerArguments, OwnPluginIsLeftOut) {
    for (const Words& words : {Words{"-plugin", "/p/sartor_linker.plugin", "a.o"},
                               Words{"-plugin=/p/sartor_linker.plugin", "a.o"}})
        EXPECT_EQ(parse_linker_arguments(words).arguments.size(), 1u);
}

TEST(LinkerArguments, StartFilesHavePositionIndependentForms) {
    EXPECT_EQ(position_independent_start_file("/lib/crt1.o"), "/lib/Scrt1.o");
    EXPECT_EQ(position_independent_start_file("/gcc/crtbeginT.o"), "/gcc/crtbeginS.o");
    EXPECT_EQ(position_independent_start_file("/gcc/crtend.o"), "/gcc/crtendS.o");
    EXPECT_EQ(position_independent_start_file("main.o"), std::nullopt);
}

TEST(LinkerArguments, CompilersOwnLibrariesEndTheLine) {
    const LinkerArguments parsed = parse_linker_arguments(typical);
    EXPECT_EQ(parsed.arguments[compilers_own_end(parsed.arguments)].text, "-lstdc++");
}

TEST(Image, ArgumentsMakeASharedObject) {
    const Words words = image_arguments(parse_linker_arguments(typical), "image.so", "script", true);
    for (const char* kept : {"-shared", "a.o", "-lx", "/lib/crti.o", "/gcc/crtbeginS.o", "/gcc/crtendS.o",
                             "-plugin", "-Map", "defs"})
        EXPECT_THAT(words, Contains(kept));
    for (const char* left : {"-pie", "/lib/Scrt1.o", "-dynamic-linker", "/lib64/ld.so", "prog", "-s"})
        EXPECT_THAT(words, Not(Contains(left)));
    const auto own = std::ranges::find_if(
        words, [](const std::string& word) { return word.ends_with("libsartor_image.a"); });
    ASSERT_NE(own, words.end());
    EXPECT_EQ(own[1], "-lstdc++");
}

} // namespace
} // namespace sartor::configurator
