// Names in rows are looked up in the rows that they belong to.
#include "mpi_api/table/reader/check_rows.hpp"

#include <set>

namespace sartor::table {

namespace {

[[noreturn]] void fail(const std::string& location, const std::string& what) {
    throw Error(location + ": " + what);
}

void check_callback_types(const Table& table, const Function& function) {
    for (const Parameter& parameter : function.parameters)
        if (!parameter.function_type.empty() && table.find_callback(parameter.function_type) == nullptr)
            fail(function.location, "callbacks.table has no " + parameter.function_type);
}

void check_blocking_form(const Table& table, const Function& function) {
    const Function* blocking = table.find_function(function.blocking_name());
    if (blocking == nullptr || blocking->begins_collective())
        fail(function.location, "there is no collective " + function.blocking_name() + ", whose form " +
                                    function.name + " could be");
}

/// A function may also give the program a predefined datatype or operation.
bool is_given(const Table& table, const std::string& name) {
    const Constant* constant = table.find_constant(name);
    return constant != nullptr && (constant->predefined_datatype() || constant->predefined_operation());
}

void check_feature(const Table& table, const std::string& location, const std::string& name) {
    if (table.find_feature(name) == nullptr) fail(location, "features.table has no " + name);
}

std::set<std::string> features_of_rows(const Table& table) {
    std::set<std::string> named;
    for (const Function& function : table.functions())
        named.insert(function.features.begin(), function.features.end());
    for (const Constant& constant : table.constants())
        named.insert(constant.features.begin(), constant.features.end());
    return named;
}

} // namespace

void check_rows(const Table& table) {
    for (const Function& function : table.functions()) {
        check_callback_types(table, function);
        check_blocking_form(table, function);
        for (const std::string& name : function.features)
            if (!is_given(table, name)) check_feature(table, function.location, name);
    }
    for (const Constant& constant : table.constants())
        for (const std::string& name : constant.features) check_feature(table, constant.location, name);
    const std::set<std::string> named = features_of_rows(table);
    for (const Feature& feature : table.features())
        if (feature.requested_by.empty() && !named.contains(feature.name))
            fail(feature.location,
                 "no row requires " + feature.name +
                     ": name the feature in the row of a function or constant that requires it");
}

} // namespace sartor::table
