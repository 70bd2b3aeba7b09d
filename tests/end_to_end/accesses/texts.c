/* Functions of the C library that load or store a buffer that an operation has, by the case that the argument names;
 * "right": others' bytes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { half = 32 };
static char text[2 * half]; /* the second half is received */
static char out[half] = "7";
static int into, file;
static FILE* stream;

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }
static int by_letter(const void* one, const void* other) {
    return *(const unsigned char*)one - *(const unsigned char*)other;
}

static void use(char* here) {
    char room[4 * half] = "x";
    if (is("strlen")) into += (int)strlen(here);
    if (is("strcmp")) into += strcmp(here, "q");
    if (is("strncmp")) into += strncmp("text", here, 3);
    if (is("strcasecmp")) into += strcasecmp(here, out);
    if (is("strchr")) into += strchr(here, 'x') != NULL;
    if (is("strstr")) into += strstr(out, here) != NULL;
    if (is("memchr")) into += memchr(here, 'x', 9) != NULL;
    if (is("strcat")) into += strcat(room, here)[0];
    if (is("strdup")) free(strdup(here));
    if (is("printf")) into += printf("%d%5s%s", 7, "", here);
    if (is("snprintf")) into += snprintf(room, sizeof room, "%*d %ld %.3f %-5.*s", 4, 3, 5L, 0.5, 6, here);
    if (is("sprintf")) into += sprintf(here, "%d", 7);
    if (is("fputs")) into += fputs(here, stream);
    if (is("fwrite")) into += (int)fwrite(here, 1, 4, stream);
    if (is("write")) into += (int)write(file, here, 4);
    if (is("read")) into += (int)read(file, here, 4);
    if (is("atoi")) into += atoi(here);
    if (is("strtol")) into += (int)strtol(here, NULL, 10);
    if (is("qsort")) qsort(here, 4, 1, by_letter);
    into += room[0];
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Request both[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open("/dev/zero", O_RDWR);
    stream = fopen("/dev/null", "w");
    memset(text, '1', half - 1);
    MPI_Irecv(text + half, half, MPI_CHAR, (rank + 1) % size, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(out, half, MPI_CHAR, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &both[1]);
    for (int index = 1; index < argc; ++index) {
        wanted = argv[index];
        use(text + (strcmp(argv[1], "right") == 0 ? 4 : half));
    }
    wanted = "none";
    into += snprintf(NULL, 0, "%.*s", half, text) + strncmp(text, out, half);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    wanted = "fwrite";
    use(text + half);
    if (rank == 0) printf("end%s\n", into < 0 ? "" : "");
    MPI_Finalize();
    return 0;
}
