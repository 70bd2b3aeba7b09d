// Values that the model moves as bytes, but that own memory.
#include "emulation/array.hpp"

#ifdef MUST_FAIL
struct Value {
    Value(const Value&);
    ~Value();
};
#else
struct Value {
    int number;
};
#endif
sartor::machine::manycore::Array<Value> values;
