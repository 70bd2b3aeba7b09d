// Descriptions of manycores: files of JSON, checked, and turned into constants of the compiler.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A constant of a machine. kind: "given" by a source, "calibrated" to one, "derived", or "assumed".
struct Constant {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
    std::string unit;
    std::string source;
    std::string kind;

    std::string value() const; // 17 or 64/17
};

/// Of the family noc: which nodes of the grid are what. Nodes of core columns and core rows are cores; those
/// of program rows among them run programs, all of a row's or those of program columns.
struct TileGrid {
    int columns = 0;
    int rows = 0;
    std::vector<int> core_columns;
    std::vector<int> core_rows;
    std::vector<int> program_rows;
    std::vector<int> program_columns;
    std::vector<int> memories; // pairs of x and y
    std::vector<int> chips;    // of this kind: extents of their grid, as numbers of chips
    std::vector<int> links;    // a chip, x and y, and the other end's, for each

    int chip_count() const;
    const std::vector<int>& columns_of_programs() const {
        return program_columns.empty() ? core_columns : program_columns;
    }
};

struct Manycore {
    std::string name;
    std::string about;
    std::string family = "manycore"; // or "noc"
    TileGrid grid;
    std::string network; // "torus" or "mesh"
    std::vector<int> dimensions;
    std::vector<int> io_at;
    std::vector<int> big_endian; // clusters
    std::map<std::string, Constant> constants;

    std::int64_t whole(const std::string& constant) const { return constants.at(constant).numerator; }

    bool is_noc() const { return family == "noc"; }

    // Whether some clusters store numbers otherwise than others.
    bool mixes_byte_orders() const {
        return !big_endian.empty() && std::ssize(big_endian) < whole("clusters");
    }
};

/// Reads a file and those that it extends (in its own folder, then in the installation's).
/// Errors: throws Error naming file, line and field.
Manycore load_manycore(const std::string& path);

/// The machines that come with sartor: those of this family, and the files of all, in order of their names.
std::vector<Manycore> own_manycores();
std::vector<std::string> own_machine_files();

/// "manycore": an emulated chip, also if the file does not say so. "noc": a chip whose networks serve reads,
/// on which traces are replayed; programs run on it if its file has the constants for them. Errors: throws
/// Error naming file and line.
std::string family_of(const std::string& path);

/// The description as an initializer in C++, for the source of a cut. Equal machines make equal texts.
std::string initializer(const Manycore& machine);
/// The static members of a machine in C++: its description, and that of its networks.
std::string description_members(const Manycore& machine);

/// JSON Schema of a machine file.
std::string machine_schema();

} // namespace sartor::configurator
