#include "configurator/experiment/description.hpp"

#include "configurator/experiment/expression.hpp"
#include "configurator/experiment/names_in.hpp"
#include "configurator/machines/fields.hpp"
#include "configurator/machines/json_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace sartor::configurator {

namespace {

using nlohmann::json;
using Keys = std::vector<std::string>;

constexpr std::array<const char*, 4> origins = {"calibrated", "restated", "predicted", "measured"};

/// {NAME} of `each` in all texts; a text that is nothing else becomes the member itself.
json with_members(const json& value, const json& each) {
    if (value.is_structured()) {
        json filled = value;
        for (json& part : filled) part = with_members(part, each);
        return filled;
    }
    if (!value.is_string()) return value;
    std::string text = value.get<std::string>();
    for (const auto& [name, member] : each.items()) {
        const std::string place = "{" + name + "}";
        if (text == place) return member;
        const std::string inserted = member.is_string() ? member.get<std::string>() : member.dump();
        for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos; at += inserted.size())
            text.replace(at, place.size(), inserted);
    }
    return text;
}

/// An object of the file with its way there, for messages.
class Object {
  public:
    Object(const JsonFile& file, Keys keys, json content)
        : file_(file), keys_(std::move(keys)), content_(std::move(content)) {
        if (!content_.is_object()) file_.wrong(keys_, "expected an object");
    }

    template <class... Arguments>
    [[noreturn]] void wrong(const std::string& member, fmt::format_string<Arguments...> format,
                            Arguments&&... arguments) const {
        Keys keys = keys_;
        if (!member.empty()) keys.push_back(member);
        file_.wrong(keys, format, std::forward<Arguments>(arguments)...);
    }

    void only(std::initializer_list<const char*> members) const {
        for (const auto& [name, value] : content_.items())
            if (std::ranges::find(members, name) == members.end())
                wrong(name, "there is no such member; expected one of {}", fmt::join(members, ", "));
    }
    bool has(const char* member) const { return content_.contains(member); }
    const json& operator[](const char* member) const { return content_[member]; }

    std::string text(const char* member) const { return file_.text(content_, keys_, member); }
    std::string text(const char* member, const std::string& otherwise) const {
        return has(member) ? text(member) : otherwise;
    }
    double number(const char* member) const {
        if (!has(member)) wrong(member, "is missing");
        if (!content_[member].is_number()) wrong(member, "expected a number");
        return content_[member].get<double>();
    }
    int whole(const char* member, int least, int most) const {
        const double value = number(member);
        if (value < least || value > most || value != static_cast<int>(value))
            wrong(member, "expected a whole number from {} to {}", least, most);
        return static_cast<int>(value);
    }
    bool truth(const char* member) const {
        if (!has(member)) return false;
        if (!content_[member].is_boolean()) wrong(member, "expected true or false");
        return content_[member].get<bool>();
    }
    /// Numbers are as good as texts.
    std::vector<std::string> texts(const char* member) const {
        std::vector<std::string> list;
        if (!has(member)) return list;
        if (!content_[member].is_array()) wrong(member, "expected a list");
        for (const json& one : content_[member]) {
            if (!one.is_string() && !one.is_number()) wrong(member, "expected texts and numbers in the list");
            list.push_back(one.is_string() ? one.get<std::string>() : one.dump());
        }
        return list;
    }
    Object object(const char* member) const {
        Keys keys = keys_;
        keys.emplace_back(member);
        if (!has(member)) wrong(member, "is missing");
        return {file_, keys, content_[member]};
    }
    /// The elements of a list, those with "each" expanded.
    std::vector<Object> objects(const char* member) const {
        std::vector<Object> list;
        if (!has(member)) return list;
        if (!content_[member].is_array()) wrong(member, "expected a list");
        for (std::size_t index = 0; index < content_[member].size(); ++index) {
            Keys keys = keys_;
            keys.insert(keys.end(), {member, std::to_string(index)});
            expand({file_, keys, content_[member][index]}, list);
        }
        return list;
    }
    int line() const { return file_.line(keys_); }
    void merge(const json& others) { content_.update(others); }

