// Further results and states that the C library keeps for a process belong to the rank.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

static void check_numbers(void) {
    int point, sign;
    const char* digits = qecvt(1.5L + rank, 3, &point, &sign);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(digits[0] == '1' + rank);
    digits = qfcvt(1.5L + rank, 1, &point, &sign);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(digits[0] == '1' + rank);
    digits = qfcvt(1e600L, 2, &point, &sign);
    CHECK(digits != NULL && strlen(digits) == 603 && point == 601);
}

// Only rank 0 has a file of templates, which getdate finds by the environment; others get error 1.
static void check_dates(void) {
    char name[64];
    snprintf(name, sizeof name, "templates_%d", rank);
    FILE* file = fopen(name, "w");
    CHECK(file != NULL);
    if (file == NULL) return;
    fputs("%Y-%m-%d\n", file);
    fclose(file);
    if (rank == 0) setenv("DATEMSK", name, 1);
    const struct tm* date = getdate(rank == 0 ? "2026-11-30" : "nothing");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        CHECK(date != NULL && date->tm_year == 126 && date->tm_mon == 10);
    else
        CHECK(date == NULL && getdate_err == 1);
    remove(name);
}

// A rank's character in two parts, and another rank's in between.
static void check_characters(void) {
    if (setlocale(LC_ALL, "C.UTF-8") == NULL) return;
    char16_t unit = 0;
    char32_t wide = 0;
    const char* text = rank % 2 == 0 ? "\xc3\xa4" : "\xc4\x81";
    CHECK(mbrtoc16(&unit, text, 1, NULL) == (size_t)-2);
    CHECK(mbrtoc32(&wide, text, 1, NULL) == (size_t)-2);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(mbrtoc16(&unit, text + 1, 1, NULL) == 1 && unit == (rank % 2 == 0 ? 0xe4 : 0x101));
    CHECK(mbrtoc32(&wide, text + 1, 1, NULL) == 1 && wide == (rank % 2 == 0 ? 0xe4 : 0x101));
}

static void check_locale(void) {
    const locale_t own = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
    if (own == NULL) return;
    const locale_t before = uselocale(NULL);
    if (rank == 0) uselocale(own);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(uselocale(NULL) == (rank == 0 ? own : before));
    if (rank == 0) uselocale(before);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(uselocale(NULL) == before && before == LC_GLOBAL_LOCALE);
    // setlocale changes the global one, which is the thread's again only when it says so.
    uselocale(own);
    CHECK(setlocale(LC_ALL, "C.UTF-8") != NULL);
    CHECK(uselocale(LC_GLOBAL_LOCALE) == own);
    CHECK(MB_CUR_MAX > 1 && uselocale(NULL) == LC_GLOBAL_LOCALE);
    setlocale(LC_ALL, "C");
    CHECK(MB_CUR_MAX == 1);
    freelocale(own);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_numbers();
    check_dates();
    check_locale();
    check_characters();
    return end("results and states of the C library");
}
