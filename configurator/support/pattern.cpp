#include "configurator/support/pattern.hpp"

#include <regex>

namespace sartor::configurator {

struct Pattern::Expression {
    std::regex regex;
};

static Pattern::Found found_in(const std::smatch& parts) {
    return {{parts.begin(), parts.end()}, static_cast<std::size_t>(parts.position())};
}

Pattern::Pattern(const std::string& expression)
    : expression_(std::make_unique<Expression>(Expression{std::regex(expression)})) {}

Pattern::~Pattern() = default;

std::optional<Pattern::Found> Pattern::match(const std::string& text) const {
    std::smatch parts;
    if (!std::regex_match(text, parts, expression_->regex)) return std::nullopt;
    return found_in(parts);
}

std::optional<Pattern::Found> Pattern::search(const std::string& text) const {
    std::smatch parts;
    if (!std::regex_search(text, parts, expression_->regex)) return std::nullopt;
    return found_in(parts);
}

std::string Pattern::replace(const std::string& text, const std::string& replacement) const {
    return std::regex_replace(text, expression_->regex, replacement);
}

} // namespace sartor::configurator
