#include "interfaces/fortran/layer/callbacks.h"

#include "interfaces/fortran/layer/arguments.h"
#include "interfaces/fortran/layer/attribute_values.h"
#include "interfaces/fortran/layer/handles.h"
#include "interfaces/fortran/layer/predefined.h"

#define EACH(X)                                                                                                        \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)      \
    X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38)  \
    X(39) X(40) X(41) X(42) X(43) X(44) X(45) X(46) X(47) X(48) X(49) X(50) X(51) X(52) X(53) X(54) X(55) X(56) X(57)  \
    X(58) X(59) X(60) X(61) X(62) X(63)

static int number_of(FortranProcedure** known, FortranProcedure* function, const char* what)
{
    for (int one = 0; one < most_callbacks; ++one) {
        if (known[one] == NULL) known[one] = function;
        if (known[one] == function) return one;
    }
    end_program("more than %d different functions of Fortran for %s", most_callbacks, what);
}

typedef void Operation(void* in, void* inout, MPI_Fint* length, MPI_Fint* type);
static FortranProcedure* operations[most_callbacks];
#define OPERATION(n)                                                                                                   \
    static void operation_##n(void* in, void* inout, int* length, MPI_Datatype* type)                                  \
    {                                                                                                                  \
        MPI_Fint number = type_out(*type);                                                                             \
        ((Operation*)operations[n])(in, inout, length, &number);                                                       \
    }
EACH(OPERATION)
#define NAME(n) operation_##n,
MPI_User_function* operation_of(FortranProcedure* function)
{
    static MPI_User_function* const functions[] = {EACH(NAME)};
    return functions[number_of(operations, function, "MPI_Op_create")];
}
#undef NAME

typedef void LargeOperation(void* in, void* inout, MPI_Count* length, MPI_Fint* type);
static FortranProcedure* large_operations[most_callbacks];
#define LARGE_OPERATION(n)                                                                                             \
    static void large_operation_##n(void* in, void* inout, MPI_Count* length, MPI_Datatype* type)                      \
    {                                                                                                                  \
        MPI_Fint number = type_out(*type);                                                                             \
        ((LargeOperation*)large_operations[n])(in, inout, length, &number);                                            \
    }
EACH(LARGE_OPERATION)
#define NAME(n) large_operation_##n,
MPI_User_function_c* large_operation_of(FortranProcedure* function)
{
    static MPI_User_function_c* const functions[] = {EACH(NAME)};
    return functions[number_of(large_operations, function, "MPI_Op_create_c")];
}
#undef NAME

typedef void Errors(MPI_Fint* handle, MPI_Fint* error);
static FortranProcedure *comm_errors[most_callbacks], *file_errors[most_callbacks], *session_errors[most_callbacks],
    *win_errors[most_callbacks];
#define COMM_ERRORS(n)                                                                                                 \
    static void comm_errors_##n(MPI_Comm* comm, int* error, ...)                                                       \
    {                                                                                                                  \
        MPI_Fint number = comm_out(*comm);                                                                             \
        ((Errors*)comm_errors[n])(&number, error);                                                                     \
    }
#define FILE_ERRORS(n)                                                                                                 \
    static void file_errors_##n(MPI_File* file, int* error, ...)                                                       \
    {                                                                                                                  \
        MPI_Fint number = file_out(*file);                                                                             \
        ((Errors*)file_errors[n])(&number, error);                                                                     \
    }
#define SESSION_ERRORS(n)                                                                                              \
    static void session_errors_##n(MPI_Session* session, int* error, ...)                                              \
    {                                                                                                                  \
        MPI_Fint number = session_out(*session);                                                                       \
        ((Errors*)session_errors[n])(&number, error);                                                                  \
    }
#define WIN_ERRORS(n)                                                                                                  \
    static void win_errors_##n(MPI_Win* win, int* error, ...)                                                          \
    {                                                                                                                  \
        MPI_Fint number = win_out(*win);                                                                               \
        ((Errors*)win_errors[n])(&number, error);                                                                      \
    }
