# The jump of contexts pushes an address (jump.hpp).
set(SARTOR_OPTIONS_OF_CONTEXT -mno-red-zone)
