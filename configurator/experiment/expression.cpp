#include "configurator/experiment/expression.hpp"

#include "configurator/experiment/names_in.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace sartor::configurator {

namespace {

std::optional<double> as_number(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// K and h of y = K * x + h by least squares; the keys are x.
std::pair<double, double> line_through(const Series& series) {
    double mean_x = 0, mean_y = 0, products = 0, squares = 0;
    const double count = static_cast<double>(series.size());
    for (const auto& [key, y] : series) {
        const std::optional<double> x = as_number(key);
        if (!x) fail("{} is not a number: the keys of a line must be numbers", key);
        mean_x += *x / count;
        mean_y += y / count;
    }
    for (const auto& [key, y] : series) {
        const double distance = *as_number(key) - mean_x;
        products += distance * (y - mean_y);
        squares += distance * distance;
    }
    if (squares == 0) fail("a line needs two different keys");
    return {products / squares, mean_y - products / squares * mean_x};
}

double of_series(const std::string& function, const Series& series) {
    if (series.empty()) fail("{} of a series without numbers", function);
    if (function == "slope") return line_through(series).first;
    if (function == "intercept") return line_through(series).second;
    double sum = 0, least = series.front().second, most = least;
    for (const auto& [key, number] : series) {
        sum += number;
        least = std::min(least, number);
        most = std::max(most, number);
    }
    if (function == "min") return least;
    if (function == "max") return most;
    return function == "sum" ? sum : sum / static_cast<double>(series.size());
}

double combined(char operation, double left, double right) {
    switch (operation) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    default:
        if (right == 0) fail("division by 0");
        return left / right;
    }
}

Value combined(char operation, const Value& left, const Value& right) {
    if (!left.is_series && !right.is_series) return combined(operation, left.number, right.number);
    Series series;
    for (const auto& [key, number] : left.is_series ? left.series : right.series) {
        if (!left.is_series || !right.is_series) {
            series.emplace_back(key, left.is_series ? combined(operation, number, right.number)
                                                    : combined(operation, left.number, number));
            continue;
        }
        const auto same = std::ranges::find(right.series, key, &Series::value_type::first);
        if (same != right.series.end()) series.emplace_back(key, combined(operation, number, same->second));
    }
    return series;
}

/// Recursive descent; throws Error without the place, which evaluate() adds.
class Parser {
  public:
    Parser(const std::string& text, const Names& names) : text_(text), names_(names) {}

    Value whole() {
        Value value = conjunction();
        if (skip(); at_ != text_.size()) fail("unexpected {}", text_.substr(at_));
        return value;
    }
    std::size_t at() const { return at_; }

  private:
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(std::string_view token) {
        skip();
        if (text_.compare(at_, token.size(), token) != 0) return false;
        at_ += token.size();
        return true;
    }
    void expect(std::string_view token) {
        if (!take(token)) fail("expected {}", token);
    }
    std::string word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name_letter(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }
    std::string up_to(char end) {
        const std::size_t found = text_.find(end, at_);
        if (found == std::string::npos) fail("expected {}", end);
        std::string text = text_.substr(at_, found - at_);
        at_ = found + 1;
        return text;
    }

    static double single(const Value& value) {
        if (value.is_series) fail("expected one number, not a series: use min, max, mean or [KEY]");
        return value.number;
    }

