#include "configurator/run/processes/spawn_orders.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/search.hpp"

#include <charconv>
#include <filesystem>
#include <numeric>
#include <unistd.h>

namespace sartor::configurator {

namespace {

// Takes one field after the other.
class Fields {
  public:
    explicit Fields(std::string_view text) : rest_(text) {}

    std::string text() {
        const std::size_t end = rest_.find('\0');
        if (end == std::string_view::npos) fail("a request for further programs is incomplete");
        const std::string field(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return field;
    }
    int number() {
        const std::string field = text();
        int value = 0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (error != std::errc() || end != field.data() + field.size() || value < 0)
            fail("a request for further programs has '{}' instead of a number", field);
        return value;
    }
    bool is_empty() const { return rest_.empty(); }

  private:
    std::string_view rest_;
};

bool is_program(const std::filesystem::path& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) && access(path.c_str(), X_OK) == 0;
}

} // namespace

int SpawnOrders::ranks() const {
    return std::accumulate(programs.begin(), programs.end(), 0,
                           [](int sum, const SpawnedProgram& program) { return sum + program.ranks; });
}

SpawnOrders read_spawn_orders(std::string_view text) {
    Fields fields(text);
    SpawnOrders orders;
    orders.context = fields.number();
    orders.port = fields.number();
    orders.root = fields.number();
    orders.folder = fields.text();
    while (!fields.is_empty()) {
        SpawnedProgram program;
        program.command = fields.text();
        program.folder = fields.text();
        program.paths = fields.text();
        program.ranks = fields.number();
        for (int left = fields.number(); left > 0; --left) program.arguments.push_back(fields.text());
        orders.programs.push_back(std::move(program));
    }
    return orders;
}

std::string folder_of_spawned(const SpawnedProgram& program, const std::string& folder) {
    return (std::filesystem::path(folder) / program.folder).lexically_normal().string();
}

std::string path_of_spawned(const SpawnedProgram& program, const std::string& folder) {
    const bool is_path = program.command.find('/') != std::string::npos;
    if (!is_path && !program.paths.empty())
        if (const auto found = find_program(program.command, program.paths); found && is_program(*found))
            return std::filesystem::absolute(*found).string();
    for (const std::string& start : {folder, folder_of_spawned(program, folder)})
        if (const auto path = std::filesystem::path(start) / program.command; is_program(path))
            return path.lexically_normal().string();
    if (const auto found = is_path ? std::nullopt : find_program(program.command);
        found && is_program(*found))
        return std::filesystem::absolute(*found).string();
    fail("\"{}\": there is no such program", program.command);
}

} // namespace sartor::configurator
