// A family none of whose members serves the features.
#include "framework/select.hpp"

struct fast { static constexpr std::string_view name = "fast"; };
struct Racer {};
struct Walker {};

#ifdef MUST_FAIL
using Chosen = sartor::select<sartor::family<sartor::when<Racer, fast>>, sartor::features<>>;
#else
using Chosen = sartor::select<sartor::family<sartor::when<Racer, fast>, sartor::otherwise<Walker>>, sartor::features<>>;
#endif
Chosen chosen;
