// What functions of the C library return in buffers of theirs belongs to the rank.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <arpa/inet.h>
#include <pwd.h>
#include <search.h>
#include <signal.h>
#include <time.h>
#include <wchar.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    time_t when = 86400 * (time_t)(366 + 400 * rank);
    struct tm expected, *local, *universal;
    localtime_r(&when, &expected);
    local = localtime(&when);
    universal = gmtime(&when);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(local->tm_year == expected.tm_year && local->tm_mon == expected.tm_mon);
    CHECK(universal->tm_year == expected.tm_year);
    char text[64], *shown = asctime(&expected);
    asctime_r(&expected, text);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0);
    shown = ctime(&when);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0);
    shown = strerror(5000 + rank);
    snprintf(text, sizeof text, "Unknown error %d", 5000 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0);
    shown = strsignal(500 + rank);
    snprintf(text, sizeof text, "Unknown signal %d", 500 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0);
    struct in_addr address = {htonl(0x7f000001u + (unsigned)rank)};
    shown = inet_ntoa(address);
    snprintf(text, sizeof text, "127.0.0.%d", 1 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0);
    struct passwd* user = getpwuid(rank == 1 ? 1 : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(user == NULL || user->pw_uid == (rank == 1 ? 1 : 0));
    int point, sign;
    shown = fcvt(rank + 0.5, 1, &point, &sign);
    snprintf(text, sizeof text, "%d5", rank == 0 ? 0 : rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(strcmp(shown, text) == 0 || strcmp(shown, text + 1) == 0);
    ENTRY entry = {"key", text};
    CHECK(hcreate(10) != 0 && hsearch(entry, ENTER) != NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(hsearch(entry, FIND) != NULL && hsearch(entry, FIND)->data == text);
    hdestroy();
    return end("buffers of the C library");
}
