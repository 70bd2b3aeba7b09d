#include "configurator/compile/fortran_unit.hpp"

#include "configurator/compile/flags.hpp"
#include "configurator/scan/fortran_text.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace sartor::configurator {

namespace {

namespace files = std::filesystem;

// A suffix in capitals, or an option, asks for it.
bool is_preprocessed(const CompilerArguments& arguments, const std::string& source) {
    const std::string suffix = files::path(source).extension().string();
    const auto is_capital = [](unsigned char letter) { return std::isupper(letter) != 0; };
    return std::ranges::any_of(suffix, is_capital) || suffix == ".fpp" ||
           std::ranges::any_of(arguments.arguments, [](const std::string& argument) {
               return argument.starts_with("-cpp") || argument == "-x" || argument.starts_with("-xf");
           });
}

std::optional<std::string> preprocessed(const Compiler& compiler, const CompilerArguments& arguments,
                                        const CompilerInput& input) {
    Command command = {compiler.program};
    for (const auto& words :
         {include_flags(compiler.language), without_side_outputs(arguments_for_source(arguments, input)),
          std::vector<std::string>{"-E", "-cpp", "-w"}})
        command.insert(command.end(), words.begin(), words.end());
    Result pass = run(command, {Output::capture, Output::capture, true});
    return pass.succeeded() ? std::optional(std::move(pass.standard_output)) : std::nullopt;
}

// Where INCLUDE lines look: beside the source, then in the folders of -I.
std::vector<files::path> include_folders(const CompilerArguments& arguments, const std::string& source) {
    std::vector<files::path> folders = {files::path(source).parent_path(), "."};
    const auto& words = arguments.arguments;
    for (std::size_t index = 0; index < words.size(); ++index)
        if (words[index] == "-I" && index + 1 < words.size())
            folders.emplace_back(words[++index]);
        else if (words[index].starts_with("-I"))
            folders.emplace_back(words[index].substr(2));
    return folders;
}

// -ffixed-form and -ffree-form override the suffix.
FortranForm form_of(const CompilerArguments& arguments, const std::string& source) {
    FortranForm form = fortran_form(source);
    for (const std::string& argument : arguments.arguments) {
        if (argument == "-ffixed-form") form = FortranForm::fixed;
        if (argument == "-ffree-form") form = FortranForm::free;
    }
    return form;
}

} // namespace

std::optional<FortranNames> names_of_fortran(const Compiler& compiler, const CompilerArguments& arguments,
                                             const CompilerInput& input, const table::Table& table) {
    const std::string& source = arguments.arguments[input.index];
    const std::optional<std::string> text = is_preprocessed(arguments, source)
                                                ? preprocessed(compiler, arguments, input)
                                                : std::optional(read_text(source));
    if (!text) return std::nullopt;
    const std::string own_header = (Installation::own().include() / "mpif.h").string();
    const std::vector<files::path> folders = include_folders(arguments, source);
    FortranNames names;
    names.mpif_h = text->find(own_header) != std::string::npos;
    const ReadIncluded read_included = [&](const std::string& name) -> std::optional<std::string> {
        if (name == "mpif.h") {
            names.mpif_h = true;
            return std::nullopt;
        }
        std::error_code none;
        for (const files::path& folder : folders)
            if (files::is_regular_file(folder / name, none)) return read_text((folder / name).string());
        return std::nullopt;
    };
    names.constants =
        constants_in_fortran(*text, form_of(arguments, source), own_header, read_included,
                             [&](std::string_view name) { return table.find_constant(name) != nullptr; });
    return names;
}

} // namespace sartor::configurator
