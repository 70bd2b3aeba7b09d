// What the units of private_globals.c share.
#pragma once

enum { big_size = 100000 };

extern int counter;               // defined initialized in second_unit.c
extern double big[big_size];      // defined without a value in second_unit.c
extern const int* const addresses[]; // constant table of pointers to variables
extern int (*chosen)(int);

int next_ticket(void);  // a static variable in a function
void choose(int twice); // sets `chosen`
extern int library_total;
int library_add(int number);
