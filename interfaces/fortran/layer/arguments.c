#include "interfaces/fortran/layer/arguments.h"

#include "interfaces/fortran/layer/handles.h"

#include <stdarg.h>
#include <stdio.h>

/* Aligned as compilers align COMMON blocks: the linker warns of less. */
#define SENTINEL __attribute__((aligned(32)))
SENTINEL MPI_Fint mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
SENTINEL MPI_Fint mpi_fortran_unweighted_[1], mpi_fortran_weights_empty_[1], mpi_fortran_errcodes_ignore_[1];
SENTINEL MPI_Fint mpi_fortran_status_ignore_[8], mpi_fortran_statuses_ignore_[8];
SENTINEL char mpi_fortran_argv_null_[1], mpi_fortran_argvs_null_[1];

void end_program(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("MPI for Fortran: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void* memory_for(size_t bytes)
{
    void* memory = malloc(bytes == 0 ? 1 : bytes);
    if (memory == NULL) end_program("no memory for an array of %zu bytes", bytes);
    return memory;
}

static size_t without_blanks_at_end(const char* text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ') --length;
    return length;
}

/* How many of its blanks begin it. */
static size_t blanks_before(const char* text, size_t length)
{
    size_t blanks = 0;
    while (blanks < length && text[blanks] == ' ') ++blanks;
    return blanks;
}

static char* copied(char* to, const char* text, size_t length)
{
    memcpy(to, text, length);
    to[length] = '\0';
    return to;
}

void string_in(String* string, const char* text, size_t length)
{
    length = without_blanks_at_end(text, length);
    string->text = copied(length < sizeof string->few ? string->few : memory_for(length + 1), text, length);
}

void trimmed_string_in(String* string, const char* text, size_t length)
{
    const size_t blanks = blanks_before(text, length);
    string_in(string, text + blanks, length - blanks);
}

void free_string(String* string)
{
    if (string->text != string->few) free(string->text);
}

void string_out(char* text, size_t length, const char* string)
{
    const size_t own = strlen(string);
    const size_t kept = own < length ? own : length;
    memcpy(text, string, kept);
    memset(text + kept, ' ', length - kept);
}

char** strings_in(const char* text, size_t length, size_t stride, int count)
{
    int all = 0;
    while (count < 0 ? without_blanks_at_end(text + (size_t)all * stride, length) != 0 : all < count) ++all;
    char** strings = memory_for(sizeof(char*) * ((size_t)all + 1));
    for (int one = 0; one < all; ++one) {
        const char* element = text + (size_t)one * stride;
        const size_t blanks = blanks_before(element, length);
        const size_t own = without_blanks_at_end(element + blanks, length - blanks);
        strings[one] = copied(memory_for(own + 1), element + blanks, own);
    }
    strings[all] = NULL;
    return strings;
}

void free_strings(char** strings)
{
    for (char** one = strings; one != NULL && *one != NULL; ++one) free(*one);
    free(strings);
}

typedef struct KeptTypes {
    struct KeptTypes* next;
    int count;
    MPI_Datatype types[];
} KeptTypes;

const MPI_Datatype* kept_types(const MPI_Fint* types, int count)
{
    static KeptTypes* all = NULL;
    KeptTypes* made = memory_for(sizeof(KeptTypes) + sizeof(MPI_Datatype) * (size_t)count);
    types_in(made->types, types, count);
    for (KeptTypes* one = all; one != NULL; one = one->next)
        if (one->count == count && memcmp(one->types, made->types, sizeof(MPI_Datatype) * (size_t)count) == 0) {
            free(made);
            return one->types;
        }
    made->next = all;
    made->count = count;
    all = made;
    return made->types;
}

int peers_of(MPI_Comm comm, int sends)
{
    (void)sends;
    int size = 0, between = 0;
    if (PMPI_Comm_test_inter(comm, &between) != MPI_SUCCESS) return 0;
    if (between)
        PMPI_Comm_remote_size(comm, &size);
    else
        PMPI_Comm_size(comm, &size);
    return size;
}

int neighbors_of(MPI_Comm comm, int sends)
{
    int kind = MPI_UNDEFINED, count = 0;
    if (PMPI_Topo_test(comm, &kind) != MPI_SUCCESS) return 0;
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &count);
        return 2 * count;
    }
    if (kind == MPI_GRAPH) {
        int rank = 0;
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &count);
        return count;
    }
    int in = 0, out = 0, weighted = 0;
    if (kind == MPI_DIST_GRAPH) PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    return sends ? out : in;
}
