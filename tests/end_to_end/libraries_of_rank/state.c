// What a library of the program's does with functions of the C library that mean a process.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int signals;

static void count(int signal) {
    (void)signal;
    ++signals;
}

void seed(int number) {
    srand((unsigned)number);
    srand48(number);
}
int draw(void) {
    return rand() % 1000 + (int)(lrand48() % 1000);
}
char* first_word(char* text) {
    return strtok(text, " ");
}
char* next_word(void) {
    return strtok(NULL, " ");
}
void set_in_environment(const char* name, const char* value) {
    setenv(name, value, 1);
}
const char* get_from_environment(const char* name) {
    return getenv(name);
}
int process_number(void) {
    return getpid();
}
int add_options(int count_of_words, char** words) {
    int sum = 0;
    for (int option; (option = getopt(count_of_words, words, "a:b:")) != -1;)
        sum += option == 'a' ? atoi(optarg) : 100 * atoi(optarg);
    return sum * 10 + optind;
}
void handle_signal(int number) {
    signal(number, &count);
}
int signals_so_far(void) {
    return signals;
}
// 0, or -1 where another rank has locked the file.
int try_to_lock(int file) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &lock);
}

static const char* of_environment;
__attribute__((constructor)) static void begin(void) {
    of_environment = getenv("PATH");
}
int has_path(void) {
    return of_environment != NULL && getenv("PATH") != NULL;
}
