// The system's log has the name and the mask of each rank.
// ranks: 1 3
// stderr: ^rank_[0-9]: an error of [0-9]$
// count: N ^own name$
// oracle: no
#include "../common/program.h"
#include <fcntl.h>
#include <syslog.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[32];
    snprintf(name, sizeof name, "rank_%d", rank);
    openlog(name, LOG_PERROR, LOG_USER);
    if (rank == 1) CHECK(setlogmask(LOG_UPTO(LOG_ERR)) == LOG_UPTO(LOG_DEBUG));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(setlogmask(0) == LOG_UPTO(rank == 1 ? LOG_ERR : LOG_DEBUG));
    syslog(LOG_ERR, "an error of %d", rank);
    closelog();
    printf("own name\n");
    return end("the system's log");
}
