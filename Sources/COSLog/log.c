#define _GNU_SOURCE
#include <os/lock.h>
#include <os/log.h>

#include "format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

struct os_log_s {
  char origin[256];
  bool isDisabled;
};

struct os_log_s os_log_default_object = {"", false};
struct os_log_s os_log_disabled_object = {"", true};

os_log_t os_log_create(const char *subsystem, const char *category) {
  os_log_t log = calloc(1, sizeof *log);
  if (log == NULL) return OS_LOG_DEFAULT;
  snprintf(log->origin, sizeof log->origin, "[%s:%s] ", subsystem, category);
  return log;
}

// Whether all messages go to standard error.
static bool showsAll(void) {
  const char *mode = getenv("OS_ACTIVITY_DT_MODE");
  if (mode == NULL) return false;
  const char *const negative[] = {"", "0", "no", "false", "disable", "disabled"};
  for (size_t index = 0; index < sizeof negative / sizeof *negative; index += 1) {
    if (strcasecmp(mode, negative[index]) == 0) return false;
  }
  return true;
}

static bool isFailure(os_log_type_t type) {
  return type == OS_LOG_TYPE_ERROR || type == OS_LOG_TYPE_FAULT;
}

bool os_log_type_enabled(os_log_t log, os_log_type_t type) {
  if (log == NULL || log->isDisabled) return false;
  return showsAll() || (type != OS_LOG_TYPE_INFO && type != OS_LOG_TYPE_DEBUG);
}

static const char *nameOf(os_log_type_t type) {
  switch (type) {
  case OS_LOG_TYPE_INFO: return "info";
  case OS_LOG_TYPE_DEBUG: return "debug";
  case OS_LOG_TYPE_ERROR: return "error";
  case OS_LOG_TYPE_FAULT: return "fault";
  default: return "default";
  }
}

// Writes the line that the Swift functions write: time of day (UTC), program, origin, type, text.
static void writeToStandardError(os_log_t log, os_log_type_t type, const char *text) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const long seconds = now.tv_sec % 86400;
  fprintf(stderr, "%02ld:%02ld:%02ld.%03ld %s[%d] %s<%s> %s\n", seconds / 3600, seconds / 60 % 60,
          seconds % 60, now.tv_nsec / 1000000, program_invocation_short_name, (int)getpid(),
          log->origin, nameOf(type), text);
}

void os_log_write(os_log_t log, os_log_type_t type, const char *format, ...) {
  const int errorNumber = errno;
  if (os_log_type_enabled(log, type)) {
    LogText text;
    va_list arguments;
    va_start(arguments, format);
    LogTextFormat(&text, errorNumber, format, arguments);
    va_end(arguments);
    const bool all = showsAll();
    if (all || isFailure(type)) writeToStandardError(log, type, text.shown);
    if (!all) {
      const int priority = type == OS_LOG_TYPE_FAULT ? LOG_CRIT
          : type == OS_LOG_TYPE_ERROR ? LOG_ERR : LOG_NOTICE;
      syslog(priority, "%s%s", log->origin, text.kept);
    }
  }
  errno = errorNumber;
}
