#include "configurator/replay/trace_file.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using machine::noc::Description;
using machine::noc::Event;
using machine::noc::Kind;
using machine::noc::Program;
using nlohmann::json;

constexpr std::int64_t longest_read = std::int64_t{1} << 30; // bytes

class Reader {
  public:
    Reader(const std::string& path, const Description& description) : path_(path), description_(description) {
        trace_.name = std::filesystem::path(path).stem().string();
    }

    NocTrace read() {
        const json events = parsed();
        if (!events.is_array()) fail("{}: expected an array of events", path_);
        for (const json& event : events) {
            see(event);
            ++number_;
        }
        if (trace_.programs.empty()) fail("{}: there are no events of cores", path_);
        finish();
        return std::move(trace_);
    }

  private:
    template <class... Arguments>
    [[noreturn]] void wrong(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        fail("{}: event {}: {}", path_, number_, fmt::format(format, std::forward<Arguments>(arguments)...));
    }

    json parsed() const {
        try {
            return json::parse(read_text(path_));
        } catch (const json::parse_error& error) {
            fail("{}: not JSON: {}", path_, error.what());
        }
    }

    std::int64_t number_in(const json& event, const char* member, std::int64_t least,
                           std::int64_t most) const {
        const auto found = event.find(member);
        if (found == event.end()) wrong("{} is missing", member);
        if (!found->is_number_integer() || found->get<std::int64_t>() < least ||
            found->get<std::int64_t>() > most)
            wrong("{}: expected a whole number from {} to {}, not {}", member, least, most, found->dump());
        return found->get<std::int64_t>();
    }

    std::string text_in(const json& event, const char* member) const {
        const auto found = event.find(member);
        if (found == event.end() || !found->is_string()) wrong("{}: expected a text", member);
        return found->get<std::string>();
    }

    int node_in(const json& event, const char* x, const char* y) const {
        const auto column = static_cast<int>(number_in(event, x, 0, description_.columns - 1));
        const auto row = static_cast<int>(number_in(event, y, 0, description_.rows - 1));
        return description_.node(column, row);
    }

    void see(const json& event) {
        if (!event.is_object()) wrong("expected an object");
        const std::string processor = text_in(event, "proc");
        const bool is_zone = event.contains("zone");
        if (is_zone && processor.empty()) return; // the profiler's own
        const int node = node_in(event, "sx", "sy");
        if (!description_.cores[static_cast<std::size_t>(node)])
            wrong("({},{}) is no core of the machine", node % description_.columns,
                  node / description_.columns);
        const std::size_t program = program_of(node, processor);
        if (is_zone && !trace_.recorded[program].empty() && text_in(event, "zone_phase") == "begin") return;
        const std::int64_t time = number_in(event, "timestamp", 0, std::int64_t{1} << 60);
        if (!trace_.recorded[program].empty() && time < trace_.recorded[program].back())
            wrong("it is before the event before it of {}", trace_.processors[program]);
        add(program, is_zone ? Event{} : event_of(event), is_zone ? "" : text_in(event, "type"), time);
    }

    std::size_t program_of(int node, const std::string& processor) {
        const auto [found, is_new] = numbers_.try_emplace({node, processor}, trace_.programs.size());
        if (is_new) {
            trace_.programs.push_back({node, {}});
            trace_.recorded.emplace_back();
            trace_.processors.push_back(fmt::format("({},{}) {}", node % description_.columns,
                                                    node / description_.columns, processor));
            last_types_.emplace_back();
        }
        return found->second;
    }

    Event event_of(const json& event) const {
        const std::string type = text_in(event, "type");
        const std::string network = text_in(event, "noc");
        if (network != "NOC_0" && network != "NOC_1") wrong("noc: expected NOC_0 or NOC_1, not {}", network);
        Event one;
        one.network = network == "NOC_0" ? 0 : 1;
        if (type == "READ") {
            one.kind = Kind::read;
            one.target = node_in(event, "dx", "dy");
            one.bytes = static_cast<int>(number_in(event, "num_bytes", 1, longest_read));
        } else if (type == "READ_BARRIER_END") {
            one.kind = Kind::barrier;
        } else if (type != "READ_BARRIER_START") {
            wrong("type: {} is not modelled; READ, READ_BARRIER_START and READ_BARRIER_END are", type);
        }
        return one;
    }

    void add(std::size_t program, const Event& event, const std::string& type, std::int64_t time) {
        std::string& last = last_types_[program];
        if ((type == "READ_BARRIER_END") != (last == "READ_BARRIER_START"))
            wrong(
                "{}: READ_BARRIER_START and READ_BARRIER_END of a processor come in pairs, without an event "
                "between",
                type.empty() ? "zone" : type);
        last = type;
        trace_.programs[program].events.push_back(event);
        trace_.recorded[program].push_back(time);
    }

    // Times count from the first event of the run on.
    void finish() {
        std::int64_t first = trace_.recorded.front().front();
        for (const auto& times : trace_.recorded) first = std::min(first, times.front());
        for (std::size_t program = 0; program < trace_.programs.size(); ++program) {
            if (last_types_[program] == "READ_BARRIER_START")
                fail("{}: the wait of {} at its end has no READ_BARRIER_END", path_,
                     trace_.processors[program]);
            std::int64_t before = 0;
            for (std::size_t event = 0; event < trace_.recorded[program].size(); ++event) {
                std::int64_t& time = trace_.recorded[program][event];
                time -= first;
                trace_.programs[program].events[event].gap = time - before;
                before = time;
            }
            trace_.length = std::max(trace_.length, before);
        }
    }

    const std::string& path_;
    const Description& description_;
    NocTrace trace_;
    std::map<std::pair<int, std::string>, std::size_t> numbers_;
    std::vector<std::string> last_types_;
    int number_ = 0;
};

} // namespace

NocTrace read_noc_trace(const std::string& path, const Description& description) {
    return Reader(path, description).read();
}

} // namespace sartor::configurator
