#include "configurator/pages/page.hpp"

#include "d3_source.hpp"
#include "page_style.hpp"
#include "scripts_source.hpp"
#include <ctime>
#include <fmt/format.h>
#include <sys/stat.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

// The browser is told to load nothing.
constexpr const char* skeleton =
    R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Sartor</title>
<style>
{}</style></head>
<body><main></main><noscript><p>This page is drawn by scripts.</p></noscript>
<script type="application/json" id="data">{}</script>
<script>
{}</script>
<script>
{}</script>
</body></html>
)";

// In HTML, only < can end the script or begin a comment in it.
std::string in_script(const json& data) {
    std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace), safe;
    safe.reserve(text.size());
    for (const char letter : text) letter == '<' ? void(safe += "\\u003c") : safe.push_back(letter);
    return safe;
}

std::string date_text(std::time_t seconds) {
    std::tm parts{};
    char text[32];
    gmtime_r(&seconds, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
    return text;
}

} // namespace

std::string Page::html() const {
    const json data = {{"title", title}, {"properties", properties}, {"parts", parts}};
    return fmt::format(skeleton, page_style, in_script(data), d3_source, scripts_source);
}

void Page::begin(const std::string& name, const Properties& of_file) {
    if (title.empty()) {
        title = name;
        properties.insert(properties.begin(), of_file.begin(), of_file.end());
    } else {
        add(heading(name));
        add(properties_part(of_file));
    }
}

json heading(const std::string& text) {
    return {{"kind", "heading"}, {"text", text}};
}

json paragraph(const std::string& text, const std::string& as) {
    return {{"kind", "text"}, {"text", text}, {"as", as}};
}

json properties_part(const Properties& properties) {
    return {{"kind", "properties"}, {"items", properties}};
}

json table_part(const std::string& title, const std::vector<Column>& columns, const json& rows,
                const std::string& note, int first) {
    json described = json::array();
    for (const Column& column : columns)
        described.push_back({{"name", column.name}, {"unit", column.unit}, {"bar", column.bar}});
    return {{"kind", "table"}, {"title", title}, {"columns", described},
            {"rows", rows},    {"note", note},   {"first", first}};
}

json shares_part(const std::string& title, const std::string& name, const std::string& of,
                 const std::string& unit, const json& items) {
    return {{"kind", "shares"}, {"title", title}, {"name", name},
            {"of", of},         {"unit", unit},   {"items", items}};
}

std::string date_now() {
    return date_text(std::time(nullptr));
}

std::string date_of(const std::string& path) {
    struct stat state {};
    return stat(path.c_str(), &state) == 0 ? date_text(state.st_mtime) : "";
}

} // namespace sartor::configurator
