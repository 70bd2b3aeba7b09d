// What every cut library begins and ends with. The generated source states the program's features and
// machine, includes the functions that the program calls, and puts the macro behind their entries.
#pragma once

#include "framework/graph.hpp"
#include "mpi_api/call/entry.hpp"
#include "mpi_api/call/graph.hpp"
#include "mpi_api/call/row.hpp"
#include "mpi_api/runtime.hpp"
#include "selection/configuration.hpp"
#include "transports/host/machine.hpp"

// The runtime's view of the library, and the library's description of itself.
// PROGRAM is a type with `features` and `machine`. Defines the two symbols that the executable looks for: the
// runtime's table of functions, and in section .sartor.graph the text that `sartor explain` prints.
#define SARTOR_CUT_END(PROGRAM)                                                                              \
    extern "C" {                                                                                             \
    extern const sartor::process::Program sartor_program;                                                    \
    constinit const sartor::process::Program sartor_program = sartor::mpi::runtime_program<PROGRAM>();       \
    }                                                                                                        \
    [[gnu::used, gnu::section(".sartor.graph")]] static constexpr auto sartor_graph =                        \
        sartor::description<sartor::mpi::graph_of<PROGRAM>>();
