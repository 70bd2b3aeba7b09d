// Random views, datatypes in memory and ways of access, against a model of the whole file: the cells of a tile belong
// to ranks at random, or to nobody (MPI-5.0 sections 14.3 and 14.4).
// ranks: 1 3 8
// oracle: no
#include "../common/files.h"

enum { most_cells = 60, most_bytes = 1 << 16, most_elements = 200, steps = 12, plans = 10, ways = 8 };

// The same on all ranks.
static unsigned seed;
static int cells, unit, displacement;
static int owner[most_cells], owned[most_cells][most_cells], number_owned[most_cells];
static unsigned char model[most_bytes];
static long model_end;
static char name[name_length];

static unsigned draw(unsigned limit) {
    seed = mixed(seed + 1);
    return seed % limit;
}

static void make_plan(unsigned number) {
    seed = mixed(number);
    cells = size + (int)draw((unsigned)(most_cells - size));
    unit = 1 + (int)draw(4) * 4;
    displacement = (int)draw(50);
    memset(number_owned, 0, sizeof number_owned);
    for (int cell = 0; cell < cells; ++cell) {
        // Everybody has one, few plans leave no cell out.
        owner[cell] = cell < size ? cell : (int)draw((unsigned)size + (number % 3 == 0 ? 0 : 1));
        if (draw(3) == 0 && cell > size) owner[cell] = owner[cell - 1]; // stretches
    }
    for (int cell = cells - 1; cell > 0; --cell) {
        const int other = (int)draw((unsigned)cell + 1), kept = owner[cell];
        if (number % 2 == 0) owner[cell] = owner[other], owner[other] = kept;
    }
    for (int cell = 0; cell < cells; ++cell)
        if (owner[cell] < size) owned[owner[cell]][number_owned[owner[cell]]++] = cell;
    memset(model, 0, sizeof model);
    model_end = 0;
}

static long position_of(int whose, int element) {
    const int all = number_owned[whose];
    return displacement + (long)(element / all) * cells * unit + (long)owned[whose][element % all] * unit;
}

static unsigned char content(int step, int whose, int element, int byte) {
    return (unsigned char)mixed((unsigned)(((step * 64 + whose) * 1024 + element) * 32 + byte));
}

