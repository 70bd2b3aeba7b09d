// Separates options, their separate values and inputs, by the rules that GCC and Clang share.
#include "configurator/command_line/compiler_arguments.hpp"

#include "configurator/command_line/response_files.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <map>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// Queries of Open MPI's wrappers and of MPICH's.
const std::map<std::string_view, Show> questions = {{"-show", Show::all},
                                                    {"-showme", Show::all},
                                                    {"-showme:compile", Show::compile},
                                                    {"-showme:link", Show::link},
                                                    {"-showme:command", Show::command},
                                                    {"-showme:incdirs", Show::include_folders},
                                                    {"-showme:libdirs", Show::library_folders},
                                                    {"-showme:libs", Show::libraries},
                                                    {"-showme:version", Show::version},
                                                    {"-show-compile", Show::compile},
                                                    {"-show-link", Show::link},
                                                    {"-compile_info", Show::compile_command},
                                                    {"-compile-info", Show::compile_command},
                                                    {"-link_info", Show::all},
                                                    {"-link-info", Show::all}};

class Parser {
  public:
    explicit Parser(std::vector<std::string> arguments) : given_(std::move(arguments)) {
        parsed_.checked = asks_for_checks();
        parsed_.checks_calls_alone = environment("SARTOR_CHECKED") == calls_alone;
    }

    CompilerArguments parse() {
        for (index_ = 0; index_ < given_.size(); ++index_) read(given_[index_]);
        if (parsed_.inputs.empty() || informed_ || precompiles()) parsed_.action = CompilerAction::inform;
        if (parsed_.action == CompilerAction::link && static_ && !parsed_.shared)
            refuse("-static: ranks are loaded by the system's dynamic loader; link without -static or "
                   "-static-pie");
        return std::move(parsed_);
    }

  private:
    void read(const std::string& argument) {
        if (read_own(argument)) return;
        note_option(argument);
        parsed_.arguments.push_back(argument);
        if (argument == "-" || !argument.starts_with('-')) return add_input(argument);
        if (takes_next_argument(argument) && index_ + 1 < given_.size())
            read_value(argument);
        else if (argument.starts_with("-x"))
            set_language(argument.substr(2));
        else if (argument.starts_with("-o"))
            parsed_.output = argument.substr(2);
    }

    // Options of sartor's own, which the compiler does not see.
    bool read_own(const std::string& argument) {
        if (is_option(argument, "--checked"))
            read_checks(argument);
        else if (argument == "--observed")
            parsed_.observed = true;
        else if (argument == "--reproducible")
            parsed_.selection.reproducible = true;
        else if (is_option(argument, "--cover"))
            parsed_.cover = value_of(argument, "all or none must follow, or files separated by commas");
        else if (is_option(argument, "--ranks"))
            parsed_.ranks = value_of(argument, "fibers, threads or processes must follow");
        else if (is_option(argument, "--machine"))
            parsed_.machine =
                value_of(argument, "a name or a file must follow; sartor machines lists the names");
        else if (is_option(argument, "--topology"))
            parsed_.selection.topologies.push_back(
                value_of(argument, "COLLECTIVE=NAME must follow, such as bcast=linear"));
        else if (is_option(argument, "--tuning"))
            parsed_.selection.tuning = value_of(argument, "a file that sartor tune wrote must follow");
        else if (names_compiler(argument))
            parsed_.compiler = argument.substr(argument.find('=') + 1);
        else if (wants_show(argument))
            read_show(argument);
        else
            return false;
        return true;
    }

    void read_checks(const std::string& argument) {
        parsed_.checked = true;
        parsed_.checks_calls_alone = argument == std::string("--checked=") + calls_alone;
        if (argument != "--checked" && !parsed_.checks_calls_alone)
            refuse("{}: expected --checked or --checked={}", argument, calls_alone);
    }

    // Of MPICH's wrappers.
    static bool names_compiler(std::string_view argument) {
        constexpr std::array names = {"-cc="sv, "-cxx="sv, "-fc="sv, "-f90="sv, "-f77="sv};
        return std::ranges::any_of(names, [&](std::string_view name) { return argument.starts_with(name); });
    }

    static bool is_option(const std::string& argument, const std::string& name) {
        return argument == name || argument.starts_with(name + "=");
    }

    // Of one of them: behind its first = or in the next argument.
    std::string value_of(const std::string& argument, const char* expected) {
        const std::size_t equals = argument.find('=');
        if (equals != std::string::npos) return argument.substr(equals + 1);
        if (index_ + 1 == given_.size()) refuse("{}: {}", argument, expected);
        return given_[++index_];
    }

