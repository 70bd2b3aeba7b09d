// Kinds of requests: a program has those that its features name, and each request is of the first that it is.
#include "mpi_api/state/request_kinds.hpp"

#include <string>

#include <gtest/gtest.h>

namespace {

using namespace sartor;
using namespace sartor::mpi::request_kinds;
using boost::mp11::mp_list;

template <bool in_one_space, Feature... Fs>
struct Types {
    using Features = features<Fs...>;
    struct Machine {
        static constexpr bool shares_memory = in_one_space;
    };
};

static_assert(std::is_same_v<of<Types<true, feature::immediate>>, mp_list<Message>>);
static_assert(std::is_same_v<of<Types<true, feature::immediate, feature::windows>>, mp_list<Message>>,
              "on one machine operations on windows are over when they are called");
static_assert(std::is_same_v<of<Types<false, feature::windows>>, mp_list<OneSided, Message>>);
static_assert(std::is_same_v<of<Types<true, feature::partitioned, feature::generalized_requests>>,
                             mp_list<Generalized, Partitioned, Task, Message>>);

struct Request {
    using Kinds = of<Types<true, feature::immediate_collectives, feature::generalized_requests>>;
    struct OfTask {
        bool complete = false;
    };
    struct General {
        MPI_Grequest_query_function* query = nullptr;
        bool complete = true;
    };
    OfTask* task = nullptr;
    General general;
    bool sends = false, receives = false, cancelled = false;
    OfTask sending, receiving; // not looked at
};

int query(void*, MPI_Status*) {
    return MPI_SUCCESS;
}

std::string kind_of(const Request& request) {
    return sartor::mpi::by_kind(request, [](auto kind) -> std::string {
        return kind.is_task ? "task" : kind.is_of_program ? "generalized" : "message";
    });
}

TEST(RequestKinds, ARequestIsOfTheFirstKindThatItIs) {
    Request request;
    EXPECT_EQ(kind_of(request), "message");
    Request::OfTask task;
    request.task = &task;
    EXPECT_EQ(kind_of(request), "task");
    request.general.query = &query;
    EXPECT_EQ(kind_of(request), "generalized");
}

TEST(RequestKinds, EachSaysWhetherItIsComplete) {
    const auto is_complete = [](const Request& request) {
        return sartor::mpi::by_kind(request, [&](auto kind) {
            if constexpr (std::is_same_v<decltype(kind), Message>)
                return true; // needs a channel
            else
                return kind.is_complete(request);
        });
    };
    Request request;
    EXPECT_TRUE(is_complete(request));
    Request::OfTask task;
    request.task = &task;
    EXPECT_FALSE(is_complete(request));
    task.complete = true;
    EXPECT_TRUE(is_complete(request));
}

} // namespace
