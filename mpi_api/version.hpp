// The version of Sartor.
#pragma once

#define SARTOR_VERSION "0.1.0"
