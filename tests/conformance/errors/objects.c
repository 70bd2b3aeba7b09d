// Wrong groups, communicators, keys, info, topologies, types, error codes (MPI-5.0 chapters 5 to 10).
// ranks: 1 2 3
// oracle: no
#include "../common/frame.h"

static void groups(void) {
    MPI_Group world, group = MPI_GROUP_NULL;
    int twice[2] = {0, 0}, beyond[1] = {size}, answer = -1, still[1][3] = {{0, 0, 0}},
        outside[1][3] = {{0, size, 1}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &answer));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_union(world, MPI_GROUP_NULL, &group));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Group_incl(world, 1, beyond, &group));
    CHECK_ERROR(MPI_ERR_RANK, MPI_Group_excl(world, 1, beyond, &group));
    CHECK(size < 2 || class_of(MPI_Group_incl(world, 2, twice, &group)) == MPI_ERR_RANK);
    CHECK(MPI_Group_range_incl(world, 1, still, &group) != MPI_SUCCESS); // a stride of 0
    CHECK(MPI_Group_range_incl(world, 1, outside, &group) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, (int[1][3]){{0, 1, -1}}, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_range_excl(world, 1, (int[1][3]){{1, 0, 1}}, &group));
    CHECK_ERROR(MPI_SUCCESS, MPI_Group_range_incl(world, 1, (int[1][3]){{size - 1, size - 1, 2147483647}},
                                                  &group));
    MPI_Group_free(&group);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Group_translate_ranks(world, 1, beyond, world, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_incl(world, -1, beyond, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_excl(world, 1, NULL, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_range_incl(world, -1, still, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_range_excl(world, 1, NULL, &group));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_translate_ranks(world, -1, beyond, world, &answer));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_translate_ranks(world, 1, NULL, world, &answer));
    CHECK_ERROR(MPI_SUCCESS, MPI_Group_translate_ranks(world, 0, NULL, world, NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Group_free(NULL));
    group = MPI_GROUP_NULL;
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_free(&group));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_group(MPI_COMM_NULL, &group));
    MPI_Group_free(&world);
}

static void communicators(void) {
    MPI_Comm comm = MPI_COMM_NULL, world = MPI_COMM_WORLD, freed;
    int answer = -1;
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &answer));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_dup(MPI_COMM_NULL, &comm));
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_free(&comm));
    CHECK(MPI_Comm_free(&world) != MPI_SUCCESS && world == MPI_COMM_WORLD);
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_NULL, &answer));
    CHECK_ERROR(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &comm));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &comm));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_free(NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_set_name(MPI_COMM_WORLD, NULL));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    freed = comm;
    MPI_Comm_free(&comm);
    CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_size(freed, &answer));
}

static void keys(void) {
    int key = MPI_KEYVAL_INVALID, flag = -1, tag_bound = MPI_TAG_UB;
    void* value = NULL;
    CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value, &flag));
    CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, value));
    CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID));
    CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&key));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_free_keyval(NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_free_keyval(NULL));
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &key) != MPI_SUCCESS); // the standard's own stay
    CHECK(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB) != MPI_SUCCESS);
    CHECK(MPI_Comm_free_keyval(&tag_bound) != MPI_SUCCESS);
    int* bound = NULL;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
    CHECK(flag && *bound >= 32767);
}

