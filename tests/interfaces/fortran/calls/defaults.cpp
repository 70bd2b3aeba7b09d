#include "tests/interfaces/fortran/calls/defaults.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace sartor::fortran_calls {

namespace {

/// `name`: of the parameter, or the beginning of several names; empty for all.
struct Value {
    std::string_view kind;
    std::string_view name;
    std::string_view expression;
};

/// What comes first counts.
constexpr std::array values{
    Value{"ACCESS_MODE", "", "ior(MPI_MODE_CREATE, MPI_MODE_RDWR)"},
    Value{"ALLOC_MEM_NUM_BYTES", "", "256"},
    Value{"ARRAY_LENGTH", "", "1"},
    Value{"ARRAY_LENGTH_NNI", "", "1"},
    Value{"ARRAY_LENGTH_PI", "", "1"},
    Value{"ASSERT", "", "0"},
    Value{"ATTRIBUTE_VAL", "", "1234567890123_MPI_ADDRESS_KIND"},
    Value{"ATTRIBUTE_VAL_10", "", "4711"},
    Value{"COLOR", "", "0"},
    Value{"COMMUNICATOR", "", "the_comm"},
    Value{"COMM_SIZE", "", "my_size"},
    Value{"COMM_SIZE_PI", "", "my_size"},
    Value{"COORDINATE", "", "0"},
    Value{"DATATYPE", "", "MPI_INTEGER"},
    Value{"DEGREE", "", "1"},
    Value{"DIMENSION", "", "my_size"},
    Value{"DISPLACEMENT", "sdispls", "[(16 * one - 16, one = 1, 16)]"},
    Value{"DISPLACEMENT", "rdispls", "[(16 * one - 16, one = 1, 16)]"},
    Value{"DISPLACEMENT", "", "8"},
    Value{"DISTRIB_ENUM", "", "MPI_DISTRIBUTE_BLOCK"},
    Value{"DTYPE_DISTRIBUTION", "", "MPI_DISTRIBUTE_DFLT_DARG"},
    Value{"ERRHANDLER", "", "MPI_ERRORS_RETURN"},
    Value{"ERROR_CLASS", "", "MPI_ERR_OTHER"},
    Value{"ERROR_CODE", "", "MPI_ERR_OTHER"},
    Value{"EXTRA_STATE", "", "extra"},
    Value{"EXTRA_STATE2", "", "int(extra)"},
    Value{"F08_STATUS", "", "status_of_f08()"},
    Value{"F90_STATUS", "", "status_of_f90()"},
    Value{"FILE", "", "the_file"},
    Value{"FILE_DESCRIPTOR", "", "-1"},
    Value{"GENERIC_DTYPE_INT", "", "1"},
    Value{"GROUP", "", "the_group"},
    Value{"INDEX", "index", "[(one, one = 1, 16)]"},
    Value{"INDEX", "", "0"},
    Value{"INFO", "", "the_info"},
    Value{"INFO_VALUE_LENGTH", "", "10"},
    Value{"KEY", "", "my_rank"},
    Value{"KEYVAL", "type", "the_type_key"},
    Value{"KEYVAL", "win", "the_win_key"},
    Value{"KEYVAL", "comm", "the_comm_key"},
    Value{"KEYVAL", "keyval", "0"},
    Value{"KEY_INDEX", "", "0"},
    Value{"LOCATION_SMALL", "", "4096"},
    Value{"LOCK_TYPE", "", "MPI_LOCK_SHARED"},
    Value{"LOGICAL", "reorder", ".false."},
    Value{"LOGICAL", "", ".true."},
    Value{"LOGICAL_VOID", "logical_true", ".true."},
    Value{"LOGICAL_VOID", "logical_false", ".false."},
    Value{"MATH", "p", "6"},
    Value{"MATH", "r", "9"},
    Value{"NUM_DIMS", "", "1"},
    Value{"OFFSET", "", "0"},
    Value{"OPERATION", "", "MPI_SUM"},
    Value{"ORDER", "", "MPI_ORDER_FORTRAN"},
    Value{"PARTITION", "partitions", "1"},
    Value{"PARTITION", "", "0"},
    Value{"POLYDISPLACEMENT", "", "[(4 * one - 4, one = 1, 16)]"},
    Value{"POLYDISPLACEMENT_AINT_COUNT", "array", "[(16 * one - 16, one = 1, 16)]"},
    Value{"POLYDISPLACEMENT_AINT_COUNT", "lb", "0"},
    Value{"POLYDISPLACEMENT_AINT_COUNT", "extent", "8"},
    Value{"POLYDISPLACEMENT_COUNT", "array", "[(4 * one - 4, one = 1, 16)]"},
    Value{"POLYDISPLACEMENT_COUNT", "position", "0"},
    Value{"POLYDTYPE_NUM_ELEM", "stride", "3"},
    Value{"POLYDTYPE_NUM_ELEM", "", "4"},
    Value{"POLYDTYPE_NUM_ELEM_NNI", "array_of_starts", "2"},
    Value{"POLYDTYPE_NUM_ELEM_NNI", "", "2"},
    Value{"POLYDTYPE_NUM_ELEM_PI", "array_of_subsizes", "4"},
    Value{"POLYDTYPE_NUM_ELEM_PI", "", "8"},
    Value{"POLYDTYPE_PACK_SIZE", "", "256"},
    Value{"POLYDTYPE_STRIDE_BYTES", "", "16"},
    Value{"POLYLOCATION", "position", "0"},
    Value{"POLYNUM_BYTES_NNI", "", "1024"},
    Value{"POLYNUM_PARAM_VALUES", "", "0"},
    Value{"POLYRMA_DISPLACEMENT", "", "4"},
    Value{"POLYXFER_NUM_ELEM", "", "4"},
    Value{"POLYXFER_NUM_ELEM_NNI", "", "4"},
    Value{"PROCESS_GRID_SIZE", "", "my_size"},
    Value{"PROFILE_LEVEL", "", "1"},
    Value{"RANK", "dest", "right"},
    Value{"RANK", "source", "left"},
    Value{"RANK", "rank", "my_rank"},
    Value{"RANK", "edges", "[(mod(one, my_size), one = 1, 16)]"},
    Value{"RANK", "", "0"},
    Value{"RANK_NNI", "sources", "left"},
    Value{"RANK_NNI", "", "right"},
    Value{"RMA_DISPLACEMENT_NNI", "", "1"},
    Value{"SESSION", "", "the_session"},
    Value{"SPLIT_TYPE", "", "MPI_COMM_TYPE_SHARED"},
    Value{"STATUS", "", "message_status()"},
    Value{"STRING", "datarep", "'external32'"},
    Value{"STRING", "key", "'key'"},
    Value{"STRING", "value", "'value'"},
    Value{"STRING", "filename", "name_of_file(2)"},
    Value{"STRING", "pset_name", "'mpi://WORLD'"},
    Value{"STRING", "service_name", "name_of_service()"},
    Value{"STRING", "stringtag", "'tag'"},
    Value{"STRING", "", "'a name'"},
    Value{"TAG", "", "7"},
    Value{"THREAD_LEVEL", "", "MPI_THREAD_SINGLE"},
    Value{"TYPECLASS", "", "MPI_TYPECLASS_INTEGER"},
    Value{"TYPECLASS_SIZE", "", "4"},
    Value{"UPDATE_MODE", "", "MPI_SEEK_SET"},
    Value{"WEIGHT", "", "1"},
    Value{"WINDOW", "", "the_win"},
    Value{"WINDOW_SIZE", "", "256"},
    Value{"WIN_ATTACH_SIZE", "", "256"},
    Value{"XFER_NUM_ELEM", "", "4"},
    Value{"XFER_NUM_ELEM_NNI", "", "4"},
};

} // namespace

std::string value_of(const table::Parameter& parameter) {
    const auto found = std::ranges::find_if(values, [&](const Value& value) {
        return value.kind == parameter.kind && parameter.name.starts_with(value.name);
    });
    if (found == values.end())
        throw std::runtime_error("no value for " + parameter.kind + " " + parameter.name +
                                 ": defaults.cpp or a row of calls.table must have it");
    return std::string(found->expression);
}

} // namespace sartor::fortran_calls
