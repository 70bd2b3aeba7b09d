// A member that is chosen by features, of which none is named: it would never be chosen.
#include "framework/select.hpp"

struct Plain {};
#ifdef MUST_FAIL
using Family = sartor::family<sartor::when<Plain>>;
#else
using Family = sartor::family<sartor::otherwise<Plain>>;
#endif
sartor::select<Family, sartor::features<>> chosen;
