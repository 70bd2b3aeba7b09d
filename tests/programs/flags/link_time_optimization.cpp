// A program compiled and linked with link-time optimization keeps its private variables.
// flags: -O2 -flto
// with: ../cplusplus/units/counters.cpp
#include "../cplusplus/variables.cpp"
