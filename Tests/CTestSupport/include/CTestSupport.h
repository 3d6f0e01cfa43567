#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <sys/types.h>

// Starts a program with no signal blocked or ignored and only the three standard files open: a new pipe, whose writing
// end is stored, and two new files. Lists end with null. Returns its process id, or minus an errno.
pid_t ctest_spawn(const char *const *arguments, const char *const *environment,
                  const char *output, const char *error, int *input);

// Lets a pipe with a name hold as much as a process may ask for, as long as anyone has it open. Returns 0 or an errno.
int ctest_widen_pipe(const char *path);

// Calls a function as a render thread does: under RealtimeSanitizer it may not allocate, lock or wait.
void ctest_call_nonblocking(void (*body)(void *context), void *context)
    [[clang::nonblocking]];

#endif
