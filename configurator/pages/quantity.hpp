// Numbers with units as texts: scripts/quantities.js has the same rule for what browsers write.
#pragma once

#include <string>
#include <string_view>

namespace sartor::configurator {

/// Three significant digits in the unit that makes them short: "1.5 KiB", "820 us", "12.3 M cycles". Units:
/// "B", "s", "J", "W", "cycles", "%" ("<0.1 %" for what would be 0.0), or any other, which is written behind
/// the number. Counts and small numbers of cycles are written in full, with commas: "1,234,567".
std::string quantity(double value, std::string_view unit = "");

} // namespace sartor::configurator
