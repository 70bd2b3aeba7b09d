// Mailbox or portal: up to which length messages between clusters are sent in control messages. Found by
// sartor tune for an emulated machine; LWMPI's future work (LWMPI, chapter 8: adaptative communications).
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/machines/machine_file.hpp"

#include <cstdint>

namespace sartor::configurator {

/// Its name in a selection and in tuning files: "message mailbox 928 -", then "message portal - -".
inline constexpr const char* message_family = "message";

/// The choice with mailboxes for messages of up to so many bytes.
std::vector<Limited> mailboxes_up_to(std::int64_t bytes);

/// Errors: throws Error for what is not such a choice; `location` is where it stands.
void check_messages(const std::vector<Limited>& choice, const std::string& location);

/// The machine with the selection's choice; unchanged when there is none.
Manycore with_messages(Manycore machine, const Selection& selection);

} // namespace sartor::configurator
