// What every cut library begins and ends with. The generated source states the program's features and
// machine, includes the functions that the program calls, and puts their entries between the two macros.
#pragma once

#include "components/configuration/configuration.hpp"
#include "components/configuration/host.hpp"
#include "mpi_api/call.hpp"
#include "mpi_api/look_up.hpp"
#include "mpi_api/runtime.hpp"

#define SARTOR_CUT_BEGIN

// The runtime's view of the library, and the library's description of itself.
#define SARTOR_CUT_END(PROGRAM)                                                                              \
    extern "C" {                                                                                             \
    extern const sartor::process::Program sartor_program;                                                    \
    constinit const sartor::process::Program sartor_program = sartor::mpi::runtime_program<PROGRAM>();       \
    }                                                                                                        \
    [[gnu::used, gnu::section(".sartor.graph")]] static constexpr auto sartor_graph =                        \
        sartor::description<sartor::graph_of<sartor::mpi::Interface<PROGRAM>>>();