  private:
    static void expand(Object object, std::vector<Object>& list) {
        if (!object.has("each")) return list.push_back(std::move(object));
        const json each = object["each"];
        if (!each.is_array()) object.wrong("each", "expected a list of objects");
        object.content_.erase("each");
        for (const json& one : each) {
            if (!one.is_object()) object.wrong("each", "expected objects in the list");
            list.push_back({object.file_, object.keys_, with_members(object.content_, one)});
        }
    }

    const JsonFile& file_;
    Keys keys_;
    json content_;
};

ExperimentProgram read_program(const Object& object, const std::string& machine) {
    object.only({"name", "source", "machine"});
    return {object.text("name"), object.text("source"), object.text("machine", machine)};
}

OutputForm read_form(const Object& run) {
    OutputForm form;
    if (!run.has("output")) return form;
    const Object object = run.object("output");
    object.only({"columns", "key"});
    form = {object.texts("columns"), object.text("key")};
    if (std::ranges::find(form.columns, form.key) == form.columns.end())
        object.wrong("key", "{} is none of the columns", form.key);
    return form;
}

ExperimentRun read_run(Object object, const Experiment& experiment, bool quick) {
    object.only({"name", "program", "tool", "with", "kind", "machine", "ranks", "options", "arguments",
                 "output", "quick"});
    if (quick && object.has("quick")) {
        if (!object["quick"].is_object()) object.wrong("quick", "expected an object");
        object.merge(object["quick"]);
    }
    ExperimentRun run;
    run.name = object.text("name");
    run.program = object.text("program", "");
    run.tool = object.text("tool", "");
    run.with = object.text("with", "sartor");
    run.kind = object.text("kind", "run");
    run.machine = object.text("machine", experiment.machine);
    run.options = object.texts("options");
    run.arguments = object.texts("arguments");
    run.form = read_form(object);
    if (!std::ranges::all_of(run.name, is_name_letter) || run.name.empty())
        object.wrong("name", "expected letters, digits and _ only");
    for (const ExperimentRun& other : experiment.runs)
        if (other.name == run.name) object.wrong("name", "there is another run {}", run.name);
    if (run.with != "sartor" && run.with != "mpich" && run.with != "openmpi")
        object.wrong("with", "expected sartor, mpich or openmpi");
    if (run.kind != "run" && run.kind != "explain") object.wrong("kind", "expected run or explain");
    if (run.program.empty() == run.tool.empty())
        object.wrong("program", "expected either a program or a tool");
    if (run.tool.empty() && std::ranges::find(experiment.programs, run.program, &ExperimentProgram::name) ==
                                experiment.programs.end())
        object.wrong("program", "the experiment has no program {}", run.program);
    if (run.tool.empty() && run.kind == "run") run.ranks = object.whole("ranks", 1, 1 << 20);
    return run;
}

/// Marks runs of which peak() is asked, and finds names that are of no run.
void check_expression(const Object& object, const char* member, const std::string& text,
                      Experiment& experiment) {
    for (const NameInExpression& name : names_in(text)) {
        const auto run = std::ranges::find(experiment.runs, name.run, &ExperimentRun::name);
        if (run == experiment.runs.end()) object.wrong(member, "there is no run {}", name.run);
        run->traces = run->traces || name.of_trace;
        if (!name.column.empty() &&
            std::ranges::find(run->form.columns, name.column) == run->form.columns.end())
            object.wrong(member, "run {} has no column {}", name.run, name.column);
    }
}

/// A number, or an expression without runs: an equation of the paper.
double published(const Object& object) {
    class NoRuns : public Names {
      public:
        Value column(const std::string& run, const std::string&) const override {
            fail("there is no run {}", run);
        }
        Value summary(const std::string& run, const std::string&) const override {
            fail("there is no run {}", run);
        }
        double peak(const std::string& run, const std::string&) const override {
            fail("there is no run {}", run);
        }
    };
    if (!object["published"].is_string()) return object.number("published");
    try {
        return number_of(object.text("published"), NoRuns());
    } catch (const Error& error) {
        object.wrong("published", "{}", error.what());
    }
}

