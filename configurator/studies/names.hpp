// The commands that study programs and machines. sartor hands them over to sartor-studies, so that what
// compiles and runs programs is built without them.
#pragma once

#include <array>

namespace sartor::configurator {

struct Study {
    const char* name;
    const char* does;
};

inline constexpr std::array all_studies = {
    Study{"tune",
          "measure the algorithms of collectives, and on emulated machines the protocols of messages"},
    Study{"sweep", "compare variations of an emulated machine, or algorithms of collectives, with a program"},
    Study{"experiment", "run what the papers published, and compare: list, run NAME..., all"},
    Study{"report", "make a page of results, traces, profiles and summaries of runs"},
    Study{"calibrate", "fit constants of an emulated machine to measured values"},
    Study{"replay", "predict recorded data movements of a chip, and compare them with the recording"},
};

} // namespace sartor::configurator
