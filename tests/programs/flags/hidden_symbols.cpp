// A program compiled with hidden symbols, as libraries often are.
// flags: -O2 -fvisibility=hidden -fvisibility-inlines-hidden
// with: ../cplusplus/units/counters.cpp
#include "../cplusplus/variables.cpp"
