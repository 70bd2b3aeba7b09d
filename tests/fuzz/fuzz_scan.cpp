// Any bytes may be given to the scanner: facts come out, or an Error that names the file.
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sartor::configurator;
    try {
        scan_bytes(std::as_bytes(std::span(data, size)), "input");
    } catch (const Error& error) {
        if (!std::string(error.what()).starts_with("input")) std::abort();
    }
    return 0;
}
