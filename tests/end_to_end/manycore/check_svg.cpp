// Whether a picture is well-formed XML whose texts have the room that they need, at 8 points or more, and lie
// in the cell that they belong to. Prints how many groups of each class are in it, and what they tell. Usage:
// check_svg FILE
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

int failures = 0;
int picture_loads = 0; // numbers with units

void expect(bool condition, const std::string& what, const std::string& where) {
    if (!condition && ++failures <= 5)
        std::printf("FAILED: %s: %s\n", what.c_str(), where.substr(0, 200).c_str());
}

struct Element {
    std::string name;
    std::map<std::string, std::string> attributes;
    bool ends = false; // </name>
    bool empty = false;

    int number(const char* attribute) const {
        const auto found = attributes.find(attribute);
        return found == attributes.end() ? 0 : std::atoi(found->second.c_str());
    }
};

// What stands between < and >.
Element parse_element(const std::string& text) {
    Element element;
    std::size_t index = text[0] == '/' ? 1 : 0;
    element.ends = index == 1;
    element.empty = text.back() == '/';
    const std::size_t end = text.find_first_of(" /\n", index);
    element.name = text.substr(index, end == std::string::npos ? end : end - index);
    expect(!element.name.empty(), "an element without a name", text);
    for (index = end; index != std::string::npos;) {
        index = text.find_first_not_of(" \n", index);
        if (index == std::string::npos || text[index] == '/') break;
        const std::size_t equals = text.find("=\"", index);
        const std::size_t close = equals == std::string::npos ? equals : text.find('"', equals + 2);
        expect(close != std::string::npos, "an attribute without its quotes", text);
        if (close == std::string::npos) break;
        const std::string name = text.substr(index, equals - index);
        expect(!element.attributes.contains(name), "an attribute twice", text);
        element.attributes[name] = text.substr(equals + 2, close - equals - 2);
        index = close + 1;
    }
    return element;
}

struct Picture {
    std::vector<Element> open;
    Element picture;
    Element cell; // of the cluster that is open
    std::map<std::string, long long> found;
};

void check_text(const Picture& picture, const Element& element, const std::string& text) {
    if (!element.attributes.contains("data-room")) return; // not one of ours
    const int size = element.number("font-size");
    const double width = 0.64 * size * static_cast<double>(text.size()); // of common sans-serif fonts
    const std::string& anchor = element.attributes.at("text-anchor");
    const double left = element.number("x") - (anchor == "end" ? width : anchor == "middle" ? width / 2 : 0);
    expect(size >= 11, "smaller than 8 points", text);
    expect(width <= element.number("data-room") + 1, "no room for", text);
    expect(left >= 0 && left + width <= picture.picture.number("width"), "out of the picture", text);
    if (picture.cell.attributes.empty()) return;
    const int begin = picture.cell.number("x");
    expect(left >= begin && left + width <= begin + picture.cell.number("width"), "out of its cell", text);
}

bool inside(const Picture& picture, const char* name) {
    for (const Element& element : picture.open) {
        const auto found = element.attributes.find("class");
        if (found != element.attributes.end() && found->second == name) return true;
    }
    return false;
}

// What was not used has no number; other loads, and sizes, have their unit.
void check_number(const Picture& picture, const std::string& text) {
    static const std::regex zero("(.* )?0(\\.0+)? ?[%kMGB].*|(in |out )?0.00");
    static const std::regex load("to \\d+|(to \\d+: )?\\d+(\\.\\d+)? ?%");
    const bool in_cell = inside(picture, "cluster") || inside(picture, "io");
    const bool number = !in_cell && inside(picture, "link");
    if (in_cell) expect(!std::regex_match(text, zero), "a zero", text);
    if (number)
        expect(std::regex_match(text, load) && !std::regex_match(text, zero), "no load in percent", text);
    if (inside(picture, "link") || (in_cell && text.find('%') != std::string::npos)) ++picture_loads;
}

void enter(Picture& picture, const Element& element) {
    if (picture.open.empty()) picture.picture = element;
    const bool in_cell = !picture.open.empty() && (picture.open.back().attributes["class"] == "cluster" ||
                                                   picture.open.back().attributes["class"] == "io");
    if (in_cell && element.name == "rect" && picture.cell.attributes.empty()) picture.cell = element;
    if (element.name == "g" && element.attributes.contains("class"))
        ++picture.found[element.attributes.at("class")];
    for (const char* told : {"total", "side"})
        if (element.attributes.contains(std::string("data-") + told))
            picture.found[told] = std::atoll(element.attributes.at(std::string("data-") + told).c_str());
    if (!element.empty) picture.open.push_back(element);
}

void leave(Picture& picture, const Element& element, const std::string& text) {
    const bool fits = !picture.open.empty() && picture.open.back().name == element.name;
    expect(fits, "ends what is not open", element.name);
    if (!fits) return;
    if (element.name == "text") check_text(picture, picture.open.back(), text);
    if (element.name == "text") check_number(picture, text);
    picture.open.pop_back();
    if (element.name == "g") picture.cell = Element();
}

Picture read(const std::string& text) {
    Picture picture;
    for (std::size_t index = text.find('<'); index != std::string::npos; index = text.find('<', index)) {
        const bool comment = text.compare(index, 4, "<!--") == 0;
        const std::size_t end = text.find(comment ? "-->" : ">", index);
        expect(end != std::string::npos, "a bracket is open", text.substr(index));
        if (end == std::string::npos) break;
        if (text[index + 1] != '?' && text[index + 1] != '!') {
            const Element element = parse_element(text.substr(index + 1, end - index - 1));
            const std::size_t before = text.rfind('>', index);
            if (element.ends)
                leave(picture, element, text.substr(before + 1, index - before - 1));
            else
                enter(picture, element);
        }
        index = end;
    }
    return picture;
}

} // namespace

int main(int argc, char** argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    std::stringstream text;
    text << file.rdbuf();
    const Picture picture = read(text.str());
    expect(picture.picture.name == "svg" && picture.open.empty(), "no whole svg", argc == 2 ? argv[1] : "");
    std::printf("numbers: %s\n", picture_loads > 0 ? "some" : "none");
    for (const auto& [name, count] : picture.found) std::printf("%s: %lld\n", name.c_str(), count);
    return failures == 0 ? 0 : 1;
}
