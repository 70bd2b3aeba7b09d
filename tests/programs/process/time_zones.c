// Each rank has the time zone of its own environment.
// ranks: 1 3 4
// machine: host
#include "../common/program.h"
#include <time.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    static const char* const zones[] = {"UTC0", "EST5", "CET-1", "JST-9"};
    static const int hours[] = {0, -5, 1, 9};
    const int which = rank % 4;
    for (int turn = 0; turn < 100; ++turn) {
        setenv("TZ", zones[which], 1);
        tzset();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    time_t noon = 12 * 3600;
    for (int turn = 0; turn < 3; ++turn) {
        struct tm time = *localtime(&noon);
        CHECK(time.tm_hour == 12 + hours[which]);
        MPI_Barrier(MPI_COMM_WORLD);
        struct tm again = {.tm_year = 70, .tm_mday = 1, .tm_hour = 12};
        CHECK(mktime(&again) == noon - 3600 * hours[which]);
        MPI_Barrier(MPI_COMM_WORLD);
        char text[40];
        CHECK(strftime(text, sizeof text, "%Z", &time) == 3 && strncmp(text, zones[which], 3) == 0);
        struct tm other;
        CHECK(localtime_r(&noon, &other) == &other && other.tm_hour == time.tm_hour);
        CHECK(ctime_r(&noon, text) == text && atoi(text + 11) == time.tm_hour);
    }
    tzset();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(timezone == -3600L * hours[which] && strncmp(tzname[0], zones[which], 3) == 0);
    return end("time zones of ranks");
}
