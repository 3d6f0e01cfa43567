/// The part of Foundation for C programs from Apple's systems: CoreFoundation and `NSLog`.
///
/// Linux has no Objective-C runtime, so classes and messages do not exist. Clang compiles constant
/// strings (`@"text"`) as CoreFoundation strings with `-x objective-c -fobjc-runtime=macosx
/// -fcf-runtime-abi=swift-5.0 -fconstant-cfstrings`.
#ifndef OCA_Foundation_h
#define OCA_Foundation_h

#if !defined(__swift__)
#include <CoreFoundation/CoreFoundation.h>

#include <CoreAudio/CoreAudioMacTypes.h>

OCA_HEADER_BEGIN

#if defined(__OBJC__)
@class NSString;
#else
typedef const struct __CFString NSString;
#endif

/// Writes the time, the program, and formatted text as a line to standard error.
///
/// - Parameter format: Text with CoreFoundation's format specifiers, such as `%d`, `%s`, and `%@`.
void NSLog(NSString *format, ...);

OCA_HEADER_END
#endif
#endif
