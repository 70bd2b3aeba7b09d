// Names in rows are looked up in the rows that they belong to.
#include "mpi_api/table/check_rows.hpp"

namespace sartor::table {

namespace {

[[noreturn]] void fail(const std::string& place, const std::string& what) {
    throw Error(place + ": " + what);
}

void check_callback_types(const Table& table, const Function& function) {
    for (const Parameter& parameter : function.parameters)
        if (!parameter.function_type.empty() && table.find_callback(parameter.function_type) == nullptr)
            fail(function.place, "callbacks.table has no " + parameter.function_type);
}

void check_blocking_form(const Table& table, const Function& function) {
    const Function* blocking = table.find_function(function.blocking_name());
    if (blocking == nullptr || blocking->begins_collective())
        fail(function.place, "there is no collective " + function.blocking_name() + ", whose form " +
                                 function.name + " could be");
}

} // namespace

void check_rows(const Table& table) {
    for (const Function& function : table.functions()) {
        check_callback_types(table, function);
        check_blocking_form(table, function);
    }
}

} // namespace sartor::table
