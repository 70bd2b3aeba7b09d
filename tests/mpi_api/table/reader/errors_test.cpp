// A row that breaks the grammar is reported with its file and line.
#include "mpi_api/table/reader/parse.hpp"
#include "tests/mpi_api/table/spoiled_table.hpp"

namespace sartor::table {
namespace {

std::string function_failure(const std::string& row) {
    return failure([&] { parse_function({row, "x.table:7"}, "x"); });
}

std::string constant_failure(const std::string& row) {
    return failure([&] { parse_constant({row, "constants.table:9"}, "error_classes"); });
}

TEST(FunctionRow, MustHaveThreeFields) {
    EXPECT_EQ(
        function_failure("MPI_X() | -"),
        "x.table:7: a function's row has three fields: NAME(PARAMETERS) | features | implementing header");
}

TEST(FunctionRow, MustHaveAnMpiName) {
    EXPECT_EQ(function_failure("Send() | - | a/b"), "x.table:7: 'Send' is not a name of MPI");
}

TEST(FunctionRow, MustHaveParentheses) {
    for (const char* row : {"MPI_X | - | a/b", "MPI_X( | - | a/b", "MPI_X)( | - | a/b"})
        EXPECT_NE(function_failure(row).find("should read: NAME(PARAMETERS)"), std::string::npos) << row;
}

TEST(FunctionRow, MustHaveKnownKinds) {
    EXPECT_EQ(function_failure("MPI_X(RANKS rank) | - | a/b"),
              "x.table:7: the MPI standard has no parameters of kind 'RANKS'");
    EXPECT_EQ(function_failure("MPI_X() -> VARARGS | - | a/b"),
              "x.table:7: '-> VARARGS' should read: -> KIND, with a kind that C can return");
}

TEST(FunctionRow, MustNameParametersOnce) {
    EXPECT_EQ(function_failure("MPI_X(RANK a, TAG a) | - | a/b"), "x.table:7: two parameters are called 'a'");
}

TEST(FunctionRow, MustHaveWholeParameters) {
    for (const char* row :
         {"MPI_X(RANK) | - | a/b", "MPI_X(const RANK) | - | a/b", "MPI_X(RANK a,) | - | a/b"})
        EXPECT_NE(function_failure(row).find("should read: [const] [out|inout] KIND"), std::string::npos)
            << row;
    EXPECT_NE(function_failure("MPI_X(RANK a[) | - | a/b").find("needs a length"), std::string::npos);
    EXPECT_NE(function_failure("MPI_X(RANK a[n][2][3]) | - | a/b").find("one length or two"),
              std::string::npos);
    EXPECT_NE(function_failure("MPI_X(RANK 1a) | - | a/b").find("not a name of a parameter"),
              std::string::npos);
}

TEST(FunctionRow, MustNameTheTypeOfAFunctionOnly) {
    EXPECT_NE(function_failure("MPI_X(FUNCTION f) | - | a/b").find("needs its type"), std::string::npos);
    EXPECT_NE(function_failure("MPI_X(RANK:MPI_F f) | - | a/b").find("is not a function"), std::string::npos);
}

TEST(FunctionRow, MustHaveSaneFeaturesAndHeader) {
    EXPECT_NE(function_failure("MPI_X() | any source | -").find("is not a feature"), std::string::npos);
    EXPECT_NE(function_failure("MPI_X() |  | -").find("is not a feature"), std::string::npos);
    EXPECT_NE(function_failure("MPI_X() | - | ../x.hpp").find("should be a header"), std::string::npos);
}

TEST(ConstantRow, MustFollowItsGrammar) {
    EXPECT_NE(constant_failure("MPI_X 1 : int | -").find("constants.table:9: a constant reads"),
              std::string::npos);
    EXPECT_NE(constant_failure("MPI_X = 1 | -").find("a constant reads"), std::string::npos);
    EXPECT_EQ(constant_failure("MPI_X = one : int | -"), "constants.table:9: 'one' is not an integer");
    EXPECT_NE(constant_failure("MPI_X = 1 : int : \"open | -").find("needs a quote"), std::string::npos);
    EXPECT_NE(constant_failure("X = 1 : int | -").find("is not a name of MPI"), std::string::npos);
}

TEST_F(SpoiledTable, LoadsWhileWhole) {
    EXPECT_EQ(load_failure(), "no error");
}

TEST_F(SpoiledTable, NamesFileAndLine) {
    std::ofstream(directory_ / "info.table") << "# a comment\n\nMPI_X(RANKS rank) | - | a/b\n";
    EXPECT_EQ(load_failure(), (directory_ / "info.table").string() +
                                  ":3: the MPI standard has no parameters of kind 'RANKS'");
}

TEST_F(SpoiledTable, RefusesANameThatStandsTwice) {
    append("info.table", "MPI_Send() | - | a/b\n");
    EXPECT_NE(load_failure().find("MPI_Send is already at"), std::string::npos) << load_failure();
}

TEST_F(SpoiledTable, RefusesAnUnknownChapter) {
    append("extra.table", "MPI_X() | - | a/b\n");
    EXPECT_NE(load_failure().find("extra.table:0: is not a chapter"), std::string::npos) << load_failure();
}

TEST_F(SpoiledTable, RefusesAnUnknownCallbackType) {
    append("info.table", "MPI_X(FUNCTION:MPI_Y f) | - | a/b\n");
    EXPECT_NE(load_failure().find("callbacks.table has no MPI_Y"), std::string::npos) << load_failure();
}

TEST_F(SpoiledTable, MissesAFile) {
    fs::remove(directory_ / "files.table");
    EXPECT_NE(load_failure().find("files.table:0: cannot be read"), std::string::npos) << load_failure();
    EXPECT_NE(failure([] { Table::load("/nowhere"); }).find("/nowhere:0: cannot be read"), std::string::npos);
}

} // namespace
} // namespace sartor::table
