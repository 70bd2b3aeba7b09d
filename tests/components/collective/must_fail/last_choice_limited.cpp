// A collective whose choices end with an algorithm for short data only.
#include "components/collective/choice/choice.hpp"

struct Short {};
struct Any {};
using sartor::collective::upto;
#ifdef MUST_FAIL
using Choices = sartor::collective::choices<upto<Short, 64>, upto<Any, 4096>>;
#else
using Choices = sartor::collective::choices<upto<Short, 64>, upto<Any>>;
#endif
void choose(std::size_t bytes, int ranks) {
    sartor::collective::internal::Chooser<Choices>::choose(bytes, ranks, [](auto) {});
}