EACH(COMM_ERRORS)
EACH(FILE_ERRORS)
EACH(SESSION_ERRORS)
EACH(WIN_ERRORS)
#define NAME(n) comm_errors_##n,
MPI_Comm_errhandler_function* comm_errors_of(FortranProcedure* function)
{
    static MPI_Comm_errhandler_function* const functions[] = {EACH(NAME)};
    return functions[number_of(comm_errors, function, "MPI_Comm_create_errhandler")];
}
#undef NAME
#define NAME(n) file_errors_##n,
MPI_File_errhandler_function* file_errors_of(FortranProcedure* function)
{
    static MPI_File_errhandler_function* const functions[] = {EACH(NAME)};
    return functions[number_of(file_errors, function, "MPI_File_create_errhandler")];
}
#undef NAME
#define NAME(n) session_errors_##n,
MPI_Session_errhandler_function* session_errors_of(FortranProcedure* function)
{
    static MPI_Session_errhandler_function* const functions[] = {EACH(NAME)};
    return functions[number_of(session_errors, function, "MPI_Session_create_errhandler")];
}
#undef NAME
#define NAME(n) win_errors_##n,
MPI_Win_errhandler_function* win_errors_of(FortranProcedure* function)
{
    static MPI_Win_errhandler_function* const functions[] = {EACH(NAME)};
    return functions[number_of(win_errors, function, "MPI_Win_create_errhandler")];
}
#undef NAME

Callbacks* callbacks_with(FortranProcedure* first, FortranProcedure* second, FortranProcedure* third,
                          MPI_Aint extra_state)
{
    Callbacks* callbacks = memory_for(sizeof *callbacks);
    *callbacks = (Callbacks){first, second, third, extra_state};
    return callbacks;
}

typedef void Copy(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* extra_state, MPI_Aint* in, MPI_Aint* out,
                  MPI_Fint* flag, MPI_Fint* error);
typedef void Delete(MPI_Fint* object, MPI_Fint* keyval, MPI_Aint* value, MPI_Aint* extra_state, MPI_Fint* error);

static int copy_attribute(MPI_Fint object, int keyval, Callbacks* callbacks, void* in, void* out, int* flag)
{
    MPI_Aint value = attribute_in_fortran(keyval, in), copy = 0;
    MPI_Fint is_copied = 0, error = MPI_SUCCESS;
    ((Copy*)callbacks->first)(&object, &keyval, &callbacks->extra_state, &value, &copy, &is_copied, &error);
    *flag = is_copied != 0;
    const int is_duplicate = callbacks->first == (FortranProcedure*)mpi_comm_dup_fn_;
    if (*flag) *(void**)out = is_duplicate ? copy_of_attribute(in) : attribute_of_integer(copy);
    return error;
}

static int delete_attribute(MPI_Fint object, int keyval, void* value, Callbacks* callbacks)
{
    MPI_Aint integer = attribute_in_fortran(keyval, value);
    MPI_Fint error = MPI_SUCCESS;
    ((Delete*)callbacks->second)(&object, &keyval, &integer, &callbacks->extra_state, &error);
    if (error == MPI_SUCCESS) end_attribute(value);
    return error;
}

int copy_of_comm(MPI_Comm comm, int keyval, void* callbacks, void* in, void* out, int* flag)
{
    return copy_attribute(comm_out(comm), keyval, callbacks, in, out, flag);
}
int delete_of_comm(MPI_Comm comm, int keyval, void* value, void* callbacks)
{
    return delete_attribute(comm_out(comm), keyval, value, callbacks);
}
int copy_of_type(MPI_Datatype type, int keyval, void* callbacks, void* in, void* out, int* flag)
{
    return copy_attribute(type_out(type), keyval, callbacks, in, out, flag);
}
int delete_of_type(MPI_Datatype type, int keyval, void* value, void* callbacks)
{
    return delete_attribute(type_out(type), keyval, value, callbacks);
}
int copy_of_win(MPI_Win win, int keyval, void* callbacks, void* in, void* out, int* flag)
{
    return copy_attribute(win_out(win), keyval, callbacks, in, out, flag);
}
int delete_of_win(MPI_Win win, int keyval, void* value, void* callbacks)
{
    return delete_attribute(win_out(win), keyval, value, callbacks);
}

typedef void CopyOfMpi1(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* extra_state, MPI_Fint* in, MPI_Fint* out,
                        MPI_Fint* flag, MPI_Fint* error);
typedef void DeleteOfMpi1(MPI_Fint* comm, MPI_Fint* keyval, MPI_Fint* value, MPI_Fint* extra_state, MPI_Fint* error);

