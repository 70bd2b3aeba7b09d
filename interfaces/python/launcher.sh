#!/bin/sh
# mpiexec and mpirun of this environment.
exec "$(dirname "$(readlink -f "$0")")/sartor" run "$@"
