// The star of CONTRIBUTING.md, that does not tell how far its nodes are from each other.
#include "topologies/network.hpp"

class Star : public sartor::topologies::NetworkDefaults<Star> {
  public:
    static constexpr std::string_view name = "star";
    using NetworkDefaults::NetworkDefaults;

#ifndef MUST_FAIL
    [[nodiscard]] static constexpr int distance(int from, int to) {
        if (from == to) return 0;
        return from == 0 || to == 0 ? 1 : 2;
    }
#endif
    [[nodiscard]] static constexpr int next(int from, int to) { return from == 0 ? to : 0; }
};
auto farthest_first = Star(8).linear(0, 0);
