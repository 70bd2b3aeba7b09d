// Packing, external32, partial elements, MPI_BOTTOM (MPI-5.0 sections 5.1.5, 5.1.11, 5.2, 5.3).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

typedef struct {
    int number;
    double value;
    char text[5];
} Record;

static MPI_Datatype record_type(void) {
    int lengths[3] = {1, 1, 5};
    MPI_Aint indices[3], base;
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, packed, type;
    Record record;
    MPI_Get_address(&record, &base);
    MPI_Get_address(&record.number, &indices[0]);
    MPI_Get_address(&record.value, &indices[1]);
    MPI_Get_address(&record.text, &indices[2]);
    for (int member = 0; member < 3; ++member) indices[member] = MPI_Aint_diff(indices[member], base);
    MPI_Type_create_struct(3, lengths, indices, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(Record), &type);
    MPI_Type_free(&packed);
    MPI_Type_commit(&type);
    return type;
}

static Record record_of(int from, int number) {
    Record record;
    memset(&record, 0, sizeof record);
    record.number = from * 10 + number, record.value = from + number / 8.0;
    memcpy(record.text, "abcd", 5);
    record.text[0] = (char)('a' + number);
    return record;
}

static int same(const Record* left, const Record* right) {
    return left->number == right->number && left->value == right->value &&
           !memcmp(left->text, right->text, 5);
}

static void records_in_messages(MPI_Datatype type) {
    Record sent[4], got[4];
    int count = -1, elements = -1;
    MPI_Status status;
    for (int number = 0; number < 4; ++number) sent[number] = record_of(rank, number);
    memset(got, 0, sizeof got);
    MPI_Sendrecv(sent, 3, type, right_of(rank), 1, got, 4, type, left_of(rank), 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, type, &count);
    MPI_Get_elements(&status, type, &elements);
    CHECK(count == 3 && elements == 3 * 7);
    for (int number = 0; number < 3; ++number) {
        Record expected = record_of(left_of(rank), number);
        CHECK(same(&got[number], &expected));
    }
}

