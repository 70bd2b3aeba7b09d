// A member behind the one that is always good enough.
#include "framework/select.hpp"

struct fast { static constexpr std::string_view name = "fast"; };
struct Racer {};
struct Walker {};

#ifdef MUST_FAIL
using Family = sartor::family<sartor::otherwise<Walker>, sartor::when<Racer, fast>>;
#else
using Family = sartor::family<sartor::when<Racer, fast>, sartor::otherwise<Walker>>;
#endif
sartor::select<Family, sartor::features<fast>> chosen;
