// What the words of rows and the attributes of parameters say, and which are refused.
#include "mpi_api/table/reader/parse.hpp"
#include "tests/mpi_api/table/real_table.hpp"
#include "tests/mpi_api/table/spoiled_table.hpp"

namespace sartor::table {
namespace {

Function row(const std::string& text) {
    return parse_function({text, "x.table:7"}, "x");
}

Parameter parameter(const std::string& text) {
    return parse_parameter({text, "x.table:7"}, text);
}

template <class Parse>
std::string refusal(const Parse& parse, const std::string& text) {
    return failure([&] { parse(text); });
}

TEST(Attribute, SaysASpecialValue) {
    EXPECT_EQ(parameter("RANK a").special_value, SpecialValue::none);
    EXPECT_EQ(parameter("COMMUNICATOR a or-null").special_value, SpecialValue::null);
    EXPECT_EQ(parameter("FUNCTION:MPI_F a or-null").special_value, SpecialValue::null);
    EXPECT_EQ(parameter("RANK a or-proc-null").special_value, SpecialValue::proc_null);
    EXPECT_EQ(parameter("TAG a or-any").special_value, SpecialValue::any);
    EXPECT_EQ(parameter("RANK a or-root").special_value, SpecialValue::root);
}

TEST(Attribute, SaysWhereTheArgumentIsSignificant) {
    EXPECT_TRUE(parameter("RANK a").checked_at_entry());
    EXPECT_EQ(parameter("RANK a at-root").significance, Significance::at_root);
    EXPECT_EQ(parameter("RANK a at-leader").significance, Significance::at_leader);
    EXPECT_EQ(parameter("RANK a in-place").significance, Significance::unless_in_place);
    EXPECT_TRUE(parameter("RANK a unchecked").unchecked);
    for (const char* attribute : {"at-root", "at-leader", "in-place", "unchecked"})
        EXPECT_FALSE(parameter(std::string("RANK a ") + attribute).checked_at_entry()) << attribute;
}

TEST(Attribute, StandsInAnyOrder) {
    for (const char* text : {"const INFO a[n] at-root large-only", "const INFO a[n] large-only at-root"}) {
        EXPECT_TRUE(parameter(text).large_only) << text;
        EXPECT_EQ(parameter(text).significance, Significance::at_root) << text;
    }
}

TEST(Attribute, IsKnown) {
    EXPECT_EQ(
        refusal(parameter, "RANK a at-roots"),
        "x.table:7: 'at-roots' is not known here; the words are or-null, or-proc-null, or-any, or-root, "
        "at-root, at-leader, in-place, unchecked, large-only");
    EXPECT_NE(refusal(parameter, "RANK a any-time").find("is not known here"), std::string::npos);
}

TEST(Attribute, ContradictsNoOther) {
    EXPECT_EQ(refusal(parameter, "RANK a or-any or-root"),
              "x.table:7: 'or-any' and 'or-root' contradict each other");
    EXPECT_EQ(refusal(parameter, "RANK a at-root unchecked"),
              "x.table:7: 'at-root' and 'unchecked' contradict each other");
    EXPECT_EQ(refusal(parameter, "RANK a at-root or-any at-root"), "x.table:7: 'at-root' stands twice");
}

TEST(Attribute, FitsItsKind) {
    for (const char* text : {"RANK a or-null", "BUFFER a or-null", "TAG a or-proc-null", "TAG a or-root",
                             "COMMUNICATOR a or-any"})
        EXPECT_NE(refusal(parameter, text).find("its kind has no such special value"), std::string::npos)
            << text;
    for (const char* text : {"out RANK a or-any", "const RANK a[n] or-any"})
        EXPECT_NE(refusal(parameter, text).find("passes by value"), std::string::npos) << text;
}

TEST(RowWord, SaysWhatTheFunctionIs) {
    const Function plain = row("MPI_X() | - | a/b");
    EXPECT_FALSE(plain.any_time || plain.world_model || plain.frequent || plain.brief || plain.collective());
    EXPECT_TRUE(row("MPI_X() | - | a/b any-time").any_time);
    EXPECT_TRUE(row("MPI_X() | - | a/b world-model").world_model);
    EXPECT_TRUE(row("MPI_X(COMMUNICATOR c) | - | a/b frequent").frequent);
    EXPECT_TRUE(row("MPI_X() | - | a/b brief").brief);
    EXPECT_EQ(row("MPI_X() | - | a/b any-time brief").implementation, "a/b");
}

TEST(RowWord, SaysTheFormOfACollective) {
    const Function blocking = row("MPI_Xy(COMMUNICATOR c) | - | a/b collective");
    EXPECT_TRUE(blocking.collective());
    EXPECT_FALSE(blocking.begins_collective());
    EXPECT_EQ(blocking.blocking_name(), "MPI_Xy");
    const Function nonblocking =
        row("MPI_Ixy(COMMUNICATOR c, out REQUEST r) | - | a/b nonblocking-collective");
    EXPECT_TRUE(nonblocking.begins_collective());
    EXPECT_EQ(nonblocking.blocking_name(), "MPI_Xy");
    const Function persistent =
        row("MPI_Xy_init(COMMUNICATOR c, out REQUEST r) | - | a/b persistent-collective");
    EXPECT_TRUE(persistent.begins_collective());
    EXPECT_EQ(persistent.blocking_name(), "MPI_Xy");
}

TEST(RowWord, IsKnownAndContradictsNoOther) {
    EXPECT_EQ(
        refusal(row, "MPI_X() | - | a/b often"),
        "x.table:7: 'often' is not known here; the words are returns-errors, any-time, "
        "world-model, frequent, brief, names-memory, counts-strings, collective, nonblocking-collective, "
        "persistent-collective");
    EXPECT_EQ(refusal(row, "MPI_X() | - | a/b any-time world-model"),
              "x.table:7: 'any-time' and 'world-model' contradict each other");
    EXPECT_EQ(refusal(row, "MPI_X() | - | a/b any-time any-time"), "x.table:7: 'any-time' stands twice");
    EXPECT_NE(
        refusal(row, "MPI_X(COMMUNICATOR c) | - | a/b collective nonblocking-collective").find("contradict"),
        std::string::npos);
}

TEST(RowWord, FitsTheRow) {
    EXPECT_NE(refusal(row, "MPI_X() | - | a/b frequent").find("needs a communicator"), std::string::npos);
    EXPECT_NE(refusal(row, "MPI_X() | - | a/b collective").find("needs a communicator"), std::string::npos);
    for (const char* text : {"MPI_X(COMMUNICATOR c, out REQUEST r) | - | a/b collective",
                             "MPI_Ix(COMMUNICATOR c) | - | a/b nonblocking-collective"})
        EXPECT_NE(refusal(row, text).find("returns a request"), std::string::npos) << text;
    EXPECT_NE(refusal(row, "MPI_X() | - | ").find("a header that implements it"), std::string::npos);
}

TEST_F(SpoiledTable, MissesTheBlockingFormOfACollective) {
    append("collectives.table",
           "MPI_Ix(COMMUNICATOR c, out REQUEST r) | collective | a/b nonblocking-collective\n");
    EXPECT_NE(load_failure().find("there is no collective MPI_X, whose form MPI_Ix could be"),
              std::string::npos)
        << load_failure();
}

/// The standard says the same of each form of a collective.
TEST(RealTable, SaysTheSameOfAllFormsOfACollective) {
    for (const Function& function : real_table().functions()) {
        if (!function.begins_collective()) continue;
        const Function& blocking = *real_table().find_function(function.blocking_name());
        for (std::size_t i = 0; i < blocking.parameters.size(); ++i) {
            const Parameter& one = blocking.parameters[i];
            const Parameter& other = function.parameters[i];
            EXPECT_EQ(one.name, other.name) << function.name;
            EXPECT_TRUE(one.significance == other.significance && one.unchecked == other.unchecked &&
                        one.special_value == other.special_value)
                << function.name << ": " << one.name;
        }
    }
}

} // namespace
} // namespace sartor::table