static MPI_Datatype unit_type(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(unit, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype view_type(MPI_Datatype of) {
    MPI_Datatype blocks, type;
    MPI_Type_create_indexed_block(number_owned[rank], 1, owned[rank], of, &blocks);
    MPI_Type_create_resized(blocks, 0, (MPI_Aint)cells * unit, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&blocks);
    return type;
}

// Elements in memory, `stride` units apart.
static MPI_Datatype memory_type(int stride) {
    MPI_Datatype of = unit_type(), type;
    MPI_Type_create_resized(of, 0, (MPI_Aint)unit * stride, &type);
    MPI_Type_free(&of);
    MPI_Type_commit(&type);
    return type;
}

static unsigned char memory[most_elements * 16 * 4];

static void move(MPI_File file, int writes, int way, int first, int count, MPI_Datatype type) {
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    spoil(&status);
    if (way >= 4 && way < 7) MPI_File_seek(file, first, MPI_SEEK_SET);
    switch (way) {
    case 0:
        writes ? MPI_File_write_at(file, first, memory, count, type, &status)
               : MPI_File_read_at(file, first, memory, count, type, &status);
        break;
    case 1:
    case 7:
        writes ? MPI_File_write_at_all(file, first, memory, count, type, &status)
               : MPI_File_read_at_all(file, first, memory, count, type, &status);
        break;
    case 2:
        writes ? MPI_File_iwrite_at(file, first, memory, count, type, &request)
               : MPI_File_iread_at(file, first, memory, count, type, &request);
        break;
    case 3:
        writes ? MPI_File_iwrite_at_all(file, first, memory, count, type, &request)
               : MPI_File_iread_at_all(file, first, memory, count, type, &request);
        break;
    case 4:
        writes ? MPI_File_write_all(file, memory, count, type, &status)
               : MPI_File_read_all(file, memory, count, type, &status);
        break;
    case 5:
        writes ? MPI_File_write(file, memory, count, type, &status)
               : MPI_File_read(file, memory, count, type, &status);
        break;
    case 6:
        if (writes) {
            MPI_File_write_all_begin(file, memory, count, type);
            MPI_File_write_all_end(file, memory, &status);
        } else {
            MPI_File_read_all_begin(file, memory, count, type);
            MPI_File_read_all_end(file, memory, &status);
        }
        break;
    }
    if (way == 2 || way == 3) MPI_Wait(&request, &status);
    if (writes) CHECK(count_of(&status, type) == count);
    if (way >= 4 && way < 7) {
        MPI_Offset position = -1;
        MPI_File_get_position(file, &position);
        if (writes) CHECK(position == first + count);
    }
}

static void write_step(MPI_File file, int step, unsigned number) {
    int firsts[most_cells], counts[most_cells];
    const int way = (int)draw(ways), stride = 1 + (int)draw(3);
    for (int whose = 0; whose < size; ++whose) {
        const int most = (most_bytes - displacement) / (cells * unit) * number_owned[whose];
        firsts[whose] = (int)draw((unsigned)(most > 300 ? 300 : most));
        counts[whose] = (int)draw((unsigned)most_elements);
        if (counts[whose] > most - firsts[whose]) counts[whose] = most - firsts[whose];
        if (draw(6) == 0) counts[whose] = 0;
        for (int index = 0; index < counts[whose]; ++index)
            for (int byte = 0; byte < unit; ++byte) {
                const long at = position_of(whose, firsts[whose] + index) + byte;
                model[at] = content(step, whose, index, byte);
                if (at >= model_end) model_end = at + 1;
            }
    }
    MPI_Datatype type = memory_type(stride);
    for (int index = 0; index < counts[rank]; ++index)
        for (int byte = 0; byte < unit; ++byte)
            memory[index * unit * stride + byte] = content(step, rank, index, byte);
    move(file, 1, way, firsts[rank], counts[rank], type);
    settle(file);
    if (rank == 0 && failures == 0) {
        static unsigned char found[most_bytes + 1];
        MPI_Offset bytes = -1;
        MPI_File_get_size(file, &bytes);
        CHECK(bytes == model_end);
        FILE* plain = fopen(name, "rb");
        CHECK(fread(found, 1, sizeof found, plain) == (size_t)model_end);
        fclose(plain);
        if (memcmp(found, model, (size_t)model_end) != 0) {
            CHECK(!"the file has what was written");
            printf("plan %u, step %d, way %d\n", number, step, way);
        }
    }
    MPI_Type_free(&type);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Also behind the end of the file: there is less then.
static void read_step(MPI_File file, int step, unsigned number) {
    int first = 0, count = 0;
    const int way = (int)draw(ways), stride = 1 + (int)draw(3);
    for (int whose = 0; whose < size; ++whose) {
        const int one = (int)draw(300), many = (int)draw((unsigned)most_elements);
        if (whose == rank) first = one, count = many;
    }
    MPI_Datatype type = memory_type(stride);
    memset(memory, 0xee, sizeof memory);
    move(file, 0, way, first, count, type);
    int wrong = 0;
    for (int index = 0; index < count; ++index)
        for (int byte = 0; byte < unit; ++byte) {
            const long at = position_of(rank, first + index) + byte;
            const unsigned char expected = at < model_end ? model[at] : 0xee;
            wrong += memory[index * unit * stride + byte] != expected;
        }
    if (wrong != 0) printf("plan %u, step %d, way %d: %d bytes are wrong\n", number, step, way, wrong);
    CHECK(wrong == 0);
    MPI_Type_free(&type);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run_plan(unsigned number) {
    make_plan(number);
    make_name(name);
    MPI_File file = opened(name, MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN | MPI_MODE_DELETE_ON_CLOSE);
    MPI_Datatype of = unit_type(), type = view_type(of);
    MPI_File_set_view(file, displacement, of, type, "native", MPI_INFO_NULL);
    if (number % 5 == 4) MPI_File_set_atomicity(file, 1);
    for (int step = 0; step < steps; ++step)
        step % 2 == 0 ? write_step(file, step, number) : read_step(file, step, number);
    MPI_File_close(&file);
    MPI_Type_free(&of);
    MPI_Type_free(&type);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    const unsigned first = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    const unsigned last = argc > 2 ? (unsigned)atoi(argv[2]) : plans;
    for (unsigned number = first; number <= last; ++number) run_plan(number);
    return end_of_files("random views");
}
