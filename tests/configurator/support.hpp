// What the configurator's tests share: small objects made by the compiler, messages of errors, the catalog.
#pragma once

#include "configurator/choices/catalog.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace sartor::configurator {

inline const table::Table& mpi() {
    static const table::Table loaded = table::Table::load(TEST_TABLE);
    return loaded;
}

/// Compiles C source; returns the object's path.
inline std::string compile(const TemporaryFolder& folder, const std::string& name, const std::string& source,
                           const std::vector<std::string>& flags = {"-fPIC"}) {
    const std::string source_path = (folder / (name + ".c")).string();
    const std::string object = (folder / (name + ".o")).string();
    write_file(source_path, std::string_view(source));
    Command command = {TEST_COMPILER, "-w", "-c", source_path, "-o", object};
    command.insert(command.end(), flags.begin(), flags.end());
    EXPECT_EQ(run(command).exit_code, 0);
    return object;
}

inline std::string run_tool(const TemporaryFolder& folder, const std::string& output, Command command) {
    const std::string path = (folder / output).string();
    for (std::string& word : command)
        if (word == "OUTPUT") word = path;
    EXPECT_EQ(run(command).exit_code, 0);
    return path;
}

/// The message of the Error that act throws; empty when it throws none.
template <typename Act>
std::string message_of(const Act& act) {
    try {
        act();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

/// The algorithms that there are.
inline const Catalog& catalog() {
    static const Catalog loaded(std::filesystem::path(TEST_TABLE) /
                                "../../components/collective/algorithms.table");
    return loaded;
}

} // namespace sartor::configurator