    Value conjunction() {
        Value value = comparison();
        while (take("and ")) {
            const double right = single(comparison());
            value = single(value) != 0 && right != 0 ? 1.0 : 0.0;
        }
        return value;
    }
    std::string comparator() {
        for (const char* one : {"<=", ">=", "==", "<", ">"})
            if (take(one)) return one;
        return "";
    }
    Value comparison() {
        Value left = sum();
        std::string how = comparator();
        if (how.empty()) return left;
        bool holds = true;
        for (; !how.empty(); how = comparator()) {
            const double a = single(left);
            const double b = single(left = sum());
            holds = holds && (how == "<"    ? a < b
                              : how == "<=" ? a <= b
                              : how == ">"  ? a > b
                              : how == ">=" ? a >= b
                                            : a == b);
        }
        return holds ? 1.0 : 0.0;
    }
    Value sum() {
        Value left = product();
        while (true) {
            if (take("+"))
                left = combined('+', left, product());
            else if (take("-"))
                left = combined('-', left, product());
            else
                return left;
        }
    }
    Value product() {
        Value left = factor();
        while (true) {
            if (take("*"))
                left = combined('*', left, factor());
            else if (take("/"))
                left = combined('/', left, factor());
            else
                return left;
        }
    }
    Value factor() {
        if (take("-")) return combined('-', 0.0, factor());
        if (take("(")) {
            Value value = conjunction();
            expect(")");
            return value;
        }
        skip();
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0))
            return literal();
        const std::string name = word();
        if (name.empty()) fail("expected a number, a function or RUN.COLUMN");
        if (take("(")) return call(name);
        expect(".");
        return selected(names_.column(name, word()));
    }
    Value literal() {
        double number = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
        if (error != std::errc()) fail("expected a number");
        at_ = static_cast<std::size_t>(end - text_.data());
        return number;
    }
    /// Behind a column: [KEY], [FIRST..LAST], or all of it.
    Value selected(Value value) {
        if (!take("[")) return value;
        const std::string key = up_to(']');
        if (const auto dots = key.find(".."); dots != std::string::npos)
            return range(value.series, key, dots);
        const auto found = std::ranges::find(value.series, key, &Series::value_type::first);
        if (found == value.series.end()) fail("there is no value with the key {}", key);
        return found->second;
    }
    static Value range(const Series& series, const std::string& key, std::size_t dots) {
        const std::optional<double> first = as_number(key.substr(0, dots));
        const std::optional<double> last = as_number(key.substr(dots + 2));
        if (!first || !last) fail("[{}]: expected [FIRST..LAST]", key);
        Series part;
        for (const auto& one : series)
            if (const auto x = as_number(one.first); x && *first <= *x && *x <= *last) part.push_back(one);
        return part;
    }
    Value call(const std::string& function) {
        if (function == "value" || function == "peak") {
            const std::string run = word();
            expect(",");
            expect("\"");
            const std::string what = up_to('"');
            expect(")");
            if (function == "value") return names_.summary(run, what);
            return names_.peak(run, what);
        }
        if (function == "join") return joined();
        const Value first = conjunction();
        if ((function == "min" || function == "max") && take(",")) {
            const double a = single(first), b = single(conjunction());
            expect(")");
            return function == "min" ? std::min(a, b) : std::max(a, b);
        }
        expect(")");
        if (function == "floor") return std::floor(single(first));
        constexpr const char* known[] = {"min", "max", "mean", "sum", "slope", "intercept"};
        if (std::ranges::find(known, function) == std::end(known)) fail("there is no function {}", function);
        if (!first.is_series) fail("{} of one number: expected a series", function);
        return of_series(function, first.series);
    }

    /// Behind "join(".
    Value joined() {
        Series all;
        do {
            const std::size_t begin = at_;
            const std::string key = word();
            const bool has_key = !key.empty() && take(":");
            if (!has_key) at_ = begin;
            const Value part = conjunction();
            if (part.is_series == has_key) fail("join needs series, and numbers as KEY: NUMBER");
            if (has_key)
                all.emplace_back(key, part.number);
            else
                all.insert(all.end(), part.series.begin(), part.series.end());
        } while (take(","));
        expect(")");
        return all;
    }

    const std::string& text_;
    const Names& names_;
    std::size_t at_ = 0;
};

} // namespace

Value evaluate(const std::string& expression, const Names& names) {
    Parser parser(expression, names);
    try {
        return parser.whole();
    } catch (const Error& error) {
        fail("\"{}\", at {}: {}", expression, parser.at() + 1, error.what());
    }
}

double number_of(const std::string& expression, const Names& names) {
    const Value value = evaluate(expression, names);
    if (value.is_series) fail("\"{}\" is a series: expected one number", expression);
    return value.number;
}

std::string filled_in(const std::string& text, const Names& names) {
    std::string filled;
    std::size_t from = 0;
    for (std::size_t begin; (begin = text.find("${", from)) != std::string::npos;) {
        const std::size_t end = text.find('}', begin);
        if (end == std::string::npos) fail("\"{}\": a ${{ without }}", text);
        filled += text.substr(from, begin - from);
        std::string expression = text.substr(begin + 2, end - begin - 2);
        int digits = 0;
        if (const auto colon = expression.rfind(':'); colon != std::string::npos) {
            digits = std::atoi(expression.c_str() + colon + 1);
            expression.resize(colon);
        }
        filled += fmt::format("{:.{}f}", number_of(expression, names), digits);
        from = end + 1;
    }
    return filled + text.substr(from);
}

} // namespace sartor::configurator
