/// Unified Logging: messages for the system log and for standard error.
///
/// Linux has no unified log. Messages of type `default`, `error` and `fault` go to syslog(3);
/// messages of type `error` and `fault` also go to standard error. If the environment variable
/// `OS_ACTIVITY_DT_MODE` is set, all messages go to standard error only. In Swift, the functions of
/// the module `os` replace those of this header.
#ifndef os_log_h
#define os_log_h

#include <stdint.h>

/// The level of a message.
typedef uint8_t os_log_type_t;

#define OS_LOG_TYPE_DEFAULT 0x00
#define OS_LOG_TYPE_INFO 0x01
#define OS_LOG_TYPE_DEBUG 0x02
#define OS_LOG_TYPE_ERROR 0x10
#define OS_LOG_TYPE_FAULT 0x11

#if !defined(__swift__)

#include <stdbool.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// The origin of messages: a subsystem of a program, and a category in it.
typedef struct os_log_s *os_log_t;

extern struct os_log_s os_log_default_object;
extern struct os_log_s os_log_disabled_object;

/// The log without a subsystem and category.
#define OS_LOG_DEFAULT (&os_log_default_object)
/// The log that discards all messages.
#define OS_LOG_DISABLED (&os_log_disabled_object)

/// Creates a log, which lives as long as the process.
extern os_log_t os_log_create(const char *subsystem, const char *category);

/// Returns whether messages of a type are written.
extern bool os_log_type_enabled(os_log_t log, os_log_type_t type);

#if defined(__clang__)
__attribute__((format(os_log, 3, 4)))
#endif
/// Writes a message. The system log shows strings as `<private>`, unless the format contains
/// `%{public}s`.
extern void os_log_write(os_log_t log, os_log_type_t type, const char *format, ...);

#define os_log_with_type(log, type, ...) os_log_write((log), (type), __VA_ARGS__)
#define os_log(log, ...) os_log_write((log), OS_LOG_TYPE_DEFAULT, __VA_ARGS__)
#define os_log_info(log, ...) os_log_write((log), OS_LOG_TYPE_INFO, __VA_ARGS__)
#define os_log_debug(log, ...) os_log_write((log), OS_LOG_TYPE_DEBUG, __VA_ARGS__)
#define os_log_error(log, ...) os_log_write((log), OS_LOG_TYPE_ERROR, __VA_ARGS__)
#define os_log_fault(log, ...) os_log_write((log), OS_LOG_TYPE_FAULT, __VA_ARGS__)

#define os_log_info_enabled(log) os_log_type_enabled((log), OS_LOG_TYPE_INFO)
#define os_log_debug_enabled(log) os_log_type_enabled((log), OS_LOG_TYPE_DEBUG)

#if defined(__cplusplus)
}
#endif

#endif
#endif
