// One function of MPI, or one callback type, as a row of the table states it.
#pragma once

#include "components/call/row.hpp"
#include "mpi_api/table/reader/parameter.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sartor::table {

using call::CollectiveForm;

struct Function {
    std::string name;           ///< "MPI_Send"; of a callback "MPI_User_function"
    std::string chapter;        ///< the row's file without its suffix: "point_to_point"
    std::string return_kind;    ///< "ERROR_CODE" unless the row has another
    std::string implementation; ///< "point_to_point/send"
    std::vector<Parameter> parameters;
    std::vector<std::string> features;
    bool returns_errors =
        false;                 ///< without calling an error handler; the implementation checks all arguments
    bool any_time = false;     ///< needs no initialized MPI
    bool world_model = false;  ///< needs the World Model: an open session is not enough
    bool frequent = false;     ///< its entry calls nothing but to look a communicator up
    bool names_memory = false; ///< its buffer is an address, behind which it touches nothing
    bool counts_strings = false; ///< C's lengths of strings are not Fortran's
    bool brief = false;          ///< its entry has its checks in place, as those of all blocking collectives
    CollectiveForm collective_form = CollectiveForm::none;
    std::string location; ///< "file:line" of the row

    bool collective() const { return collective_form != CollectiveForm::none; }

    /// It begins a collective operation that ends later: MPI_Ibcast, MPI_Bcast_init.
    bool begins_collective() const { return call::begins_collective(collective_form); }

    call::Pace pace() const {
        if (frequent) return call::Pace::frequent;
        return brief ? call::Pace::brief : call::Pace::seldom;
    }

    /// Its entry has its checks in place; others share theirs.
    bool checked_in_place() const { return call::is_checked_in_place(pace(), collective_form); }

    /// "MPI_Bcast" for MPI_Ibcast and MPI_Bcast_init; its own name when it begins nothing.
    std::string blocking_name() const;

    /// The first parameter of a kind; null when there is none.
    const Parameter* find(std::string_view kind) const;

    /// True when a parameter is of a POLY kind: MPI_X_c exists too.
    bool has_large_twin() const;

    std::string c_return_type() const;

    /// Without a semicolon: "int PMPI_Send(const void* buf, int count, ...)".
    /// The name is the caller's; `large` chooses the parameters of the large-count twin.
    std::string prototype(std::string_view as_name, bool large) const;

    /// The parameters alone: "const void* buf, int count"; "void" when there is none.
    std::string c_parameters(bool large) const;
};

} // namespace sartor::table
