// A feature that is not in features.table.
#include "components/features.hpp"
#include "framework/features.hpp"

#ifdef MUST_FAIL
using Set = sartor::features<sartor::feature::imediate>;
#else
using Set = sartor::features<sartor::feature::immediate>;
#endif
Set features;