// Packed piece by piece, sent as MPI_PACKED, unpacked in other pieces; or received as what was packed.
static void packed_messages(MPI_Datatype type) {
    char out[512], in[512];
    int at = 0, bound = 0, one = 0, header[2] = {rank, 2}, got_header[2] = {-1, -1};
    Record sent[2] = {record_of(rank, 0), record_of(rank, 1)}, got;
    MPI_Pack_size(2, MPI_INT, MPI_COMM_WORLD, &one), bound += one;
    MPI_Pack_size(2, type, MPI_COMM_WORLD, &one), bound += one;
    MPI_Pack(header, 2, MPI_INT, out, 512, &at, MPI_COMM_WORLD);
    MPI_Pack(sent, 2, type, out, 512, &at, MPI_COMM_WORLD);
    CHECK(at <= bound);
    MPI_Sendrecv(out, at, MPI_PACKED, right_of(rank), 2, in, 512, MPI_PACKED, left_of(rank), 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int size_in = at, read = 0;
    for (int index = 0; index < 2; ++index)
        MPI_Unpack(in, size_in, &read, &got_header[index], 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(got_header[0] == left_of(rank) && got_header[1] == 2);
    for (int number = 0; number < 2; ++number) {
        Record expected = record_of(left_of(rank), number);
        MPI_Unpack(in, size_in, &read, &got, 1, type, MPI_COMM_WORLD);
        CHECK(same(&got, &expected));
    }
    CHECK(read == size_in);
    at = 0;
    MPI_Pack(sent, 1, type, out, 512, &at, MPI_COMM_WORLD);
    MPI_Sendrecv(out, at, MPI_PACKED, right_of(rank), 3, &got, 1, type, left_of(rank), 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    Record expected = record_of(left_of(rank), 0);
    CHECK(same(&got, &expected));
}

// external32: big-endian, IEEE, sizes of the text's table.
#ifndef MPICH_VERSION
static void external32(MPI_Datatype type) {
    const unsigned char expected[] = {0x01, 0x02, 0x03, 0x04, 0x3f, 0xf8, 0,   0, 0,
                                      0,    0,    0,    'w',  'o',  'r',  'd', 0};
    Record record, got;
    unsigned char wire[64];
    MPI_Aint at = 0, bound = -1;
    memset(&record, 0, sizeof record), memset(&got, 0, sizeof got);
    record.number = 0x01020304, record.value = 1.5;
    memcpy(record.text, "word", 5);
    MPI_Pack_external_size("external32", 1, type, &bound);
    CHECK(bound == sizeof expected);
    MPI_Pack_external("external32", &record, 1, type, wire, sizeof wire, &at);
    CHECK(at == (MPI_Aint)sizeof expected && memcmp(wire, expected, sizeof expected) == 0);
    at = 0;
    MPI_Unpack_external("external32", wire, sizeof expected, &at, &got, 1, type);
    CHECK(same(&got, &record));
    MPI_Pack_external_size("external32", 3, MPI_SHORT, &bound);
    CHECK(bound == 6);
    MPI_Pack_external_size("external32", 3, MPI_FLOAT, &bound);
    CHECK(bound == 12);
    MPI_Pack_external_size("external32", 3, MPI_LONG_LONG, &bound);
    CHECK(bound == 24);
}
#endif

// A message may end within an element of the receive's type: whole ones are not counted then, basic ones are.
static void partial_elements(void) {
    MPI_Datatype pair;
    int sent[5] = {1, 2, 3, 4, 5}, got[8], count = -1, elements = -1;
    MPI_Status status;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(sent, 5, MPI_INT, right_of(rank), 4, got, 4, pair, left_of(rank), 4, MPI_COMM_WORLD,
                 &status);
    MPI_Get_count(&status, pair, &count);
    MPI_Get_elements(&status, pair, &elements);
    CHECK(count == MPI_UNDEFINED && elements == 5 && got[4] == 5);
    MPI_Sendrecv(sent, 4, MPI_INT, right_of(rank), 4, got, 4, pair, left_of(rank), 4, MPI_COMM_WORLD,
                 &status);
    MPI_Get_count(&status, pair, &count);
    MPI_Get_elements(&status, pair, &elements);
    CHECK(count == 2 && elements == 4);
    MPI_Type_free(&pair);
}

// Absolute addresses: the buffer is MPI_BOTTOM.
static void from_the_bottom(void) {
    int number = rank, lengths[2] = {1, 1}, got_number = -1;
    double value = rank + 0.5, got_value = -1;
    MPI_Aint out[2], in[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, outgoing, incoming;
    MPI_Get_address(&number, &out[0]), MPI_Get_address(&value, &out[1]);
    MPI_Get_address(&got_number, &in[0]), MPI_Get_address(&got_value, &in[1]);
    MPI_Type_create_struct(2, lengths, out, types, &outgoing);
    MPI_Type_create_struct(2, lengths, in, types, &incoming);
    MPI_Type_commit(&outgoing), MPI_Type_commit(&incoming);
    MPI_Sendrecv(MPI_BOTTOM, 1, outgoing, right_of(rank), 5, MPI_BOTTOM, 1, incoming, left_of(rank), 5,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got_number == left_of(rank) && got_value == left_of(rank) + 0.5);
    CHECK(MPI_Aint_add(out[0], MPI_Aint_diff(out[1], out[0])) == out[1]);
    MPI_Type_free(&outgoing), MPI_Type_free(&incoming);
}

// A type that is freed while a message of it is under way lives until the message is complete.
static void freed_under_way(void) {
    int out[6] = {rank, -1, rank + 1, -1, rank + 2, -1}, in[6] = {0};
    MPI_Request requests[2];
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Irecv(in, 1, every_other, left_of(rank), 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 1, every_other, right_of(rank), 6, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&every_other);
    CHECK(every_other == MPI_DATATYPE_NULL);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in[0] == left_of(rank) && in[1] == 0 && in[2] == in[0] + 1 && in[4] == in[0] + 2);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Datatype type = record_type();
    records_in_messages(type);
    packed_messages(type);
#ifndef MPICH_VERSION // differences.md: external32 of a struct
    external32(type);
#endif
    partial_elements();
    from_the_bottom();
    freed_under_way();
    MPI_Type_free(&type);
    return finish("packing");
}
