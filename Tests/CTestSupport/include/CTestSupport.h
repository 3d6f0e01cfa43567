#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <sys/types.h>

// Starts a program without blocked or ignored signals, and with the three standard files only.
// They are a new pipe, whose writing end is stored, and two new files. Lists end with null.
// Returns the process id, or minus an errno.
pid_t ctest_spawn(const char *const *arguments, const char *const *environment,
                  const char *output, const char *error, int *input);

// Gives a named pipe its largest buffer while it is open. Returns 0 or an errno.
int ctest_widen_pipe(const char *path);

// Calls a function as a render thread: RealtimeSanitizer forbids it to allocate, lock, or wait.
void ctest_call_nonblocking(void (*body)(void *context), void *context)
    [[clang::nonblocking]];

#endif
