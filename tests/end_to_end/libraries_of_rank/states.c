#include "../../programs/common/program.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

void seed(int number);
int draw(void);
char* first_word(char* text);
char* next_word(void);
void set_in_environment(const char* name, const char* value);
const char* get_from_environment(const char* name);
int process_number(void);
int add_options(int count, char** words);
void handle_signal(int number);
int signals_so_far(void);
int try_to_lock(int file);
int has_path(void);

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(has_path());

    // The same numbers as the program's own after the same seed.
    int numbers[3];
    srand((unsigned)rank);
    srand48(rank);
    for (int index = 0; index < 3; ++index) numbers[index] = rand() % 1000 + (int)(lrand48() % 1000);
    seed(rank);
    char text[64], name[32];
    snprintf(text, sizeof text, "one%d two%d", rank, rank);
    snprintf(name, sizeof name, "two%d", rank);
    CHECK(first_word(text) == text);
    for (int index = 0; index < 3; ++index) {
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(draw() == numbers[index]);
    }
    const char* const second = next_word();
    CHECK(second != NULL && strcmp(second, name) == 0);

    set_in_environment("SET_BY_LIBRARY", name);
    MPI_Barrier(MPI_COMM_WORLD);
    const char* const set = getenv("SET_BY_LIBRARY");
    CHECK(set != NULL && strcmp(set, name) == 0);
    CHECK(get_from_environment("SET_BY_LIBRARY") == set);
    CHECK(process_number() == (int)getpid());
    char* words[] = {"program", "-a", "3", "-b", "4", "rest", NULL};
    CHECK(add_options(6, words) == 4035 && optind == 5);

    handle_signal(SIGUSR1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int time = 0; time <= rank; ++time) raise(SIGUSR1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(signals_so_far() == rank + 1);

    const int file = open("locked", O_CREAT | O_RDWR, 0600);
    CHECK(file >= 0);
    if (rank == 0) CHECK(try_to_lock(file) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK((try_to_lock(file) == 0) == (rank == 0));
    MPI_Barrier(MPI_COMM_WORLD);
    return end("a library with states of the process");
}
