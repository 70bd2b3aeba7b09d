// Facts joined, and as JSON.
#include "configurator/scan/facts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

void merge_seen(Seen& whole, const Seen& part) {
    for (const auto& [name, units] : part) whole[name].insert(units.begin(), units.end());
}

} // namespace

void merge(Facts& whole, const Facts& part) {
    merge_seen(whole.functions, part.functions);
    merge_seen(whole.defined, part.defined);
    merge_seen(whole.constants, part.constants);
    merge_seen(whole.optimization, part.optimization);
    merge_seen(whole.threads, part.threads);
    merge_seen(whole.process_calls, part.process_calls);
    merge_seen(whole.thread_local_models, part.thread_local_models);
    whole.without_note.insert(part.without_note.begin(), part.without_note.end());
    whole.link_time_optimized.insert(part.link_time_optimized.begin(), part.link_time_optimized.end());
    whole.globals.insert(whole.globals.end(), part.globals.begin(), part.globals.end());
    whole.not_independent.insert(whole.not_independent.end(), part.not_independent.begin(),
                                 part.not_independent.end());
    whole.needed.insert(whole.needed.end(), part.needed.begin(), part.needed.end());
    whole.own_libraries.insert(whole.own_libraries.end(), part.own_libraries.begin(),
                               part.own_libraries.end());
    whole.writable_bytes += part.writable_bytes;
    whole.calls_from_fortran |= part.calls_from_fortran;
    whole.throws |= part.throws;
}

bool Facts::is_not_optimized() const {
    return without_note.empty() && !optimization.empty() &&
           std::ranges::all_of(
               optimization, [](const auto& level) { return level.first == "-O0" || level.first == "-Og"; });
}

void to_json(nlohmann::json& json, const Global& global) {
    json = {{"name", global.name},
            {"section", global.section},
            {"bytes", global.size},
            {"thread_local", global.thread_local_storage},
            {"unit", global.unit}};
}

void from_json(const nlohmann::json& json, Global& global) {
    json.at("name").get_to(global.name);
    json.at("section").get_to(global.section);
    json.at("bytes").get_to(global.size);
    json.at("thread_local").get_to(global.thread_local_storage);
    json.at("unit").get_to(global.unit);
}

void to_json(nlohmann::json& json, const Facts& facts) {
    json = {{"version", facts_version},
            {"name", facts.name},
            {"kind", facts.kind},
            {"functions", facts.functions},
            {"defined", facts.defined},
            {"constants", facts.constants},
            {"optimization", facts.optimization},
            {"without_note", facts.without_note},
            {"globals", facts.globals},
            {"writable_bytes", facts.writable_bytes},
            {"threads", facts.threads},
            {"thread_local_models", facts.thread_local_models},
            {"not_independent", facts.not_independent},
            {"link_time_optimized", facts.link_time_optimized},
            {"needed", facts.needed},
            {"own_libraries", facts.own_libraries},
            {"calls_from_fortran", facts.calls_from_fortran},
            {"throws", facts.throws},
            {"ranks", facts.ranks},
            {"process_calls", facts.process_calls},
            {"for_threads", facts.for_threads},
            {"for_processes", facts.for_processes}};
}

void from_json(const nlohmann::json& json, Facts& facts) {
    json.at("name").get_to(facts.name);
    json.at("kind").get_to(facts.kind);
    json.at("functions").get_to(facts.functions);
    json.at("defined").get_to(facts.defined);
    json.at("constants").get_to(facts.constants);
    json.at("without_note").get_to(facts.without_note);
    json.at("globals").get_to(facts.globals);
    json.at("writable_bytes").get_to(facts.writable_bytes);
    json.at("threads").get_to(facts.threads);
    json.at("thread_local_models").get_to(facts.thread_local_models);
    json.at("not_independent").get_to(facts.not_independent);
    json.at("link_time_optimized").get_to(facts.link_time_optimized);
    json.at("needed").get_to(facts.needed);
    facts.optimization = json.value("optimization", facts.optimization);
    facts.own_libraries = json.value("own_libraries", facts.own_libraries);
    facts.calls_from_fortran = json.value("calls_from_fortran", false);
    facts.throws = json.value("throws", false);
    facts.ranks = json.value("ranks", "");
    facts.process_calls = json.value("process_calls", facts.process_calls);
    facts.for_threads = json.value("for_threads", facts.for_threads);
    facts.for_processes = json.value("for_processes", facts.for_processes);
}

} // namespace sartor::configurator