static void infos(void) {
    MPI_Info info = MPI_INFO_NULL;
    char long_key[MPI_MAX_INFO_KEY + 10], key[MPI_MAX_INFO_KEY + 1];
    static char long_value[MPI_MAX_INFO_VAL + 10];
    int count = -1, flag = -1, room = 4;
    memset(long_key, 'k', sizeof long_key), long_key[sizeof long_key - 1] = '\0';
    memset(long_value, 'v', sizeof long_value), long_value[sizeof long_value - 1] = '\0';
    CHECK_ERROR(MPI_ERR_INFO, MPI_Info_free(&info));
    CHECK_ERROR(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_NULL, "a", "b"));
    CHECK_ERROR(MPI_ERR_INFO, MPI_Info_set(MPI_INFO_ENV, "a", "b"));
    CHECK_ERROR(MPI_ERR_INFO, MPI_Info_delete(MPI_INFO_ENV, "a"));
    MPI_Info_create(&info);
    CHECK_ERROR(MPI_ERR_INFO_KEY, MPI_Info_set(info, long_key, "value"));
    CHECK_ERROR(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "key", long_value));
    CHECK_ERROR(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "key"));
    CHECK(MPI_Info_get_nthkey(info, 0, key) != MPI_SUCCESS);
    MPI_Info_set(info, "key", "value");
    CHECK_ERROR(MPI_ERR_ARG, MPI_Info_get(info, "key", -5, key, &flag));
#if MPI_SINCE(4, 0)
    CHECK_ERROR(MPI_ERR_ARG, MPI_Info_get_string(info, "key", NULL, key, &flag));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Info_get_string(info, "key", &room, NULL, &flag));
#endif
    CHECK_ERROR(MPI_ERR_ARG, MPI_Info_free(NULL));
    MPI_Info_delete(info, "key");
    MPI_Info_get_nkeys(info, &count);
    CHECK(count == 0);
    MPI_Info_free(&info);
}

static void topologies(void) {
    int dims[2] = {size + 1, 1}, periods[2] = {0, 0}, position = -1, coordinates[2], other = -1;
    MPI_Comm grid = MPI_COMM_NULL, other_grid = MPI_COMM_NULL;
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(MPI_COMM_WORLD, &position));
    CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Cart_coords(MPI_COMM_WORLD, 0, 2, coordinates));
    CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &position, &other));
    dims[0] = size;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    coordinates[0] = size, coordinates[1] = 0;
    CHECK(MPI_Cart_rank(grid, coordinates, &position) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_RANK, MPI_Cart_coords(grid, size, 2, coordinates));
    CHECK(MPI_Cart_shift(grid, 2, 1, &position, &other) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_rank(grid, NULL, &position));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_coords(grid, 0, 2, NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_get(grid, -1, dims, periods, coordinates));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_get(grid, 2, dims, NULL, coordinates));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_sub(grid, NULL, &other_grid));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_create(MPI_COMM_WORLD, 2, NULL, periods, 0, &other_grid));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Cart_map(MPI_COMM_WORLD, 2, dims, NULL, &position));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dims_create(7, 2, NULL));
    CHECK_ERROR(MPI_ERR_DIMS, MPI_Dims_create(7, 2, (int[]){2, 0}));
    CHECK(MPI_Dims_create(7, 2, (int[]){-1, 0}) != MPI_SUCCESS);
    MPI_Comm_free(&grid);
}

static void graphs(void) {
    MPI_Comm graph = MPI_COMM_NULL, other = MPI_COMM_NULL;
    int index[1] = {1}, edges[1] = {0}, weights[1] = {7};
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_SELF, 1, NULL, edges, 0, &graph));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_create(MPI_COMM_SELF, 1, index, NULL, 0, &graph));
    MPI_Graph_create(MPI_COMM_SELF, 1, index, edges, 0, &graph);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_get(graph, 1, -1, index, edges));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_get(graph, 1, 1, NULL, edges));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_neighbors(graph, 0, -1, edges));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Graph_neighbors(graph, 0, 1, NULL));
    MPI_Comm_free(&graph);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create(MPI_COMM_SELF, 1, NULL, index, edges, MPI_UNWEIGHTED,
                                                   MPI_INFO_NULL, 0, &graph));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create(MPI_COMM_SELF, 1, edges, NULL, edges, MPI_UNWEIGHTED,
                                                   MPI_INFO_NULL, 0, &graph));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create(MPI_COMM_SELF, 1, edges, index, NULL, MPI_UNWEIGHTED,
                                                   MPI_INFO_NULL, 0, &graph));
    CHECK_ERROR(MPI_ERR_ARG,
                MPI_Dist_graph_create(MPI_COMM_SELF, 1, edges, index, edges, NULL, MPI_INFO_NULL, 0, &graph));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, edges, NULL, 0, NULL, NULL,
                                                            MPI_INFO_NULL, 0, &graph));
    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, edges, weights, 1, edges, weights, MPI_INFO_NULL, 0,
                                   &graph);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_neighbors(graph, 1, NULL, weights, 1, edges, weights));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_neighbors(graph, 1, edges, NULL, 1, edges, weights));
    MPI_Comm_free(&graph);
    // A rank without edges needs no arrays.
    MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY,
                                   MPI_INFO_NULL, 0, &other);
    CHECK_ERROR(MPI_SUCCESS, MPI_Dist_graph_neighbors(other, 0, NULL, NULL, 0, NULL, NULL));
    MPI_Comm_free(&other);
}

