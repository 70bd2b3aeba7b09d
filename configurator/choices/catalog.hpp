// The algorithms of collectives by name: components/collective/algorithms.table, read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::configurator {

struct Algorithm {
    std::string name;
    std::string type; // in sartor::collective
    std::vector<std::string> headers;
    bool ordered = false; // joins operands in the order of the ranks

    /// Reads the memory of other ranks: for machines whose ranks share theirs.
    bool needs_shared_memory() const noexcept;
};

/// One line of a choice: the algorithm for calls up to so many bytes between so many ranks.
struct Limited {
    std::string algorithm;
    std::string bytes;     // empty: any
    std::string ranks;     // empty: any
    std::string text = {}; // of the file that `algorithm` names, if it is one: a network in C++

    bool operator==(const Limited&) const = default;
};

struct Family {
    std::string name;
    std::string type;
    std::string header;
    std::vector<std::string> functions; // "Bcast"
    std::vector<Algorithm> algorithms;
    std::vector<Limited> reproducible;
    std::string along; // the type of an algorithm along a topology, which stands for %; "-" for none
    std::vector<std::string> made_of = {}; // families whose algorithms may do its work

    const Algorithm* find(const std::string& algorithm) const noexcept;
    /// Along the topology of that C++ type.
    Algorithm along_topology(const std::string& name, const std::string& type,
                             std::vector<std::string> headers) const;
};

class Catalog {
  public:
    /// The one beside this sartor's headers.
    static const Catalog& own();

    /// Errors: throws Error that names file, line and what is wrong there.
    explicit Catalog(const std::filesystem::path& table);

    const std::vector<Family>& families() const noexcept { return families_; }
    const Family* find(const std::string& family) const noexcept;
    /// The family that serves an MPI function in any of its forms; null for a function that is no collective.
    const Family* serving(const std::string& function) const noexcept;

  private:
    std::vector<Family> families_;
};

} // namespace sartor::configurator
