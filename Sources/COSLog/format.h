// The text of a message in both forms.
#ifndef format_h
#define format_h

#include <stdarg.h>
#include <stddef.h>

enum { LogTextCapacity = 1024 };

/// A message: with all values, and with private values hidden.
typedef struct LogText {
  char shown[LogTextCapacity];
  char kept[LogTextCapacity];
} LogText;

/// Formats a message; longer text is cut.
///
/// A format is that of `printf` with annotations (`%{public}s`). Without one, numbers are public
/// and strings are private.
void LogTextFormat(LogText *text, int errorNumber, const char *format, va_list arguments);

#endif
