// What a wrong row is answered, and a copy of the project's table to put one into.
#pragma once

#include "mpi_api/table/reader/table.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <stdlib.h>

namespace sartor::table {

namespace fs = std::filesystem;

/// The message of the Error that the action throws.
inline std::string failure(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// A copy of the project's table that a test may spoil.
class SpoiledTable : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "sartor_table_XXXXXX";
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        directory_ = pattern;
        for (const auto& entry : fs::directory_iterator(SARTOR_TABLE_DIRECTORY))
            if (entry.path().extension() == ".table") fs::copy(entry.path(), directory_);
    }
    void TearDown() override { fs::remove_all(directory_); }

    void append(const char* file, const std::string& text) const {
        std::ofstream(directory_ / file, std::ios::app) << text;
    }

    std::string load_failure() const {
        return failure([this] { Table::load(directory_); });
    }

    fs::path directory_;
};

} // namespace sartor::table
