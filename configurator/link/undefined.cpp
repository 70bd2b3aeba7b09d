// GNU ld and gold write one line for each reference, lld and mold a line and ">>> " lines below it.
#include "configurator/link/undefined.hpp"

#include <optional>
#include <sstream>
#include <vector>

namespace sartor::configurator {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string unquoted(std::string_view name) {
    while (!name.empty() && (name.front() == '`' || name.front() == '\'')) name.remove_prefix(1);
    const std::size_t end = name.find('\'');
    return std::string(name.substr(0, end));
}

std::optional<std::string> undefined_symbol(const std::string& line) {
    for (const std::string_view marker :
         {"undefined reference to ", "undefined references to ", "undefined symbol: "}) {
        const std::size_t position = line.find(marker);
        if (position != std::string::npos)
            return unquoted(std::string_view(line).substr(position + marker.size()));
    }
    return std::nullopt;
}

// GNU ld names the function first: "ld: a.o: in function `main':"
bool introduces_function(const std::string& line) {
    return line.find(": in function ") != std::string::npos && line.ends_with(':');
}

// "a.c:(.text+0x5e): warning: undefined..." -> "a.c:(.text+0x5e)"; lld and mold say it in a line below.
std::string location_in(const std::string& line, const std::string& next) {
    constexpr std::string_view reference = ">>> referenced by ";
    if (next.starts_with(reference)) return next.substr(reference.size());
    const std::size_t end = line.find(": warning: ");
    const std::string location = line.substr(0, end == std::string::npos ? 0 : end);
    const std::size_t space = location.find("ld: ");
    return space == std::string::npos ? location : location.substr(space + 4);
}

std::string as_error(std::string line) {
    constexpr std::string_view warning = "warning: ";
    const std::size_t position = line.find(warning);
    if (position == std::string::npos) return line;
    const bool bare = line.find("undefined symbol: ") != std::string::npos;
    return line.replace(position, warning.size(), bare ? "error: " : "");
}

class Sorter {
  public:
    Sorter(const std::string& text, const std::function<bool(std::string_view)>& is_provided)
        : lines_(lines_of(text)), is_provided_(is_provided) {}

    LinkerMessages sort() {
        for (index_ = 0; index_ < lines_.size(); ++index_) sort_line(lines_[index_]);
        return std::move(messages_);
    }

  private:
    void sort_line(const std::string& line) {
        if (introduces_function(line)) {
            function_ = line;
            return;
        }
        const std::optional<std::string> symbol = undefined_symbol(line);
        if (!symbol) return keep(line);
        if (is_provided_(*symbol)) {
            messages_.callers.emplace(
                *symbol, location_in(line, index_ + 1 < lines_.size() ? lines_[index_ + 1] : ""));
            return skip_details();
        }
        messages_.undefined = true;
        keep(as_error(line));
    }

    void skip_details() {
        while (index_ + 1 < lines_.size() && lines_[index_ + 1].starts_with(">>> ")) ++index_;
        if (index_ + 1 < lines_.size() && lines_[index_ + 1].empty()) ++index_;
    }

    void keep(const std::string& line) {
        if (!function_.empty()) messages_.kept.append(function_).push_back('\n');
        function_.clear();
        messages_.kept.append(line).push_back('\n');
    }

    std::vector<std::string> lines_;
    const std::function<bool(std::string_view)>& is_provided_;
    LinkerMessages messages_;
    std::string function_;
    std::size_t index_ = 0;
};

} // namespace

LinkerMessages sort_messages(const std::string& text,
                             const std::function<bool(std::string_view)>& is_provided) {
    return Sorter(text, is_provided).sort();
}

} // namespace sartor::configurator