int copy_of_mpi_1(MPI_Comm comm, int keyval, void* pointer, void* in, void* out, int* flag)
{
    Callbacks* callbacks = pointer;
    MPI_Fint object = comm_out(comm), value = (MPI_Fint)attribute_in_fortran(keyval, in);
    MPI_Fint copy = 0, is_copied = 0, error = MPI_SUCCESS;
    MPI_Fint extra_state = (MPI_Fint)callbacks->extra_state;
    ((CopyOfMpi1*)callbacks->first)(&object, &keyval, &extra_state, &value, &copy, &is_copied, &error);
    *flag = is_copied != 0;
    const int is_duplicate = callbacks->first == (FortranProcedure*)mpi_dup_fn_;
    if (*flag) *(void**)out = is_duplicate ? copy_of_attribute(in) : attribute_of_default_integer(copy);
    return error;
}
int delete_of_mpi_1(MPI_Comm comm, int keyval, void* attribute, void* pointer)
{
    Callbacks* callbacks = pointer;
    MPI_Fint object = comm_out(comm), value = (MPI_Fint)attribute_in_fortran(keyval, attribute), error = MPI_SUCCESS;
    MPI_Fint extra_state = (MPI_Fint)callbacks->extra_state;
    ((DeleteOfMpi1*)callbacks->second)(&object, &keyval, &value, &extra_state, &error);
    if (error == MPI_SUCCESS) end_attribute(attribute);
    return error;
}

typedef void Query(MPI_Aint* extra_state, MPI_Fint* status, MPI_Fint* error);
typedef void Free(MPI_Aint* extra_state, MPI_Fint* error);
typedef void Cancel(MPI_Aint* extra_state, MPI_Fint* complete, MPI_Fint* error);

int query_of_request(void* pointer, MPI_Status* status)
{
    Callbacks* callbacks = pointer;
    MPI_Fint error = MPI_SUCCESS;
    ((Query*)callbacks->first)(&callbacks->extra_state, (MPI_Fint*)status, &error);
    return error;
}
int free_of_request(void* pointer)
{
    Callbacks* callbacks = pointer;
    MPI_Fint error = MPI_SUCCESS;
    ((Free*)callbacks->second)(&callbacks->extra_state, &error);
    free(callbacks);
    return error;
}
int cancel_of_request(void* pointer, int complete)
{
    Callbacks* callbacks = pointer;
    MPI_Fint is_complete = complete != 0, error = MPI_SUCCESS;
    ((Cancel*)callbacks->third)(&callbacks->extra_state, &is_complete, &error);
    return error;
}

typedef void Convert(void* user, MPI_Fint* type, MPI_Fint* count, void* file, MPI_Offset* position,
                     MPI_Aint* extra_state, MPI_Fint* error);
typedef void LargeConvert(void* user, MPI_Fint* type, MPI_Count* count, void* file, MPI_Offset* position,
                          MPI_Aint* extra_state, MPI_Fint* error);
typedef void Extent(MPI_Fint* type, MPI_Aint* extent, MPI_Aint* extra_state, MPI_Fint* error);

#define CONVERSION(name, Count, Function, member)                                                                      \
    int name(void* user, MPI_Datatype type, Count count, void* file, MPI_Offset position, void* pointer)               \
    {                                                                                                                  \
        Callbacks* callbacks = pointer;                                                                                \
        MPI_Fint number = type_out(type), error = MPI_SUCCESS;                                                         \
        ((Function*)callbacks->member)(user, &number, &count, file, &position, &callbacks->extra_state, &error);       \
        return error;                                                                                                  \
    }
CONVERSION(read_of_datarep, int, Convert, first)
CONVERSION(write_of_datarep, int, Convert, second)
CONVERSION(large_read_of_datarep, MPI_Count, LargeConvert, first)
CONVERSION(large_write_of_datarep, MPI_Count, LargeConvert, second)

int extent_of_datarep(MPI_Datatype type, MPI_Aint* extent, void* pointer)
{
    Callbacks* callbacks = pointer;
    MPI_Fint number = type_out(type), error = MPI_SUCCESS;
    ((Extent*)callbacks->third)(&number, extent, &callbacks->extra_state, &error);
    return error;
}
