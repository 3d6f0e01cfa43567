#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int ctest_widen_pipe(const char *path) {
  int pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (pipe < 0) return errno;
  // The largest size for any process: pipe(7), /proc/sys/fs/pipe-max-size.
  int code = fcntl(pipe, F_SETPIPE_SZ, 1 << 20) < 0 ? errno : 0;
  close(pipe);
  return code;
}
