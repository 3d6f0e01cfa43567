#include "CHeaderChecks.h"

#include "../../Sources/COSLog/format.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static void format(LogText *text, const char *form, ...) {
  va_list arguments;
  va_start(arguments, form);
  LogTextFormat(text, ENOENT, form, arguments);
  va_end(arguments);
}

static bool valuesHaveTheirForms(void) {
  LogText text;
  format(&text, "%d%% %5.2f %lu %zx %*d %lld %Lg %c", -5, 2.5, 7UL, (size_t)255, 3, 2,
         1LL << 40, 1.5L, 'x');
  return strcmp(text.shown, "-5%  2.50 7 ff   2 1099511627776 1.5 x") == 0
      && strcmp(text.kept, text.shown) == 0;
}

static bool stringsArePrivate(void) {
  LogText text;
  format(&text, "%s %{public}s %{private}d %{public, errno}m", "one", "two", 3);
  return strcmp(text.shown, "one two <private> No such file or directory") == 0
      && strcmp(text.kept, "<private> two <private> No such file or directory") == 0;
}

static bool longTextIsCut(void) {
  char filled[3000];
  memset(filled, 'a', sizeof filled - 1);
  filled[sizeof filled - 1] = 0;
  LogText text;
  format(&text, "%{public}s%d", filled, 5);
  return strlen(text.shown) == LogTextCapacity - 1 && strlen(text.kept) == LogTextCapacity - 1;
}

static bool openPlacesEnd(void) {
  LogText text;
  format(&text, "a%");
  bool plain = strcmp(text.shown, "a") == 0;
  format(&text, "%{public");
  return plain && strlen(text.shown) < LogTextCapacity;
}

int CHeaderChecksOfLogFormat(void) {
  const bool results[] = {
    valuesHaveTheirForms(), stringsArePrivate(), longTextIsCut(), openPlacesEnd(),
  };
  for (unsigned index = 0; index < sizeof results / sizeof *results; index += 1) {
    if (!results[index]) return (int)index + 1;
  }
  return 0;
}
