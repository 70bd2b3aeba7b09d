// What a sweep varies: constants of a machine, algorithms of a collective, the number of ranks; each over a
// list of values.
#pragma once

#include "configurator/machines/machine_file.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

enum class Varied { constant, algorithm, ranks };

struct Variation {
    std::string constant;            ///< of the machine: "smem_bytes"; or a collective, or "ranks"
    std::vector<std::string> values; ///< as machine files write them: "1048576", "5/4"; or algorithms
    Varied what = Varied::constant;
};

/// "smem=0.5MB..4MB" (doubled from the first to the last), "clusters=4,16" (each). smem and stack are short
/// for smem_bytes and stack_bytes; MB and KB (or M, K) are 2^20 and 2^10. Errors: throws Error with exit code
/// 2 for another form, and for what is no constant of the machine.
Variation parse_variation(const std::string& text, const Manycore& machine);

/// One value of each variation.
using Point = std::vector<std::string>;
/// All combinations, the last variation's values next to each other.
std::vector<Point> points_of(const std::vector<Variation>& variations);

/// What a machine file says of values that were varied.
struct Provenance {
    std::string kind = "assumed";
    std::string source = "sartor sweep";
    std::string name; ///< of the machine; empty: as before
};

/// A machine file that extends `base` by the constants of a point. With another number of clusters the
/// network gets as many, in dimensions as equal as they can be, and the I/O subsystems keep their places in
/// proportion. Errors: throws Error for more I/O subsystems than clusters.
std::string machine_file_of(const Manycore& machine, const std::string& base,
                            const std::vector<Variation>& variations, const Point& point,
                            const Provenance& provenance = {});

} // namespace sartor::configurator
