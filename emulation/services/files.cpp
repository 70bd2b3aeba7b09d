// One server: the way off the chip and the file system behind it.
#include "emulation/services/files.hpp"

#include "emulation/ranks.hpp"

namespace sartor::machine::manycore {

namespace {

Server way;
bool is_used = false; // in this run

} // namespace

void access_file(std::int64_t bytes) noexcept {
    if (!is_used)
        at_end([]() noexcept {
            way = {};
            is_used = false;
        });
    is_used = true;
    synchronize();
    const Description& machine = chip().description();
    wait_until(way.serve(now(), cycles_for(bytes, machine.file_rate)) + machine.file_start);
    synchronize();
}

} // namespace sartor::machine::manycore
