// Asserts every line of the table while compiling.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreMedia/CoreMedia.h>
#include <assert.h>
#include <string.h>

#define VALUE(name, value) \
  static_assert((SInt32)(name) == (SInt32)(value), #name);
#define TEXT(name, value) static_assert(sizeof(name) == sizeof(value), #name);
#define SIZE(name, size) static_assert(sizeof(name) == (size), #name);
#define OFFSET(name, member, offset) \
  static_assert(offsetof(name, member) == (offset), #name "." #member);
#include "APITable.inc"
#undef VALUE
#undef TEXT
#undef SIZE
#undef OFFSET

#define VALUE(name, value) +1
#define TEXT(name, value) +(strcmp(name, value) == 0)
#define SIZE(name, size) +1
#define OFFSET(name, member, offset) +1
static int NumberOfAssertions(void) {
  return 0
#include "APITable.inc"
      ;
}
