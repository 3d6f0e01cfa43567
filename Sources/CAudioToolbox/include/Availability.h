/// Versions of Apple's systems, for programs that select newer functions by version.
///
/// This package provides the functions of the newest version in the list of `AvailabilityMacros.h`.
#ifndef __AVAILABILITY__
#define __AVAILABILITY__

#include <AvailabilityMacros.h>

#define __MAC_10_0 1000
#define __MAC_10_4 1040
#define __MAC_10_5 1050
#define __MAC_10_6 1060
#define __MAC_10_7 1070
#define __MAC_10_8 1080
#define __MAC_10_9 1090
#define __MAC_10_10 101000
#define __MAC_10_11 101100
#define __MAC_10_12 101200
#define __MAC_10_13 101300
#define __MAC_10_14 101400
#define __MAC_10_15 101500
#define __MAC_11_0 110000
#define __MAC_12_0 120000
#define __MAC_13_0 130000
#define __MAC_14_0 140000
#define __MAC_15_0 150000

#if !defined(__MAC_OS_X_VERSION_MIN_REQUIRED)
#define __MAC_OS_X_VERSION_MIN_REQUIRED MAC_OS_X_VERSION_MIN_REQUIRED
#endif
#if !defined(__MAC_OS_X_VERSION_MAX_ALLOWED)
#define __MAC_OS_X_VERSION_MAX_ALLOWED MAC_OS_X_VERSION_MAX_ALLOWED
#endif

// Marks of declarations, which have no effect here.
#if !defined(API_AVAILABLE)
#define API_AVAILABLE(...)
#define API_UNAVAILABLE(...)
#define API_DEPRECATED(...)
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#endif

#endif
