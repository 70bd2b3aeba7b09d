// How what is launched knows its place: environment variables by which scripts and libraries find a rank's
// place before MPI_Init, under the names that other launchers give them: Open MPI's mpirun (mpirun(1),
// "Exported Environment Variables") and MPICH's Hydra.
#pragma once

namespace sartor::process {

struct LaunchPlace {
    int rank;  // in MPI_COMM_WORLD
    int ranks; // of it
    int local; // among the ranks of this computer
    int local_ranks;
};

// Only ranks of a run have it, and what they start.
inline constexpr const char* own_number_variable = "SARTOR_RANK";

// sartor run-as-process FILE NAME [ARGUMENTS...], by which a program that was made for one process becomes
// one of several: not for use by hand.
inline constexpr const char* run_as_process_command = "run-as-process";

// visit(name, value) for each variable.
template <class Visit>
void each_launch_variable(const LaunchPlace& place, Visit visit) {
    visit(own_number_variable, place.rank);
    visit("OMPI_COMM_WORLD_RANK", place.rank);
    visit("OMPI_COMM_WORLD_SIZE", place.ranks);
    visit("OMPI_COMM_WORLD_LOCAL_RANK", place.local);
    visit("OMPI_COMM_WORLD_LOCAL_SIZE", place.local_ranks);
    visit("OMPI_COMM_WORLD_NODE_RANK", place.local);
    visit("OMPI_UNIVERSE_SIZE", place.ranks);
    visit("PMI_RANK", place.rank);
    visit("PMI_SIZE", place.ranks);
    visit("MPI_LOCALRANKID", place.local);
    visit("MPI_LOCALNRANKS", place.local_ranks);
}

} // namespace sartor::process
