// Open MPI's mpirun(1), prterun(1), and Hydra's mpiexec.
#include "configurator/command_line/options_without_effect.hpp"

#include <array>
#include <fmt/ranges.h>
#include <string_view>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;

// clang-format off
constexpr std::array alone = {
    "--use-hwthread-cpus"sv, "--display-map"sv, "--display-allocation"sv, "--display-topo"sv, "--display-devel-map"sv,
    "--quiet"sv, "-q"sv, "--verbose"sv, "-v"sv, "--nooversubscribe"sv, "--no-oversubscribe"sv, "--bynode"sv, "--byslot"sv, "--bycore"sv,
    "--bysocket"sv, "--bind-to-core"sv, "--bind-to-socket"sv, "--bind-to-none"sv, "--timestamp-output"sv, "--enable-recovery"sv,
    "--disable-recovery"sv, "--genvnone"sv, "--envnone"sv, "--get-stack-traces"sv, "--report-state-on-timeout"sv,
    "--nolocal"sv, "--merge-stderr-to-stdout"sv, "--preload-binary"sv, "--print-all-exitcodes"sv,
    "--disable-auto-cleanup"sv};
constexpr std::array with_value = {
    "--am"sv, "--tune"sv, "--rank-by"sv, "--cpus-per-proc"sv, "--cpus-per-rank"sv, "--launcher"sv, "--bootstrap"sv, "--rmk"sv,
    "--iface"sv, "--prefix"sv, "--path"sv, "--genvlist"sv, "--envlist"sv, "--personality"sv, "--display"sv, "--runtime-options"sv,
    "--report-pid"sv, "--report-uri"sv, "--with-ft"sv};
constexpr std::array with_name_and_value = {"--mca"sv, "--gmca"sv, "--prtemca"sv, "--pmixmca"sv};
// clang-format on

template <std::size_t Count>
void add(CLI::App& app, const std::array<std::string_view, Count>& names, int values,
         std::vector<std::string>& given) {
    for (const std::string_view name : names)
        app.add_option_function<std::vector<std::string>>(
               std::string(name),
               [name, &given](const std::vector<std::string>& words) {
                   given.push_back(fmt::format("{} {}", name, fmt::join(words, " ")));
               })
            ->type_size(values)
            ->allow_extra_args(false)
            ->group("");
}

} // namespace

void add_options_without_effect(CLI::App& app, std::vector<std::string>& given) {
    for (const std::string_view name : alone)
        app.add_flag_callback(std::string(name), [name, &given] { given.emplace_back(name); })->group("");
    add(app, with_value, 1, given);
    add(app, with_name_and_value, 2, given);
}

} // namespace sartor::configurator