    static bool wants_show(std::string_view argument) {
        if (argument.starts_with("--show")) argument.remove_prefix(1);
        return argument.starts_with("-show") || questions.contains(argument);
    }
    void read_show(std::string_view argument) {
        const std::string_view wanted = argument.starts_with("--") ? argument.substr(1) : argument;
        const auto found = questions.find(wanted);
        if (found == questions.end()) refuse_question(argument);
        parsed_.show = found->second;
    }

    [[noreturn]] static void refuse_question(std::string_view argument) {
        std::vector<std::string_view> known;
        for (const auto& [question, reply] : questions) known.push_back(question);
        refuse("{}: unknown option; expected one of {}", argument, fmt::join(known, ", "));
    }

    void read_value(const std::string& option) {
        const std::string& value = given_[++index_];
        parsed_.arguments.push_back(value);
        if (option == "-o") parsed_.output = value;
        if (option == "-x") set_language(value);
        if (option == "-MF") parsed_.names_dependences = true;
    }

    void note_option(const std::string& argument) {
        if (informs(argument)) informed_ = true;
        if (argument == "-c" || argument == "--compile") parsed_.action = CompilerAction::compile;
        if (argument == "-shared" || argument == "--shared" || argument == "-r") parsed_.shared = true;
        if (argument == "-static" || argument == "--static" || argument == "-static-pie") static_ = true;
        if (argument == "-fPIC" || argument == "-fpic" || argument.starts_with("-flto"))
            parsed_.for_library = true;
        if (argument == "-MD" || argument == "-MMD") parsed_.writes_dependences = true;
        if (argument.starts_with("-MF") && argument.size() > 3) parsed_.names_dependences = true;
        if (selects_instruction_set(argument)) parsed_.instruction_set.push_back(argument);
        if (argument.starts_with("-O")) parsed_.optimization = argument == "-O" ? "-O1" : argument;
    }

    void set_language(std::string language) {
        language_ = language == "none" ? std::string() : std::move(language);
    }

    void add_input(const std::string& argument) {
        parsed_.inputs.push_back(
            {parsed_.arguments.size() - 1, kind_of_input(argument, language_), language_});
    }

    bool precompiles() const {
        return std::ranges::any_of(
            parsed_.inputs, [](const CompilerInput& input) { return input.kind == InputKind::header; });
    }

    std::vector<std::string> given_;
    CompilerArguments parsed_;
    std::string language_;
    std::size_t index_ = 0;
    bool informed_ = false;
    bool static_ = false;
};

} // namespace

CompilerArguments parse_compiler_arguments(const std::vector<std::string>& arguments) {
    return Parser(expand_response_files(arguments)).parse();
}

std::vector<std::string> arguments_for_source(const CompilerArguments& parsed, const CompilerInput& input) {
    std::vector<std::string> kept;
    for (std::size_t index = 0; index < parsed.arguments.size(); ++index) {
        const std::string& argument = parsed.arguments[index];
        const bool other_input = std::ranges::any_of(parsed.inputs, [&](const CompilerInput& one) {
            return one.index == index && index != input.index;
        });
        const bool valued = takes_next_argument(argument) && index + 1 < parsed.arguments.size();
        const bool dropped = other_input || argument == "-c" || argument == "--compile" ||
                             argument.starts_with("-o") || is_for_linker(argument);
        if (!dropped) kept.push_back(argument);
        if (!valued) continue;
        ++index;
        if (!dropped) kept.push_back(parsed.arguments[index]);
    }
    return kept;
}

std::vector<std::string> without_side_outputs(const std::vector<std::string>& arguments) {
    std::vector<std::string> kept;
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        const bool dependences =
            argument == "-MD" || argument == "-MMD" || argument == "-MP" || argument == "-MG";
        const bool valued = argument == "-MF" || argument == "-MT" || argument == "-MQ" ||
                            argument == "-MJ" || argument == "-aux-info";
        const bool joined = argument.starts_with("-MF") || argument.starts_with("-MT") ||
                            argument.starts_with("-MQ") || argument.starts_with("-save-temps") ||
                            argument.starts_with("-Wp,-M") || argument.starts_with("-fdump-") ||
                            argument.starts_with("-ftime-trace");
        if (valued)
            ++index;
        else if (takes_next_argument(argument) && index + 1 < arguments.size()) {
            kept.push_back(argument);
            kept.push_back(arguments[++index]);
        } else if (!dependences && !joined)
            kept.push_back(argument);
    }
    return kept;
}

} // namespace sartor::configurator
