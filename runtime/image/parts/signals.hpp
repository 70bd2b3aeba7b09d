// What other parts of an image ask of its signals, where the program sets handlers.
#pragma once

extern "C" {
// The rank ignores SIGCHLD: its children leave nothing to wait for when they end. Referred to weakly.
extern bool sartor_children_are_reaped;
// How many signals handlers of the rank have handled. Referred to weakly.
unsigned sartor_handled_signals() noexcept;
// While true, programs that the rank starts ignore the signals that it ignores. Referred to weakly.
void sartor_lend_ignored_signals(bool lends) noexcept;
// Brings functions of interrupted_sleep.cpp into the image.
extern const bool sartor_sleep_is_interrupted;
}
