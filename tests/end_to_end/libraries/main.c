/* A main that lies in an archive, as those of test frameworks do. */
int run_program(void);

int main(void) { return run_program(); }
