/// The part of unified logging that C has here: how much a message matters.
///
/// This header is why programs can write `import os.log`; what they use of it is in Swift.
#ifndef os_log_h
#define os_log_h

#include <stdint.h>

/// How much a message matters.
typedef uint8_t os_log_type_t;

#define OS_LOG_TYPE_DEFAULT 0x00
#define OS_LOG_TYPE_INFO 0x01
#define OS_LOG_TYPE_DEBUG 0x02
#define OS_LOG_TYPE_ERROR 0x10
#define OS_LOG_TYPE_FAULT 0x11

#endif
