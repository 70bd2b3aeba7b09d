// The features that components, aspects and the MPI interface know. The table of the MPI interface says which
// function or constant asks for which.
#pragma once

#include <string_view>

namespace sartor::feature {

// One feature, one line.
// clang-format off

// Matching: what a receive may leave open, and what tells messages apart.
struct any_source { static constexpr std::string_view name = "any_source"; };
struct any_tag { static constexpr std::string_view name = "any_tag"; };
struct tags { static constexpr std::string_view name = "tags"; };
struct self_communicator { static constexpr std::string_view name = "self_communicator"; };
struct communicators { static constexpr std::string_view name = "communicators"; };
struct groups { static constexpr std::string_view name = "groups"; };
struct local_communicator { static constexpr std::string_view name = "local_communicator"; };
struct intercommunicators { static constexpr std::string_view name = "intercommunicators"; };

// Point-to-point: more than blocking standard mode.
struct immediate { static constexpr std::string_view name = "immediate"; };
struct persistent { static constexpr std::string_view name = "persistent"; };
struct partitioned { static constexpr std::string_view name = "partitioned"; };
struct synchronous { static constexpr std::string_view name = "synchronous"; };
struct buffering { static constexpr std::string_view name = "buffering"; };
struct immediate_flush { static constexpr std::string_view name = "immediate_flush"; };
struct communicator_buffers { static constexpr std::string_view name = "communicator_buffers"; };
struct ready { static constexpr std::string_view name = "ready"; };
struct probing { static constexpr std::string_view name = "probing"; };
struct cancellation { static constexpr std::string_view name = "cancellation"; };
struct generalized_requests { static constexpr std::string_view name = "generalized_requests"; };

// Datatypes, EPOS-MPI section 4.7: without any of these MPI_BYTE is the only one.
struct datatype_basic { static constexpr std::string_view name = "datatype_basic"; };
struct datatype_contiguous { static constexpr std::string_view name = "datatype_contiguous"; };
struct datatype_total { static constexpr std::string_view name = "datatype_total"; };
struct packing { static constexpr std::string_view name = "packing"; };

// Checks of what the ranks say to each other, on request.
struct checked { static constexpr std::string_view name = "checked"; };

// Observers on emulated machines: traces and pictures, on request at a run.
struct observed { static constexpr std::string_view name = "observed"; };

// The program names functions that nobody has implemented yet: calling one ends the run.
struct missing_functions { static constexpr std::string_view name = "missing_functions"; };

// Collectives.
struct collective { static constexpr std::string_view name = "collective"; };
struct immediate_collectives { static constexpr std::string_view name = "immediate_collectives"; };
struct reduction { static constexpr std::string_view name = "reduction"; };
struct neighbourhood { static constexpr std::string_view name = "neighbourhood"; };
struct user_operations { static constexpr std::string_view name = "user_operations"; };

// The environment of a program.
struct attributes { static constexpr std::string_view name = "attributes"; };
struct info { static constexpr std::string_view name = "info"; };
struct names { static constexpr std::string_view name = "names"; };
struct error_handlers { static constexpr std::string_view name = "error_handlers"; };
struct topologies { static constexpr std::string_view name = "topologies"; };
struct thread_callers { static constexpr std::string_view name = "thread_callers"; };
struct threads { static constexpr std::string_view name = "threads"; };
struct windows { static constexpr std::string_view name = "windows"; };
struct files { static constexpr std::string_view name = "files"; };
struct spawning { static constexpr std::string_view name = "spawning"; };
struct sessions { static constexpr std::string_view name = "sessions"; };
struct tools { static constexpr std::string_view name = "tools"; };

// A predefined datatype or operation that the program names, by its value in the standard's ABI.
template <int Value> struct predefined_datatype { static constexpr std::string_view name = "predefined_datatype"; };
template <int Value> struct predefined_operation { static constexpr std::string_view name = "predefined_operation"; };

// clang-format on

} // namespace sartor::feature
