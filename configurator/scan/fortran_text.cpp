// Statements are put together from their lines, in capitals; then names are looked for.
#include "configurator/scan/fortran_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <sstream>

namespace sartor::configurator {

namespace {

bool in_name(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::string capitals(std::string_view text) {
    std::string raised(text);
    std::ranges::transform(raised, raised.begin(), [](unsigned char letter) { return std::toupper(letter); });
    return raised;
}

std::string_view without_blanks_before(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos ? "" : line.substr(first);
}

// Of free form: up to an exclamation mark outside of strings.
std::string_view without_comment(std::string_view line) {
    char quote = 0;
    for (std::size_t index = 0; index < line.size(); ++index) {
        const char letter = line[index];
        if (quote == 0 && letter == '!') return line.substr(0, index);
        if (letter == '"' || letter == '\'') quote = quote == 0 ? letter : (quote == letter ? 0 : quote);
    }
    return line;
}

class Reader {
  public:
    Reader(FortranForm form, std::string_view own_header, const ReadIncluded& read_included)
        : form_(form), own_header_(own_header), read_included_(read_included) {}

    void read(std::string_view text) {
        std::istringstream stream{std::string(text)};
        for (std::string line; std::getline(stream, line);)
            if (!read_marker(line) && !in_own_header_ && !read_include(line))
                form_ == FortranForm::fixed ? read_fixed(line) : read_free(line);
        text_ += '\n';
    }

    const std::string& statements() const { return text_; }

  private:
    // # 12 "path" of the preprocessor; other lines of it are no statements.
    bool read_marker(const std::string& line) {
        if (!line.starts_with('#')) return false;
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (open != close) in_own_header_ = line.substr(open + 1, close - open - 1) == own_header_;
        return true;
    }

    bool read_include(std::string_view line) {
        line = without_blanks_before(line);
        if (!capitals(line.substr(0, 7)).starts_with("INCLUDE")) return false;
        line = without_blanks_before(line.substr(7));
        if (line.empty() || (line.front() != '"' && line.front() != '\'')) return false;
        const std::size_t close = line.find(line.front(), 1);
        if (close == std::string_view::npos) return false;
        if (const auto included = read_included_(std::string(line.substr(1, close - 1)))) read(*included);
        return true;
    }

    // Blanks mean nothing, names are divided by the end of a line anywhere.
    void read_fixed(const std::string& line) {
        constexpr std::size_t continuation = 5;
        if (line.empty() || std::string_view("CcDd*!").find(line.front()) != std::string_view::npos) return;
        const bool continues = line.size() > continuation && line.find('\t') > continuation &&
                               line[continuation] != ' ' && line[continuation] != '0';
        if (!continues) text_ += '\n';
        const std::string_view rest = std::string_view(line).substr(continues ? continuation + 1 : 0);
        std::ranges::copy_if(capitals(without_comment(rest)), std::back_inserter(text_),
                             [](char letter) { return letter != ' ' && letter != '\t' && letter != '\r'; });
    }

    void read_free(std::string_view line) {
        line = without_comment(line);
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
            line.remove_suffix(1);
        if (continued_) {
            line = without_blanks_before(line);
            if (line.empty()) return; // a comment between
            if (line.starts_with('&'))
                line.remove_prefix(1);
            else
                text_ += ' ';
        }
        continued_ = line.ends_with('&');
        if (continued_) line.remove_suffix(1);
        text_ += capitals(line);
        if (!continued_) text_ += '\n';
    }

    FortranForm form_;
    std::string_view own_header_;
    const ReadIncluded& read_included_;
    bool in_own_header_ = false;
    bool continued_ = false;
    std::string text_;
};

} // namespace

FortranForm fortran_form(const std::string& path) {
    constexpr std::array<std::string_view, 5> fixed = {".F", ".FOR", ".FTN", ".FPP", ".F77"};
    const std::string suffix = capitals(std::filesystem::path(path).extension().string());
    return std::ranges::find(fixed, suffix) != fixed.end() ? FortranForm::fixed : FortranForm::free;
}

std::set<std::string> constants_in_fortran(std::string_view text, FortranForm form,
                                           std::string_view own_header, const ReadIncluded& read_included,
                                           const std::function<bool(std::string_view)>& is_constant) {
    Reader reader(form, own_header, read_included);
    reader.read(text);
    const std::string_view statements = reader.statements();
    std::set<std::string> names;
    for (std::size_t start = statements.find("MPI_"); start != std::string_view::npos;) {
        std::size_t end = start;
        while (end < statements.size() && in_name(statements[end])) ++end;
        const std::string_view name = statements.substr(start, end - start);
        if (is_constant(name)) names.emplace(name);
        start = statements.find("MPI_", end);
    }
    return names;
}

} // namespace sartor::configurator
