#define _GNU_SOURCE
#include <Foundation/Foundation.h>
#include <sys/time.h>
#include <unistd.h>

void NSLog(NSString *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  CFStringRef text =
      CFStringCreateWithFormatAndArguments(NULL, NULL, (CFStringRef)format, arguments);
  va_end(arguments);
  if (text == NULL) return;
  const CFIndex capacity =
      CFStringGetMaximumSizeForEncoding(CFStringGetLength(text), kCFStringEncodingUTF8) + 1;
  char *bytes = malloc((size_t)capacity);
  if (bytes != NULL && CFStringGetCString(text, bytes, capacity, kCFStringEncodingUTF8)) {
    struct timeval now;
    struct tm local;
    char date[32] = "";
    gettimeofday(&now, NULL);
    if (localtime_r(&now.tv_sec, &local) != NULL)
      strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &local);
    fprintf(stderr, "%s.%03d %s[%d] %s\n", date, (int)(now.tv_usec / 1000),
            program_invocation_short_name, (int)getpid(), bytes);
  }
  free(bytes);
  CFRelease(text);
}