void read_comparison(const Object& object, ExperimentRow& row) {
    row.value = object.text("value");
    row.unit = object.text("unit", "");
    if (object.has("published")) row.published = published(object);
    if (object.has("limit")) row.limit = object.number("limit");
    if (row.published == 0.0)
        object.wrong("published",
                     "an error in percent of 0 is not defined; write a condition (holds) instead");
    const std::string how = object.text("how", "predicted");
    const auto origin = std::ranges::find(origins, how);
    if (origin == origins.end()) object.wrong("how", "expected one of {}", fmt::join(origins, ", "));
    row.origin = static_cast<Origin>(origin - origins.begin());
    row.constants = object.texts("constants");
    for (const std::string& constant : row.constants)
        if (find_field(constant) == nullptr)
            object.wrong("constants", "no machine has a constant {}", constant);
    const bool has_constants = row.origin == Origin::calibrated || row.origin == Origin::restated;
    if (has_constants == row.constants.empty())
        object.wrong(
            has_constants ? "constants" : "how",
            "calibrated and restated numbers must name their constants, and other numbers must name none");
}

ExperimentRow read_row(const Object& object, Experiment& experiment) {
    object.only(
        {"what", "unit", "published", "value", "limit", "holds", "shows", "how", "constants", "digits"});
    ExperimentRow row;
    row.line = object.line();
    row.what = object.text("what");
    if (object.has("digits")) row.digits = object.whole("digits", 0, 9);
    row.holds = object.text("holds", "");
    row.shows = object.text("shows", "");
    if (row.holds.empty()) read_comparison(object, row);
    if (!row.holds.empty() && object.has("value")) object.wrong("value", "expected either value or holds");
    for (const auto& [member, text] : {std::pair{"holds", row.holds}, {"value", row.value}})
        check_expression(object, member, text, experiment);
    for (std::size_t at = 0; (at = row.shows.find("${", at)) != std::string::npos; ++at)
        check_expression(object, "shows", row.shows.substr(at, row.shows.find('}', at) - at), experiment);
    return row;
}

ExperimentTable read_table(const Object& object, Experiment& experiment) {
    object.only({"title", "note", "rows"});
    ExperimentTable table{object.text("title"), object.text("note", ""), {}};
    for (const Object& row : object.objects("rows")) table.rows.push_back(read_row(row, experiment));
    if (table.rows.empty()) object.wrong("rows", "expected at least one");
    return table;
}

ExperimentFigure read_figure(const Object& object, Experiment& experiment) {
    object.only({"name", "title", "x", "y", "logarithmic", "curves"});
    ExperimentFigure figure{object.text("name"), object.text("title"),        object.text("x"),
                            object.text("y"),    object.truth("logarithmic"), {}};
    for (const Object& curve : object.objects("curves")) {
        curve.only({"name", "value"});
        figure.curves.push_back({curve.text("name"), curve.text("value")});
        check_expression(curve, "value", figure.curves.back().value, experiment);
    }
    return figure;
}

} // namespace

const char* name_of(Origin origin) {
    return origins[static_cast<std::size_t>(origin)];
}

Experiment read_experiment(const std::string& path, bool quick) {
    const JsonFile file(path);
    const Object object(file, {}, file.content());
    object.only({"paper", "where", "about", "machine", "programs", "runs", "tables", "figures"});
    Experiment experiment;
    experiment.path = path;
    experiment.name = std::filesystem::path(path).stem();
    experiment.paper = object.text("paper");
    experiment.where = object.text("where");
    experiment.about = object.text("about");
    experiment.machine = object.text("machine");
    for (const Object& program : object.objects("programs"))
        experiment.programs.push_back(read_program(program, experiment.machine));
    for (const Object& run : object.objects("runs"))
        experiment.runs.push_back(read_run(run, experiment, quick));
    for (const Object& table : object.objects("tables"))
        experiment.tables.push_back(read_table(table, experiment));
    for (const Object& figure : object.objects("figures"))
        experiment.figures.push_back(read_figure(figure, experiment));
    if (experiment.tables.empty()) object.wrong("tables", "expected at least one");
    return experiment;
}

std::vector<std::string> experiments_in(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    return paths;
}

} // namespace sartor::configurator
