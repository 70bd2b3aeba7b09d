// One constant of MPI, as a row of the table states it.
#pragma once

#include <string>
#include <vector>

namespace sartor::table {

struct Constant {
    std::string name;      ///< "MPI_INT"
    std::string category;  ///< the heading it stands under in constants.table
    std::string c_type;    ///< "int", "MPI_Datatype", "MPI_Status*"...
    std::string described; ///< of a predefined datatype: the C type ("int"); of an error class: its text
    std::string value;     ///< an integer, as the ABI gives it: "521", "-1"
    std::vector<std::string> features;
    std::string location; ///< "file:line" of the row

    /// MPI_INT and its like; not MPI_DATATYPE_NULL.
    bool predefined_datatype() const { return c_type == "MPI_Datatype" && name != "MPI_DATATYPE_NULL"; }

    /// MPI_SUM and its like; not MPI_OP_NULL.
    bool predefined_operation() const { return c_type == "MPI_Op" && name != "MPI_OP_NULL"; }

    /// Not of the standard: in <sartor.h>.
    bool own() const { return category == "sartor"; }
    /// MPI-3.0 dropped it; older programs name it.
    bool removed() const { return category == "removed_constants"; }

    bool error_class() const { return category == "error_classes" && !described.empty(); }

    /// A program that names it may need more of MPI, so its name stays visible under SARTOR_SCANNING.
    bool watched() const { return !features.empty() || predefined_datatype() || predefined_operation(); }
};

} // namespace sartor::table
