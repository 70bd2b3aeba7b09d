// A program whose unused sections the linker removes.
// flags: -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
#include "../cplusplus/exceptions.cpp"
