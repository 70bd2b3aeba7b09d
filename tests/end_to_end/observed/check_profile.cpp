// Whether a profile's sums agree. Prints a line for each call site and rank, and for each pair of ranks.
// Usage: check_profile FILE
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

int failures = 0;

void expect(bool condition, const char* what, const json& where) {
    if (condition || ++failures > 5) return;
    std::printf("FAILED: %s: %s\n", what, where.dump().substr(0, 300).c_str());
}

bool is_near(double one, double other) {
    return std::abs(one - other) < 1e-6;
}

double waited(const json& entry) {
    double sum = 0;
    for (const auto& [reason, seconds] : entry.at("waited").items()) sum += seconds.get<double>();
    return sum;
}

void print_rank(const json& site, const json& rank) {
    std::printf("%s %s rank %d: %lld calls, %lld sent, %lld received",
                site.at("function").get<std::string>().c_str(), site.at("where").get<std::string>().c_str(),
                rank.at("rank").get<int>(), rank.at("calls").get<long long>(),
                rank.at("bytes_sent").get<long long>(), rank.at("bytes_received").get<long long>());
    for (const auto& [reason, seconds] : rank.at("waited").items())
        std::printf(", %s %d ms", reason.c_str(), static_cast<int>(seconds.get<double>() * 1e3));
    std::printf("\n");
}

void check_site(const json& site) {
    long long calls = 0, sent = 0, received = 0;
    double seconds = 0;
    for (const json& rank : site.at("ranks")) {
        calls += rank.at("calls").get<long long>();
        sent += rank.at("bytes_sent").get<long long>();
        received += rank.at("bytes_received").get<long long>();
        seconds += rank.at("seconds").get<double>();
        expect(waited(rank) <= rank.at("seconds").get<double>() + 1e-6, "waits longer than the calls last",
               rank);
        print_rank(site, rank);
    }
    expect(calls == site.at("calls") && sent == site.at("bytes_sent") &&
               received == site.at("bytes_received"),
           "sums of ranks differ", site);
    expect(is_near(seconds, site.at("seconds")), "seconds of ranks differ", site);
}

double seconds_of(const json& list) {
    double sum = 0;
    for (const json& one : list) sum += one.at("seconds").get<double>();
    return sum;
}

} // namespace

int main(int argc, char** argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    const json profile = json::parse(file, nullptr, false);
    if (profile.is_discarded()) {
        std::printf("FAILED: no JSON\n");
        return 1;
    }
    for (const json& site : profile.at("call_sites")) check_site(site);
    expect(std::abs(seconds_of(profile.at("call_sites")) - seconds_of(profile.at("functions"))) < 1e-3,
           "functions take another time than call sites", profile.at("functions"));
    for (const json& pair : profile.at("messages"))
        std::printf("from %d to %d: %d messages, %lld bytes\n", pair.at("from").get<int>(),
                    pair.at("to").get<int>(), pair.at("messages").get<int>(),
                    pair.at("bytes").get<long long>());
    return failures == 0 ? 0 : 1;
}
