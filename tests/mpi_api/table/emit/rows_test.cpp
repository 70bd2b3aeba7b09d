// Rows as types: their words and arguments, and which of these are checked at the entry.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/reader/parse.hpp"
#include "tests/mpi_api/table/real_table.hpp"

#include <gmock/gmock.h>

namespace sartor::table {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The conditions of a row, in their order: between "if (" and the return of the error.
std::vector<std::string> checks_in(const std::string& row) {
    const std::string begin = "        if (";
    const std::size_t from = row.find(begin);
    if (from == std::string::npos) return {};
    const std::size_t first = from + begin.size();
    std::string rest = row.substr(first, row.find("\n            return call.error();", first) - first);
    rest = rest.substr(0, rest.rfind(')')); // that of the condition
    std::vector<std::string> checks;
    const std::string separator = " ||\n            ";
    for (std::size_t end = 0; end != std::string::npos;) {
        end = rest.find(separator);
        checks.push_back(rest.substr(1, end - 1)); // without the negation
        rest = end == std::string::npos ? "" : rest.substr(end + separator.size());
    }
    return checks;
}

std::vector<std::string> checks_of(const char* function) {
    return checks_in(emit_row(*real_table().find_function(function)));
}

TEST(ArgumentChecks, SendChecksItsMessageAndItsDestination) {
    EXPECT_THAT(checks_of("MPI_Send"),
                ElementsAre("call.initialized()", "call.communicator(\"comm\", comm)",
                            "call.count(\"count\", count)", "call.committed(\"datatype\", datatype, dest)",
                            "call.buffer(\"buf\", buf, count, datatype, dest)",
                            "call.destination(\"dest\", dest, comm)", "call.send_tag(\"tag\", tag)"));
}

TEST(ArgumentChecks, ReceiveHasASourceAndNeverChecksItsStatus) {
    EXPECT_THAT(checks_of("MPI_Recv"),
                ElementsAre("call.initialized()", "call.communicator(\"comm\", comm)",
                            "call.count(\"count\", count)", "call.committed(\"datatype\", datatype, source)",
                            "call.buffer(\"buf\", buf, count, datatype, source)",
                            "call.source(\"source\", source, comm)", "call.receive_tag(\"tag\", tag)"));
}

TEST(ArgumentChecks, SendrecvTellsItsTwoSidesApart) {
    const std::vector<std::string> checks = checks_of("MPI_Sendrecv");
    EXPECT_THAT(checks, testing::IsSupersetOf(
                            {"call.send_tag(\"sendtag\", sendtag)", "call.receive_tag(\"recvtag\", recvtag)",
                             "call.buffer(\"sendbuf\", sendbuf, sendcount, sendtype, dest)",
                             "call.buffer(\"recvbuf\", recvbuf, recvcount, recvtype, source)"}));
}

TEST(ArgumentChecks, FunctionsForAnyTimeNeedNoInitialization) {
    EXPECT_THAT(checks_of("MPI_Init"), IsEmpty());
    EXPECT_THAT(checks_of("MPI_Initialized"), ElementsAre("call.result(\"flag\", flag)"));
    EXPECT_THAT(checks_of("MPI_Wtime"), IsEmpty());
    EXPECT_THAT(checks_of("MPI_Abort"), ElementsAre("call.initialized_with_communicator(\"comm\", comm)"));
}

TEST(ArgumentChecks, FunctionsOfSessionsNeedTheirSessionAlone) {
    EXPECT_THAT(checks_of("MPI_Session_get_num_psets"),
                ElementsAre("call.session(\"session\", session)", "call.hints(\"info\", info)",
                            "call.result(\"npset_names\", npset_names)"));
    EXPECT_THAT(checks_of("MPI_Session_finalize"), ElementsAre("call.result(\"session\", session)"));
    EXPECT_THAT(checks_of("MPI_Finalize"), ElementsAre("call.world_initialized()"));
}

TEST(ArgumentChecks, TheHandlerOfANewObjectComesFirst) {
    EXPECT_THAT(checks_of("MPI_Session_init"),
                ElementsAre("call.new_sessions_handler(\"errhandler\", errhandler)",
                            "call.hints(\"info\", info)", "call.result(\"session\", session)"));
    EXPECT_THAT(checks_of("MPI_Comm_create_from_group"),
                ElementsAre("call.initialized()",
                            "call.new_communicators_handler(\"errhandler\", errhandler)",
                            "call.group(\"group\", group)", "call.hints(\"info\", info)",
                            "call.result(\"newcomm\", newcomm)"));
}

TEST(ArgumentChecks, CompletionChecksRequests) {
    EXPECT_THAT(checks_of("MPI_Wait"),
                ElementsAre("call.initialized()", "call.request(\"request\", request)"));
    EXPECT_THAT(checks_of("MPI_Waitall"),
                ElementsAre("call.initialized()", "call.length(\"count\", count)",
                            "call.request_array(\"array_of_requests\", array_of_requests, count)"));
    EXPECT_THAT(checks_of("MPI_Testall"),
                ElementsAre("call.initialized()", "call.length(\"count\", count)",
                            "call.requests(\"array_of_requests\", array_of_requests, count)",
                            "call.result(\"flag\", flag)"));
}

TEST(ArgumentChecks, WhatIsReadBehindAPointerIsThere) {
    EXPECT_THAT(checks_of("MPI_Group_free"),
                ElementsAre("call.initialized()", "call.result(\"group\", group)"));
    EXPECT_THAT(
        checks_of("MPI_Test_cancelled"),
        ElementsAre("call.initialized()", "call.result(\"status\", status)", "call.result(\"flag\", flag)"));
    EXPECT_THAT(
        checks_of("MPI_Op_create"),
        ElementsAre("call.initialized()", "call.result(\"user_fn\", user_fn)", "call.result(\"op\", op)"));
    EXPECT_THAT(checks_of("MPI_Comm_create_keyval"),
                ElementsAre("call.initialized()", "call.result(\"comm_keyval\", comm_keyval)"));
}

TEST(ArgumentChecks, ArraysAreThereUnlessTheirLengthIsZero) {
    EXPECT_THAT(checks_of("MPI_Group_range_incl"),
                ElementsAre("call.initialized()", "call.group(\"group\", group)", "call.length(\"n\", n)",
                            "call.array(\"ranges\", ranges, n)", "call.result(\"newgroup\", newgroup)"));
    EXPECT_THAT(checks_of("MPI_Waitsome"),
                ElementsAre("call.initialized()", "call.length(\"incount\", incount)",
                            "call.requests(\"array_of_requests\", array_of_requests, incount)",
                            "call.result(\"outcount\", outcount)",
                            "call.array(\"array_of_indices\", array_of_indices, incount)"));
}

TEST(ArgumentChecks, CollectivesLeaveOneSidedArgumentsToTheImplementation) {
    EXPECT_THAT(checks_of("MPI_Gather"),
                ElementsAre("call.initialized()", "call.communicator(\"comm\", comm)",
                            "call.root(\"root\", root, comm)"));
    EXPECT_THAT(checks_of("MPI_Reduce"),
                ElementsAre("call.initialized()", "call.communicator(\"comm\", comm)",
                            "call.count(\"count\", count)", "call.committed(\"datatype\", datatype)",
                            "call.operation(\"op\", op, datatype)", "call.root(\"root\", root, comm)"));
}

// Rows with names that no function of MPI has: the rules know kinds and words of the table only.
std::vector<std::string> checks_of_row(const std::string& row) {
    return checks_in(emit_row(parse_function({row, "made_up.table:1"}, "made_up")));
}

TEST(MadeUpRows, SayWhenTheyMayBeCalled) {
    EXPECT_THAT(checks_of_row("MPI_Zig() | - | a/b"), ElementsAre("call.initialized()"));
    EXPECT_THAT(checks_of_row("MPI_Zig() | - | a/b any-time"), IsEmpty());
    EXPECT_THAT(checks_of_row("MPI_Zig() | - | a/b world-model"), ElementsAre("call.world_initialized()"));
}

TEST(MadeUpRows, SayWhichSpecialValuesAreRight) {
    EXPECT_THAT(
        checks_of_row("MPI_Zig(RANK a, RANK b or-proc-null, RANK c or-any, RANK d or-root, TAG e, TAG f "
                      "or-any, COMMUNICATOR g) | - | a/b any-time"),
        ElementsAre("call.communicator(\"g\", g)", "call.rank(\"a\", a, g)", "call.destination(\"b\", b, g)",
                    "call.source(\"c\", c, g)", "call.root(\"d\", d, g)", "call.send_tag(\"e\", e)",
                    "call.receive_tag(\"f\", f)"));
    EXPECT_THAT(checks_of_row("MPI_Zig(COMMUNICATOR a or-null, DATATYPE b or-null, INFO c or-null, INFO d, "
                              "FUNCTION:MPI_F e or-null, FUNCTION:MPI_F f) | - | a/b any-time"),
                ElementsAre("call.communicator_or_null(\"a\", a)", "call.datatype_or_null(\"b\", b)",
                            "call.hints(\"c\", c)", "call.info(\"d\", d)", "call.result(\"f\", f)"));
}

TEST(MadeUpRows, LeaveWhatIsNotSignificantEverywhereToTheImplementation) {
    for (const char* word : {"at-root", "at-leader", "in-place", "unchecked"})
        for (const char* parameter : {"COMMUNICATOR a", "RANK a", "INFO a", "GROUP a", "DATATYPE a",
                                      "out INDEX a", "POLYXFER_NUM_ELEM_NNI a"})
            EXPECT_THAT(
                checks_of_row(std::string("MPI_Zig(") + parameter + " " + word + ") | - | a/b any-time"),
                IsEmpty())
                << parameter << " " << word;
    EXPECT_THAT(checks_of_row("MPI_Zig(ARRAY_LENGTH_NNI n, inout REQUEST a[n] unchecked) | - | a/b any-time"),
                ElementsAre("call.length(\"n\", n)", "call.request_array(\"a\", a, n)"));
}

TEST(MadeUpRows, HaveThePeerOfADatatypeBehindIt) {
    EXPECT_THAT(
        checks_of_row("MPI_Zig(BUFFER a, POLYXFER_NUM_ELEM_NNI b, DATATYPE c, RANK d or-proc-null, BUFFER e, "
                      "POLYXFER_NUM_ELEM_NNI f, DATATYPE g, RANK h or-any, COMMUNICATOR i) | - | a/b"),
        testing::IsSupersetOf({"call.committed(\"c\", c, d)", "call.buffer(\"a\", a, b, c, d)",
                               "call.committed(\"g\", g, h)", "call.buffer(\"e\", e, f, g, h)"}));
    EXPECT_THAT(
        checks_of_row("MPI_Zig(BUFFER a, POLYXFER_NUM_ELEM_NNI b, DATATYPE c, RANK d or-root, COMMUNICATOR "
                      "e) | - | a/b collective"),
        testing::AllOf(testing::Contains("call.committed(\"c\", c)"),
                       testing::Not(testing::Contains(testing::StartsWith("call.buffer(")))));
}

TEST(Rows, SayWhatTheirArgumentsAre) {
    const std::string row = emit_row(*real_table().find_function("MPI_Recv"));
    EXPECT_THAT(row, testing::HasSubstr("struct MPI_Recv : Row {"));
    EXPECT_THAT(row, testing::HasSubstr("static constexpr Pace pace = Pace::frequent;"));
    EXPECT_THAT(row, testing::HasSubstr("{\"buf\", Role::buffer, Direction::out}"));
    EXPECT_THAT(row, testing::HasSubstr("{\"source\", Role::rank, Direction::in, Special::any}"));
    EXPECT_THAT(row, testing::HasSubstr("return recv(call, arguments...);"));
    EXPECT_THAT(row, testing::HasSubstr("struct MPI_Recv_c : MPI_Recv {"));
    EXPECT_THAT(row, testing::HasSubstr(
                         "#define SARTOR_PROTOTYPE_MPI_Recv_c(NAME) int NAME(void* buf, MPI_Count count,"));
    EXPECT_THAT(row,
                testing::HasSubstr(
                    "#define SARTOR_ARGUMENTS_MPI_Recv buf, count, datatype, source, tag, comm, status"));
}

TEST(Rows, OfFunctionsWithoutErrorsCheckNothing) {
    EXPECT_THAT(emit_row(*real_table().find_function("MPI_Wtime")),
                testing::Not(testing::HasSubstr("is_checked")));
}

// A datatype remembers which counts it was made with; results and arrays of counts are of either type.
TEST(Rows, ShareABodyOfBothSizesUnlessItDependsOnTheTypeOfCounts) {
    for (const char* name : {"MPI_Send", "MPI_Bcast"})
        EXPECT_THAT(emit_row(*real_table().find_function(name)), testing::HasSubstr("shares_body = true"))
            << name;
    for (const char* name :
         {"MPI_Type_contiguous", "MPI_Get_count", "MPI_Type_get_extent", "MPI_Gatherv", "MPI_Ibcast"})
        EXPECT_THAT(emit_row(*real_table().find_function(name)), testing::HasSubstr("shares_body = false"))
            << name;
}

TEST(Rows, OfWhatBeginsACollectiveNameThatOfBothForms) {
    EXPECT_THAT(emit_row(*real_table().find_function("MPI_Ibcast")),
                testing::HasSubstr("using begun = MPI_Bcast_begun;"));
    EXPECT_THAT(emit_row(*real_table().find_function("MPI_Bcast_init")),
                testing::HasSubstr("using begun = MPI_Bcast_begun;"));
    const std::string row = emit_row(*real_table().find_function("MPI_Bcast"));
    EXPECT_THAT(checks_in(row.substr(row.find("struct MPI_Bcast_begun"))),
                ElementsAre("call.initialized_with_communicator(\"comm\", comm)",
                            "call.count(\"count\", count)", "call.committed(\"datatype\", datatype)",
                            "call.root(\"root\", root, comm)", "call.result(\"request\", request)"));
}

} // namespace
} // namespace sartor::table
