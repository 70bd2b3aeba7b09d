// The table of functions: names, columns, and what is reported of wrong rows.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "configurator/functions/emit.hpp"
#include "configurator/functions/functions.hpp"
#include "configurator/functions/names.hpp"
#include "configurator/functions/table.hpp"
#include "configurator/support/temporary_folder.hpp"

namespace sartor::configurator {

namespace {

FunctionTable table_of(const std::string& text) {
    const TemporaryFolder folder;
    std::ofstream(folder / "some.table") << text;
    return FunctionTable::load(folder / "");
}

std::string error_of(const std::string& text) {
    try {
        table_of(text);
    } catch (const std::exception& error) {
        const std::string message = error.what();
        return message.substr(message.rfind('/') + 1);
    }
    return "";
}

} // namespace

TEST(FunctionTable, rows_have_several_names) {
    const FunctionTable table = table_of("= State | rank | how\n{,l}stat open=opens | rank | part\n");
    ASSERT_EQ(table.functions().size(), 3U);
    EXPECT_EQ(table.functions()[0].name, "lstat");
    EXPECT_EQ(table.functions()[1].shown, "opens");
    EXPECT_EQ(table.states()[0].how, "how");
}

TEST(FunctionTable, finds_other_names_and_patterns) {
    const FunctionTable table =
        table_of("= T\nread | shared | - | a\n_ZNSt5ctype* _ZNSt5ctypeI* | pure | - | b\n");
    EXPECT_EQ(table.find("__read_chk")->name, "read");
    EXPECT_EQ(table.find("read64")->name, "read");
    EXPECT_EQ(table.find("_ZNKSt5ctypeIcE")->name, "_ZNSt5ctypeI*");
    EXPECT_EQ(table.find("readahead"), nullptr);
}

TEST(FunctionTable, plain_names_are_those_of_headers) {
    const auto has = [](const char* symbol, const char* name) {
        const std::vector<std::string> names = plain_names(symbol);
        return std::ranges::find(names, name) != names.end();
    };
    EXPECT_TRUE(has("__open64_2", "open"));
    EXPECT_TRUE(has("__isoc99_scanf", "scanf"));
    EXPECT_TRUE(has("__recvfrom_chk", "recvfrom"));
    EXPECT_TRUE(plain_names("write").empty());
    EXPECT_TRUE(plain_names("_ZNSt5ctypeE").empty());
}

TEST(FunctionTable, wrong_rows_are_reported_by_line) {
    EXPECT_EQ(error_of("open | shared | - | a\n"), "some.table:1: a line with = in front must come first");
    EXPECT_EQ(error_of("= T\nopen | maybe | - | a\n"),
              "some.table:2: maybe: expected one of rank, shared, thread, process, pure");
    EXPECT_EQ(error_of("= T\nopen | rank | - | a\n"),
              "some.table:2: rank: the part that replaces it is missing");
    EXPECT_EQ(error_of("= T\nopen | shared | -\n"), "some.table:2: the reason is missing");
    EXPECT_EQ(error_of("= T\nopen{,64 | shared | - | a\n"), "some.table:2: open{,64: } is missing");
    EXPECT_EQ(error_of("= T\nopen | shared | - | a | often\n"),
              "some.table:2: often: expected one of static, for-libraries, for-own-libraries, for-programs, "
              "starts-threads, certain, unless-fork");
    EXPECT_EQ(error_of("= T | rank\n"), "some.table:1: expected = STATE | belongs to | how, or = TITLE");
    EXPECT_EQ(error_of("= T\nopen open | shared | - | a\n"),
              "some.table:2, too"); // behind the first location
}

TEST(FunctionTable, pages_have_states_and_containers) {
    const FunctionTable table =
        table_of("= State | rank | how\nsem_wait | thread | - | waits\nchroot | process | - "
                 "| all | certain\nnice | process | - | all\n");
    EXPECT_EQ(emit_states(table), "| state | belongs to | how |\n|---|---|---|\n| State | rank | how |\n");
    EXPECT_EQ(emit_containers(table),
              "Ranks are OS threads for: sem_wait.\n\nRanks are processes for: chroot.\n");
}

TEST(LibraryFunctions, are_looked_up_by_symbols) {
    ASSERT_NE(library_function("__recv_chk"), nullptr);
    EXPECT_EQ(library_function("__recv_chk")->shown, "recv");
    EXPECT_EQ(library_function("__recv_chk")->verdict, Verdict::thread);
    EXPECT_EQ(library_function_exactly("__recv_chk"), nullptr);
    EXPECT_TRUE(library_function("pthread_create")->has(" starts-threads "));
    EXPECT_TRUE(library_function("sleep")->is_replaced_by(" runtime "));
    EXPECT_EQ(library_function("strlen"), nullptr);
}

} // namespace sartor::configurator
