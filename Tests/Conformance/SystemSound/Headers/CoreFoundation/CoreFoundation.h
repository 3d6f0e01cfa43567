/// What the program takes of CoreFoundation, whose own headers lie in Swift's folder, where no compiler looks by itself.
#ifndef CoreFoundation_CoreFoundation_h
#define CoreFoundation_CoreFoundation_h

#include <CoreAudio/CoreAudioMacTypes.h>

typedef const void *CFTypeRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef long CFIndex;
typedef CFIndex CFURLPathStyle;

#define TRUE 1
#define FALSE 0
enum { kCFURLPOSIXPathStyle = 0, kCFStringEncodingASCII = 0x0600 };
// Made anew at each use, where the real one is in the program.
#define CFSTR(text) CFStringCreateWithCString(0, "" text "", kCFStringEncodingASCII)

extern const CFAllocatorRef kCFAllocatorDefault;

extern CFStringRef CFStringCreateWithCString(
    CFAllocatorRef allocator, const char *text, UInt32 encoding);
extern CFURLRef CFURLCreateWithFileSystemPath(
    CFAllocatorRef allocator, CFStringRef filePath, CFURLPathStyle pathStyle, Boolean isDirectory);
extern void CFRelease(CFTypeRef object);
extern CFRunLoopRef CFRunLoopGetCurrent(void);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(CFRunLoopRef runLoop);

#endif
