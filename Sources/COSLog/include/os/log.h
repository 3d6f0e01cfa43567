/// The part of unified logging in C: the levels of messages.
///
/// This header lets programs write `import os.log`; the logging functions are in Swift.
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

#endif
