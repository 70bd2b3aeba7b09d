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
[ ! -s warning ] || fail "a warning: $(cat warning)"
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
says '#include <unistd.h>' 'execv(argv[1], argv)' 'calls execv.* without fork: the new program replaces all ranks'
says '#include <unistd.h>' 'if (fork() == 0) execv(argv[1], argv)' ''
says '#include <stdlib.h>' 'on_exit(0, 0)' 'on_exit: its handlers are not called: use atexit'
says '#include <signal.h>' 'union sigval none = {0}; sigqueue(1, 0, none)' 'sigqueue: it does not know the numbers of ranks'
says '#include <unistd.h>' 'nice(1)' 'nice: it acts on all ranks of a core'
says '#include <signal.h>' 'stack_t none = {0}; sigaltstack(&none, 0)' 'ranks are OS threads, since the program calls sigaltstack'
says '#include <poll.h>
#include <sys/select.h>' 'poll(0, 0, 1); select(0, 0, 0, 0, 0)' ''
says '#include <sys/resource.h>' 'struct rlimit limit; setrlimit(RLIMIT_CORE, &limit)' 'setrlimit: it acts on all ranks'
says '#include <stdlib.h>
void* malloc(size_t bytes) { static char pool[1 << 20]; static size_t used; return pool + (used += bytes) - bytes; }
void free(void* block) { }' 'free(malloc(3))' 'defines malloc: .* link the allocator as a shared library'
says '#include <semaphore.h>' 'sem_wait((sem_t*)argv)' 'ranks are OS threads, since the program calls sem_wait (--ranks=fibers: '
says '#include <unistd.h>' 'chdir(argv[1])' 'ranks are OS threads, since the program calls chdir or umask (--ranks'
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
explains 'OS threads, since the program calls chdir or umask'

export SARTOR_CONTAINER=fibers
says '#include <unistd.h>' 'chdir(argv[1])' 'warning: ranks are fibers, as --ranks says, but the program calls chdir or umask'
unset SARTOR_CONTAINER
explains 'fibers, as --ranks says'
"$sartor" cc -w -o calls calls.c --ranks=threads 2>warning && [ ! -s warning ] || fail "--ranks=threads: $(cat warning)"
"$sartor" run -n 2 ./calls || fail "--ranks=threads: exit code $?"
"$sartor" cc -w -o calls calls.c --ranks=tasks 2>warning && fail "--ranks=tasks is taken"
grep -q -e '--ranks tasks: expected fibers or threads' warning || fail "--ranks=tasks: $(cat warning)"

[ $failures -eq 0 ]