static void types(void) {
    MPI_Datatype type = MPI_DATATYPE_NULL, predefined = MPI_INT;
    int lengths[2] = {1, -1}, positions[2] = {0, 4}, sizes[1] = {4}, parts[1] = {5}, starts[1] = {0};
    CHECK_ERROR(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type));
    CHECK(MPI_Type_vector(2, -1, 1, MPI_INT, &type) != MPI_SUCCESS);
    CHECK(MPI_Type_indexed(2, lengths, positions, MPI_INT, &type) != MPI_SUCCESS);
    CHECK(MPI_Type_create_subarray(1, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_free(&type));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_free(&predefined));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_commit(&type));
    CHECK(type == MPI_DATATYPE_NULL && predefined == MPI_INT);
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 3, &type) != MPI_SUCCESS);
}

static void packing(void) {
    char room[8];
    int at = 0, values[4] = {1, 2, 3, 4};
    CHECK(MPI_Pack(values, 4, MPI_INT, room, 8, &at, MPI_COMM_WORLD) != MPI_SUCCESS); // no room
    CHECK(at == 0);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Pack(values, 1, MPI_INT, room, -8, &at, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Unpack(room, -8, &at, values, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Pack(values, 1, MPI_DATATYPE_NULL, room, 8, &at, MPI_COMM_WORLD));
    CHECK(MPI_Unpack(room, 8, &at, values, 4, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS); // no more data
    CHECK(values[3] == 4);
}

static void handlers_and_codes(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    CHECK(MPI_Errhandler_free(&handler) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Errhandler_free(NULL));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_create_errhandler(NULL, &handler));
    CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL) != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Error_string(-1, text, &length));
    int error_class = -1;
    CHECK(MPI_Error_class(-5, &error_class) == MPI_ERR_ARG && error_class == -1);
    CHECK(MPI_Error_class(MPI_SUCCESS, &error_class) == MPI_SUCCESS && error_class == MPI_SUCCESS);
    CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER) == MPI_SUCCESS);
}

// The standard's own errors stay; a class stays as long as it has codes, a code as long as it has a text.
static void added_errors(void) {
    int wrong = -1;
    CHECK(MPI_Add_error_string(MPI_ERR_RANK, "not mine to change") != MPI_SUCCESS);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Add_error_code(-5, &wrong));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Add_error_code(MPI_ERR_LASTCODE + 1000, &wrong));
#if MPI_SINCE(4, 1)
    int error_class = -1, code = -1, length = -1;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Add_error_class(&error_class);
    MPI_Add_error_code(error_class, &code);
    CHECK_ERROR(MPI_ERR_ARG, MPI_Add_error_string(code, NULL));
    MPI_Add_error_string(code, "kept");
    CHECK(MPI_Remove_error_class(MPI_ERR_RANK) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(error_class) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_code(code) != MPI_SUCCESS);
    MPI_Error_string(code, text, &length);
    CHECK(class_of(code) == error_class && strcmp(text, "kept") == 0);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    groups();
    communicators();
    keys();
    infos();
    topologies();
    graphs();
    types();
    packing();
    handlers_and_codes();
    added_errors();
    return finish("errors of objects");
}
