// Rows with columns between bars, as in the tables of the MPI interface.
#include "configurator/choices/catalog.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace sartor::configurator {

namespace {

using Columns = std::vector<std::string>;

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> list;
    for (std::string word; stream >> word;) list.push_back(word);
    return list;
}

Columns columns(const std::string& line) {
    Columns list;
    std::istringstream stream(line);
    for (std::string column; std::getline(stream, column, '|');) list.push_back(trimmed(column));
    return list;
}

class Reader {
  public:
    explicit Reader(const std::filesystem::path& table) : table_(table.string()) {}

    std::vector<Family> read() {
        std::istringstream lines(read_text(table_));
        for (std::string line; std::getline(lines, line);) {
            ++line_;
            if (!trimmed(line).empty() && line.front() != '#') read_row(columns(line));
        }
        return std::move(families_);
    }

  private:
    void read_row(const Columns& row) {
        static const std::map<std::string, std::pair<std::size_t, void (Reader::*)(const Columns&)>> kinds = {
            {"family", {6, &Reader::read_family}},
            {"topology", {5, &Reader::read_topology}},
            {"algorithm", {6, &Reader::read_algorithm}},
            {"composed", {3, &Reader::read_composed}},
            {"reproducible", {4, &Reader::read_reproducible}}};
        const auto kind = kinds.find(row.front());
        if (kind == kinds.end())
            wrong("a row begins with family, topology, algorithm, composed or reproducible");
        if (row.size() != kind->second.first)
            wrong(fmt::format("{} has {} columns, expected {}", row.front(), row.size(), kind->second.first));
        (this->*kind->second.second)(row);
    }

    void read_family(const Columns& row) {
        families_.push_back({row[1], row[2], row[4], words(row[5]), {}, {}, row[3]});
    }

    void read_topology(const Columns& row) {
        const std::vector<std::string> names = words(row[4]);
        for (Family& family : families_) {
            const bool meant = row[4] == "*" || std::ranges::find(names, family.name) != names.end();
            if (meant && family.along != "-")
                family.algorithms.push_back(family.along_topology(row[1], row[2], words(row[3])));
        }
    }

    void read_algorithm(const Columns& row) {
        family(row[1]).algorithms.push_back({row[2], row[3], words(row[4]), row[5] == "ordered"});
    }

    void read_composed(const Columns& row) { family(row[1]).made_of = words(row[2]); }

    void read_reproducible(const Columns& row) {
        Family& served = family(row[1]);
        std::istringstream limited(row[2]);
        for (std::string one; std::getline(limited, one, ',');) {
            const std::vector<std::string> parts = words(one);
            if (parts.size() != 2) wrong("expected an algorithm and a number of bytes");
            served.reproducible.push_back({parts[0], parts[1], ""});
        }
        served.reproducible.push_back({row[3], "", ""});
    }

    Family& family(const std::string& name) {
        const auto found = std::ranges::find(families_, name, &Family::name);
        if (found == families_.end()) wrong(fmt::format("no family {} above", name));
        return *found;
    }

    [[noreturn]] void wrong(const std::string& what) const { fail("{}:{}: {}", table_, line_, what); }

    std::string table_;
    int line_ = 0;
    std::vector<Family> families_;
};

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return text;
}

// PMPI_Ibcast_c, MPI_Bcast_init -> bcast
std::string base_name(const std::string& function) {
    const std::string lowered = lower(function.substr(function.find('_') + 1));
    std::string_view name = lowered;
    for (const std::string_view ending : {"_c", "_init"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    return std::string(name);
}

} // namespace

bool Algorithm::needs_shared_memory() const noexcept {
    return std::ranges::any_of(headers, [](const std::string& header) {
        return header.starts_with("components/collective/shared/");
    });
}

const Algorithm* Family::find(const std::string& algorithm) const noexcept {
    const auto found = std::ranges::find(algorithms, algorithm, &Algorithm::name);
    return found == algorithms.end() ? nullptr : &*found;
}

Algorithm Family::along_topology(const std::string& topology, const std::string& topology_type,
                                 std::vector<std::string> headers) const {
    Algorithm algorithm{topology, along, std::move(headers), false};
    algorithm.type.replace(algorithm.type.find('%'), 1, topology_type);
    algorithm.headers.push_back(header);
    return algorithm;
}

Catalog::Catalog(const std::filesystem::path& table) : families_(Reader(table).read()) {}

const Catalog& Catalog::own() {
    static const Catalog catalog(Installation::own().source() / "components/collective/algorithms.table");
    return catalog;
}

const Family* Catalog::find(const std::string& family) const noexcept {
    const auto found = std::ranges::find(families_, family, &Family::name);
    return found == families_.end() ? nullptr : &*found;
}

const Family* Catalog::serving(const std::string& function) const noexcept {
    const std::string base = base_name(function);
    for (const Family& family : families_)
        for (const std::string& served : family.functions)
            if (base == lower(served) || base == "i" + lower(served)) return &family;
    return nullptr;
}

} // namespace sartor::configurator
