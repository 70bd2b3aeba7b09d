// A feature needs a name.
#include "framework/features.hpp"

struct named { static constexpr std::string_view name = "named"; };
struct nameless {};

#ifdef MUST_FAIL
using Set = sartor::features<nameless>;
#else
using Set = sartor::features<named>;
#endif
static_assert(sartor::has<Set, named>);
