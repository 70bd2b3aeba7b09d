#!/bin/sh
# Numbers of processes: ranks have numbers of their own, and the link warns of paths of /proc made with them. What the
# link says of other functions that mean a process.
# Usage: process_names.sh SARTOR WORK_FOLDER
set -u

sartor=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/failures.sh"
. "$here/expect_run.sh"

"$sartor" cc -o shared "$here/process_names/shared.c" 2>warning || fail "shared.c is not built"
grep -q 'ranks are OS threads: shared.c calls shm_open' warning || fail "shm_open: $(cat warning)"
! grep -q warning: warning || fail "a warning: $(cat warning)"
"$sartor" cc -o number "$here/process_names/number.c" 2>warning || fail "number.c is not built"
[ ! -s warning ] || fail "a warning without names: $(cat warning)"

"$sartor" run -n 3 ./shared >output 2>&1 || fail "exit code $?: $(cat output)"
grep -qx 'names: 3' output || fail "one process: $(cat output)"
"$sartor" run -n 3 --processes 3 ./shared >output 2>&1 || fail "--processes 3: exit code $?: $(cat output)"
grep -qx 'names: 3' output || fail "three processes: $(cat output)"

# What the link says of calls: first words are those of C, in a program that only names them.
says() {
    printf '#define _GNU_SOURCE\n%s\n#include <mpi.h>\nint main(int argc, char** argv) {\n    MPI_Init(&argc, &argv);\n    if (argc > 1) {\n        %s;\n    }\n    return MPI_Finalize();\n}\n' "$1" "$2" >calls.c
    "$sartor" cc -w -o calls calls.c 2>warning || fail "$2: not built: $(cat warning)"
    if [ -n "$3" ]; then
        grep -q "$3" warning || fail "$2: expected '$3': $(cat warning)"
    else
        [ ! -s warning ] || fail "$2: a warning: $(cat warning)"
    fi
    "$sartor" run -n 2 ./calls || fail "$2: exit code $?"
}
says '#include <stdio.h>
#include <unistd.h>' 'char path[50]; sprintf(path, "/proc/%d/maps", getpid())' 'calls getpid and makes paths of /proc'
says '#include <stdio.h>' 'fopen("/proc/self/maps", "r")' 'reads /proc/self/maps, .* dladdr names one'
says '#include <unistd.h>' 'execv(argv[1], argv)' 'calls execv: without fork the new program replaces all ranks'
says '#include <unistd.h>' 'if (fork() == 0) execv(argv[1], argv)' ''
says '#include <sys/mman.h>' 'mlockall(MCL_CURRENT)' 'mlockall: it acts on all ranks'
says '#include <signal.h>' 'union sigval none = {0}; sigqueue(1, 0, none)' 'sigqueue: it does not know the numbers of ranks'
says '#include <unistd.h>' 'nice(1)' 'nice: it acts on all ranks of a core'
says '#include <signal.h>' 'stack_t none = {0}; sigaltstack(&none, 0)' 'ranks are OS threads: calls.c calls sigaltstack'
says '#include <poll.h>
#include <sys/select.h>' 'poll(0, 0, 1); select(0, 0, 0, 0, 0)' ''
says '#include <sys/resource.h>' 'struct rlimit limit; setrlimit(RLIMIT_CORE, &limit)' 'setrlimit: it acts on all ranks'
says '#include <stdlib.h>
void* malloc(size_t bytes) { static char pool[1 << 20]; static size_t used; return pool + (used += bytes) - bytes; }
void free(void* block) { }' 'free(malloc(3))' 'defines malloc: .* link the allocator as a shared library'
says '#include <semaphore.h>' 'sem_wait((sem_t*)argv)' 'ranks are OS threads: calls.c calls sem_wait (--ranks=fibers: '
says '#include <unistd.h>' 'chdir(argv[1])' 'ranks are OS threads: calls.c calls chdir (--ranks'
says '#include <signal.h>' 'sigset(SIGUSR1, SIG_IGN)' 'ranks are OS threads: calls.c calls sigset'
says '#include <stdio.h>' 'popen("true", "r")' 'ranks are OS threads: calls.c calls popen'
says '#include <signal.h>
#include <locale.h>' 'signal(SIGUSR1, SIG_IGN); setlocale(LC_ALL, "")' ''
says '#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>' 'getenv("A"); getpid(); fclose(fopen("f", "r")); usleep(10); system("true")' ''

