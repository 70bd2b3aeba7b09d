int of_program(int number);
extern int called;

// Calls the program that has opened it.
int call_program(int number) {
    ++called;
    return of_program(number) + 1;
}
