// The names of the features: one that is misspelt does not compile.
#pragma once

namespace sartor::configurator::feature {

#define SARTOR_FEATURE(feature) inline constexpr const char* feature = #feature;
#include "components/features.inc"
#undef SARTOR_FEATURE

} // namespace sartor::configurator::feature
