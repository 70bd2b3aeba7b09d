// A table whose values own memory: it moves them as bytes when it grows.
#include "emulation/sparse.hpp"

#include <memory>

#ifdef MUST_FAIL
using Value = std::unique_ptr<int>;
#else
using Value = int*;
#endif
sartor::machine::manycore::Sparse<Value> values;
