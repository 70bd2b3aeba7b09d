// In place of the others, where Sartor was built without PMIx.
#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric {

bool open_pmix(WireUp&, bool) noexcept {
    return false;
}

} // namespace sartor::channel::fabric
