/* A library whose thread-local variable has a fixed place, of which there are few. */
__thread int place __attribute__((tls_model("initial-exec"))) = 1;

int count_call(int calls) { return place += calls; }
