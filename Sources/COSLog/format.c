#define _GNU_SOURCE
#include "format.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void append(char *text, const char *added, size_t count) {
  size_t length = strlen(text);
  size_t room = LogTextCapacity - 1 - length;
  if (count > room) count = room;
  memcpy(text + length, added, count);
  text[length + count] = 0;
}

static void appendBoth(LogText *text, const char *added, size_t count) {
  append(text->shown, added, count);
  append(text->kept, added, count);
}

typedef enum Privacy { automatic, isPublic, isPrivate } Privacy;

// Reads the annotations after a percent sign, and returns the place after them.
static const char *readNotes(const char *format, Privacy *privacy) {
  if (*format != '{') return format;
  const char *end = strchr(format, '}');
  if (end == NULL) return format;
  size_t count = (size_t)(end - format);
  if (memmem(format, count, "public", 6)) *privacy = isPublic;
  if (memmem(format, count, "private", 7) || memmem(format, count, "sensitive", 9))
    *privacy = isPrivate;
  return end + 1;
}

enum { PlaceCapacity = 32 };

// A placeholder without annotations.
typedef struct Place {
  char text[PlaceCapacity];
  size_t length;
  int longs;
  bool isSize;
} Place;

// Formats one value.
static void formatValue(char *value, const Place *place, char conversion, va_list *arguments) {
  const char *text = place->text;
  const size_t capacity = LogTextCapacity;
  switch (conversion) {
  case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'c':
    if (place->longs >= 2) snprintf(value, capacity, text, va_arg(*arguments, long long));
    else if (place->longs == 1 || place->isSize)
      snprintf(value, capacity, text, va_arg(*arguments, long));
    else snprintf(value, capacity, text, va_arg(*arguments, int));
    break;
  case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
    if (strchr(text, 'L')) snprintf(value, capacity, text, va_arg(*arguments, long double));
    else snprintf(value, capacity, text, va_arg(*arguments, double));
    break;
  case 's': {
    const char *string = va_arg(*arguments, const char *);
    snprintf(value, capacity, text, string == NULL ? "(null)" : string);
    break;
  }
  default:
    snprintf(value, capacity, "%p", va_arg(*arguments, void *));
  }
}

static void add(Place *place, char character) {
  if (place->length < PlaceCapacity - 4) place->text[place->length++] = character;
}

// Reads flags, width, precision and size, and returns the place after them.
static const char *readShape(Place *place, const char *format, va_list *arguments) {
  for (; *format != 0 && strchr("-+ #0123456789.'*hlqjztL", *format); format += 1) {
    if (*format == 'l') place->longs += 1;
    if (*format == 'q') place->longs = 2;
    if (*format == 'j' || *format == 'z' || *format == 't') place->isSize = true;
    if (*format != '*') {
      add(place, *format);
      continue;
    }
    char number[16];
    snprintf(number, sizeof number, "%d", va_arg(*arguments, int));
    for (const char *digit = number; *digit != 0; digit += 1) add(place, *digit);
  }
  return format;
}

static void appendValue(LogText *text, const char *value, Privacy privacy, bool isString) {
  const char *shown = privacy == isPrivate ? "<private>" : value;
  const char *kept = privacy == automatic && isString ? "<private>" : shown;
  append(text->shown, shown, strlen(shown));
  append(text->kept, kept, strlen(kept));
}

// Reads a placeholder after its percent sign, and returns the place after it.
static const char *readPlace(
    LogText *text, int errorNumber, const char *format, va_list *arguments) {
  Privacy privacy = automatic;
  Place place = {"%", 1, 0, false};
  format = readShape(&place, readNotes(format, &privacy), arguments);
  const char conversion = *format;
  // The format ends within a placeholder, which is undefined.
  if (conversion == 0 || conversion == '{') return format + strlen(format);
  if (conversion == '%') {
    appendBoth(text, "%", 1);
    return format + 1;
  }
  char value[LogTextCapacity] = "";
  if (conversion == 'm') {
    snprintf(value, sizeof value, "%s", strerror(errorNumber));
  } else {
    place.text[place.length] = conversion;
    formatValue(value, &place, conversion, arguments);
  }
  appendValue(text, value, privacy, conversion == 's' || conversion == '@');
  return format + 1;
}

void LogTextFormat(LogText *text, int errorNumber, const char *format, va_list arguments) {
  text->shown[0] = text->kept[0] = 0;
  va_list values;
  va_copy(values, arguments);
  while (*format != 0) {
    size_t plain = strcspn(format, "%");
    appendBoth(text, format, plain);
    format += plain;
    if (*format == '%') format = readPlace(text, errorNumber, format + 1, &values);
  }
  va_end(values);
}
