/// Versions of macOS, for programs that select newer functions by version.
///
/// This package provides the functions of the newest version in the list.
#ifndef __AVAILABILITYMACROS__
#define __AVAILABILITYMACROS__

#define MAC_OS_X_VERSION_10_0 1000
#define MAC_OS_X_VERSION_10_1 1010
#define MAC_OS_X_VERSION_10_2 1020
#define MAC_OS_X_VERSION_10_3 1030
#define MAC_OS_X_VERSION_10_4 1040
#define MAC_OS_X_VERSION_10_5 1050
#define MAC_OS_X_VERSION_10_6 1060
#define MAC_OS_X_VERSION_10_7 1070
#define MAC_OS_X_VERSION_10_8 1080
#define MAC_OS_X_VERSION_10_9 1090
#define MAC_OS_X_VERSION_10_10 101000
#define MAC_OS_X_VERSION_10_11 101100
#define MAC_OS_X_VERSION_10_12 101200
#define MAC_OS_X_VERSION_10_13 101300
#define MAC_OS_X_VERSION_10_14 101400
#define MAC_OS_X_VERSION_10_15 101500
#define MAC_OS_VERSION_11_0 110000
#define MAC_OS_VERSION_12_0 120000
#define MAC_OS_VERSION_13_0 130000
#define MAC_OS_VERSION_14_0 140000
#define MAC_OS_VERSION_15_0 150000

#if !defined(MAC_OS_X_VERSION_MIN_REQUIRED)
#define MAC_OS_X_VERSION_MIN_REQUIRED MAC_OS_VERSION_15_0
#endif
#if !defined(MAC_OS_X_VERSION_MAX_ALLOWED)
#define MAC_OS_X_VERSION_MAX_ALLOWED MAC_OS_VERSION_15_0
#endif

#define WEAK_IMPORT_ATTRIBUTE __attribute__((weak))
#define DEPRECATED_ATTRIBUTE __attribute__((deprecated))
#define DEPRECATED_MSG_ATTRIBUTE(advice) __attribute__((deprecated(advice)))
#define UNAVAILABLE_ATTRIBUTE __attribute__((unavailable))

#endif
