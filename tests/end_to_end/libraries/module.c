// A module that an interpreter opens: it finds the interpreter's functions in the process, as modules of Python do.
int interpreter_value(void);
int evaluate(void) {
    return 10 * interpreter_value();
}
