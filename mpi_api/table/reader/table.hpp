// The one table of the MPI interface: every function, callback type, constant and feature, read from plain
// text.
#pragma once

#include "mpi_api/table/reader/constant.hpp"
#include "mpi_api/table/reader/error.hpp"
#include "mpi_api/table/reader/feature.hpp"
#include "mpi_api/table/reader/function.hpp"
#include "mpi_api/table/reader/parameter.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sartor::table {

/// Rows keep the order of the files, and files the order of the standard's chapters.
class Table {
  public:
    /// Reads every *.table file of the folder.
    /// Errors: throws Error naming file and line for a row that breaks the grammar (README.md),
    /// a kind, chapter, callback type or feature that is not known, or a name that stands twice.
    static Table load(const std::filesystem::path& directory);

    const std::vector<Function>& functions() const { return functions_; }
    const std::vector<Function>& callbacks() const { return callbacks_; }
    const std::vector<Constant>& constants() const { return constants_; }
    const std::vector<Feature>& features() const { return features_; }

    /// Takes MPI_X, PMPI_X, MPI_X_c and PMPI_X_c (the last two only if there is such a twin);
    /// null when MPI has no such function.
    const Function* find_function(std::string_view name) const;

    /// Null when MPI has no such callback type.
    const Function* find_callback(std::string_view name) const;

    /// Null when MPI has no such constant.
    const Constant* find_constant(std::string_view name) const;

    /// Null when the library has no such feature. Predefined datatypes and operations are constants.
    const Feature* find_feature(std::string_view name) const;

  private:
    void index();

    std::vector<Function> functions_;
    std::vector<Function> callbacks_;
    std::vector<Constant> constants_;
    std::vector<Feature> features_;
    std::unordered_map<std::string, std::size_t> function_by_name_;
    std::unordered_map<std::string, std::size_t> callback_by_name_;
    std::unordered_map<std::string, std::size_t> constant_by_name_;
    std::unordered_map<std::string, std::size_t> feature_by_name_;
};

} // namespace sartor::table
