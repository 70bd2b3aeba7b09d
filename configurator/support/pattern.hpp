// Regular expressions (ECMAScript's). std::regex takes seconds of the compiler wherever it is used: it is
// used in one place.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

class Pattern {
  public:
    // What was found: the whole first, then the groups, "" for those that took no part; where it begins.
    struct Found {
        std::vector<std::string> groups;
        std::size_t position = 0;

        [[nodiscard]] const std::string& operator[](std::size_t group) const { return groups[group]; }
    };

    // Throws std::regex_error for what is no regular expression.
    explicit Pattern(const std::string& expression);
    ~Pattern();
    Pattern(const Pattern&) = delete;
    Pattern& operator=(const Pattern&) = delete;

    // The whole text, or the first place in it.
    [[nodiscard]] std::optional<Found> match(const std::string& text) const;
    [[nodiscard]] std::optional<Found> search(const std::string& text) const;
    // All places replaced; $1, $2 are the groups.
    [[nodiscard]] std::string replace(const std::string& text, const std::string& replacement) const;

  private:
    struct Expression;
    std::unique_ptr<Expression> expression_;
};

} // namespace sartor::configurator
