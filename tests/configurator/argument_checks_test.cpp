// Which arguments are checked, and how, follows from the table.
#include "configurator/cut/argument_checks.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const table::Table& mpi() {
    static const table::Table loaded = table::Table::load(TEST_TABLE);
    return loaded;
}

std::vector<std::string> checks_of(const char* function) {
    return argument_checks(*mpi().find_function(function), false);
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
    EXPECT_THAT(checks_of("MPI_Abort"),
                ElementsAre("call.initialized()", "call.communicator(\"comm\", comm)"));
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
                            "call.request_array(\"array_of_requests\", count, array_of_requests)"));
    EXPECT_THAT(checks_of("MPI_Testall"),
                ElementsAre("call.initialized()", "call.length(\"count\", count)",
                            "call.requests(\"array_of_requests\", count, array_of_requests)",
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
        ElementsAre("call.initialized()", "call.callback(\"user_fn\", user_fn)", "call.result(\"op\", op)"));
    EXPECT_THAT(checks_of("MPI_Comm_create_keyval"),
                ElementsAre("call.initialized()", "call.result(\"comm_keyval\", comm_keyval)"));
}

TEST(ArgumentChecks, ArraysAreThereUnlessTheirLengthIsZero) {
    EXPECT_THAT(checks_of("MPI_Group_range_incl"),
                ElementsAre("call.initialized()", "call.group(\"group\", group)", "call.length(\"n\", n)",
                            "call.array(\"ranges\", ranges, n)", "call.result(\"newgroup\", newgroup)"));
    EXPECT_THAT(checks_of("MPI_Waitsome"),
                ElementsAre("call.initialized()", "call.length(\"incount\", incount)",
                            "call.requests(\"array_of_requests\", incount, array_of_requests)",
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

TEST(ArgumentChecks, EveryFunctionHasChecksThatNameItsParameters) {
    for (const table::Function& function : mpi().functions())
        for (const std::string& check : argument_checks(function, function.has_large_twin()))
            EXPECT_TRUE(check.starts_with("call.")) << function.name << ": " << check;
}

} // namespace
} // namespace sartor::configurator