# What ranks are, and why, by sartor explain.
explains() { "$sartor" explain calls | grep -qx "ranks: $1" || fail "explain: expected '$1': $("$sartor" explain calls | grep '^ranks')"; }
explains fibers
says '#include <sys/file.h>' 'flock(1, LOCK_SH)' ''
explains fibers
says '#include <unistd.h>' 'chdir(argv[1])' 'ranks are OS threads'
explains 'OS threads: calls.c calls chdir'

export SARTOR_CONTAINER=fibers
says '#include <unistd.h>' 'chdir(argv[1])' 'warning: ranks are fibers, as --ranks says, but calls.c calls chdir'
unset SARTOR_CONTAINER
explains 'fibers, as --ranks says'
"$sartor" cc -w -o calls calls.c --ranks=threads 2>warning && [ ! -s warning ] || fail "--ranks=threads: $(cat warning)"
"$sartor" run -n 2 ./calls || fail "--ranks=threads: exit code $?"
"$sartor" cc -w -o calls calls.c --ranks=tasks 2>warning && fail "--ranks=tasks is taken"
grep -q -e '--ranks tasks: expected fibers, threads or processes' warning || fail "--ranks=tasks: $(cat warning)"

# What each rank has of functions that mean a process.
says '#include <sys/file.h>' 'flock(1, LOCK_SH)' ''
"$sartor" explain calls | grep -qx 'acts on the rank: flock' || fail "explain of flock: $("$sartor" explain calls)"

# Ranks in processes and on threads: as the program needs, and as --ranks says at the link and at the run.
runs() { # EXPECTED NOTICE OPTION...
    expected=$1 notice=$2
    shift 2
    "$sartor" run -n 3 "$@" ./containers >output 2>messages || fail "$*: exit code $?: $(cat messages)"
    grep -qx "$expected" output || fail "$*: expected '$expected': $(cat output)"
    if [ -n "$notice" ]; then
        grep -q "$notice" messages || fail "$*: expected '$notice': $(cat messages)"
    else
        [ ! -s messages ] || fail "$*: says $(cat messages)"
    fi
}
export SARTOR_VERBOSE=0
new="-DRUN=\"$$.$(date +%s)\"" # a program that no run has seen
"$sartor" cc -O1 "$new" --ranks=threads -o containers "$here/process_names/containers.c" || fail "containers.c is not built"
runs '1 processes, 3 threads' ''
runs '3 processes, 3 threads' 'ranks are processes, as --ranks says' --ranks=processes
runs '3 processes, 3 threads' '' --ranks processes
"$sartor" run -n 3 --cores 0 --ranks=fibers ./containers | grep -qx '1 processes, 1 threads' || fail "--ranks=fibers"
"$sartor" cc -O1 "$new" -DSETS_USER -o containers "$here/process_names/containers.c" 2>warning || fail "containers.c is not built"
grep -q 'ranks are processes: containers.c calls setuid' warning || fail "setuid: $(cat warning)"
"$sartor" explain containers | grep -qx 'ranks: processes: containers.c calls setuid' || fail "explain of setuid"
runs '3 processes, 3 threads' 'ranks are processes: containers.c calls setuid'
runs '3 processes, 3 threads' ''
runs '1 processes, 1 threads' 'ranks should be processes: containers.c calls setuid; but' --deterministic
"$sartor" run -n 2 --ranks=threads --machine mppa256-bostan ./containers 2>messages && fail "--ranks on a chip is taken"
grep -q -e '--ranks threads: on the emulated machine' messages || fail "--ranks on a chip: $(cat messages)"
"$sartor" run -n 2 --ranks=tasks ./containers 2>messages && fail "sartor run --ranks=tasks is taken"

[ $failures -eq 0 ]
