/// CoreFoundation's public headers from the Swift toolchain, if the compiler finds them.
///
/// The toolchain's own umbrella header needs blocks and GNU extensions, because it ends with
/// functions for Foundation only.
#pragma GCC system_header

#if !defined(__COREFOUNDATION_COREFOUNDATION__)

// Clang and GCC 14 have these; the toolchain's headers use them before they define them.
#if !defined(__has_feature)
#define __has_feature(name) 0
#endif
#if !defined(__has_extension)
#define __has_extension(name) 0
#endif

// Uses the toolchain's folder `lib/swift` if the search path contains it. Otherwise, finds it
// relative to `lib/clang/<version>/include`, which the toolchain's own compiler always searches.
#if __has_include(<CoreFoundation/CFAvailability.h>)
#define __COREFOUNDATION_COREFOUNDATION__ 1
#define OCA_COREFOUNDATION(header) <CoreFoundation/header>
#elif __has_include(<../../../swift/CoreFoundation/CFAvailability.h>)
#define __COREFOUNDATION_COREFOUNDATION__ 1
#define OCA_COREFOUNDATION(header) <../../../swift/CoreFoundation/header>
#endif

#if defined(OCA_COREFOUNDATION)
#define __COREFOUNDATION__ 1

// Programs expect CoreFoundation to include the standard headers.
#include <sys/types.h>

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <TargetConditionals.h>

#include OCA_COREFOUNDATION(CFBase.h)
#include OCA_COREFOUNDATION(CFArray.h)
#include OCA_COREFOUNDATION(CFAttributedString.h)
#include OCA_COREFOUNDATION(CFBag.h)
#include OCA_COREFOUNDATION(CFBinaryHeap.h)
#include OCA_COREFOUNDATION(CFBitVector.h)
#include OCA_COREFOUNDATION(CFBundle.h)
#include OCA_COREFOUNDATION(CFByteOrder.h)
#include OCA_COREFOUNDATION(CFCalendar.h)
#include OCA_COREFOUNDATION(CFCharacterSet.h)
#include OCA_COREFOUNDATION(CFData.h)
#include OCA_COREFOUNDATION(CFDate.h)
#include OCA_COREFOUNDATION(CFDateFormatter.h)
#include OCA_COREFOUNDATION(CFDictionary.h)
#include OCA_COREFOUNDATION(CFError.h)
#include OCA_COREFOUNDATION(CFLocale.h)
#include OCA_COREFOUNDATION(CFMachPort.h)
#include OCA_COREFOUNDATION(CFMessagePort.h)
#include OCA_COREFOUNDATION(CFNotificationCenter.h)
#include OCA_COREFOUNDATION(CFNumber.h)
#include OCA_COREFOUNDATION(CFNumberFormatter.h)
#include OCA_COREFOUNDATION(CFPlugIn.h)
#include OCA_COREFOUNDATION(CFPreferences.h)
#include OCA_COREFOUNDATION(CFPropertyList.h)
#include OCA_COREFOUNDATION(CFRunLoop.h)
#include OCA_COREFOUNDATION(CFSet.h)
#include OCA_COREFOUNDATION(CFSocket.h)
#include OCA_COREFOUNDATION(CFStream.h)
#include OCA_COREFOUNDATION(CFString.h)
#include OCA_COREFOUNDATION(CFStringEncodingExt.h)
#include OCA_COREFOUNDATION(CFTimeZone.h)
#include OCA_COREFOUNDATION(CFTree.h)
#include OCA_COREFOUNDATION(CFURL.h)
#include OCA_COREFOUNDATION(CFURLAccess.h)
#include OCA_COREFOUNDATION(CFUUID.h)
#include OCA_COREFOUNDATION(CFUserNotification.h)
#include OCA_COREFOUNDATION(CFUtilities.h)

#undef OCA_COREFOUNDATION
#endif
#endif
