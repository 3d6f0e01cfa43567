/// Integer Types: the integers of Apple's systems, and the macros for the headers of this package.
#ifndef CoreAudio_CoreAudioMacTypes_h
#define CoreAudio_CoreAudioMacTypes_h

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Swift clients get CoreFoundation's names from a Swift module, in which they mean Foundation's
// classes.
#if !defined(__swift__)
#include <CoreAudio/CoreFoundationHeaders.h>
#include <TargetConditionals.h>
#endif

// MARK: - Macros

// Nullability qualifiers, empty for compilers without them.
#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

// Gives a header's declarations C names, and nonnull pointers by default.
#if defined(__cplusplus)
#define OCA_EXTERN_C_BEGIN extern "C" {
#define OCA_EXTERN_C_END }
#else
#define OCA_EXTERN_C_BEGIN
#define OCA_EXTERN_C_END
#endif
#if defined(__clang__)
// C before C23 warns about typed enumerations, and pedantic C warns about nullability qualifiers.
// Earlier versions of Clang have another name for the first warning.
#if __has_warning("-Wc23-extensions")
#define OCA_ALLOW_TYPED_ENUMERATIONS _Pragma("clang diagnostic ignored \"-Wc23-extensions\"")
#else
#define OCA_ALLOW_TYPED_ENUMERATIONS                                                               \
  _Pragma("clang diagnostic ignored \"-Wfixed-enum-extension\"")
#endif
#define OCA_HEADER_BEGIN                                                                           \
  OCA_EXTERN_C_BEGIN _Pragma("clang assume_nonnull begin") _Pragma("clang diagnostic push")        \
      OCA_ALLOW_TYPED_ENUMERATIONS                                                                 \
      _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")
#define OCA_HEADER_END                                                                             \
  _Pragma("clang diagnostic pop") _Pragma("clang assume_nonnull end") OCA_EXTERN_C_END
#elif defined(__cplusplus)
// In C++, GCC warns about four-character codes despite pragmas, unless the header is a system
// header.
#define OCA_HEADER_BEGIN _Pragma("GCC system_header") OCA_EXTERN_C_BEGIN
#define OCA_HEADER_END OCA_EXTERN_C_END
#else
#define OCA_HEADER_BEGIN                                                                           \
  OCA_EXTERN_C_BEGIN _Pragma("GCC diagnostic push")                                                \
      _Pragma("GCC diagnostic ignored \"-Wmultichar\"")
#define OCA_HEADER_END _Pragma("GCC diagnostic pop") OCA_EXTERN_C_END
#endif

// Typed constants, enumerations, and option sets. C before C23 needs an extension for the types;
// without it, a named type is its integer.
#if defined(__clang__) || defined(__cplusplus)
#define OCA_CONSTANTS(type) enum : type
#if defined(__clang__)
#define OCA_ENUM(name, type) enum __attribute__((enum_extensibility(open))) name : type
#define OCA_FLAGS(name, type)                                                                      \
  enum __attribute__((flag_enum, enum_extensibility(open))) name : type
#else
#define OCA_ENUM(name, type) enum name : type
#define OCA_FLAGS(name, type) enum name : type
#endif
#define OCA_ENUM_TYPE(name, type) typedef enum name name
// C++ does not convert integers to enumerations, so an option set is an integer there.
#if defined(__cplusplus) && !defined(__swift__)
#define OCA_OPTIONS(name, type) OCA_FLAGS(, type)
#define OCA_OPTIONS_TYPE(name, type) typedef type name
#else
#define OCA_OPTIONS(name, type) OCA_FLAGS(name, type)
#define OCA_OPTIONS_TYPE(name, type) typedef enum name name
#endif
#else
#define OCA_CONSTANTS(type) enum
#define OCA_ENUM(name, type) enum
#define OCA_OPTIONS(name, type) enum
#define OCA_ENUM_TYPE(name, type) typedef type name
#define OCA_OPTIONS_TYPE(name, type) typedef type name
#endif

#define OCA_DEPRECATED(advice) __attribute__((deprecated(advice)))

// In Swift, a member with this mark gets two underscores as a prefix. A better form exists
// elsewhere.
#if defined(__swift__)
#define OCA_REFINED_FOR_SWIFT __attribute__((swift_private))
#define OCA_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#else
#define OCA_REFINED_FOR_SWIFT
#define OCA_SWIFT_NAME(name)
#endif

#if defined(__BLOCKS__) && !defined(__swift__)
// Clients expect these from Apple's headers. They are part of the Swift toolchain.
#if __has_include(<Block.h>)
#include <Block.h>
#endif
#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#endif
#endif

OCA_HEADER_BEGIN

// MARK: - Types

#if defined(__swift__) || !defined(__COREFOUNDATION_COREFOUNDATION__)
// Identical to CoreFoundation's declarations on Linux, so that a client can include both.
typedef bool Boolean;
typedef unsigned char UInt8;
typedef signed char SInt8;
typedef unsigned short UInt16;
typedef signed short SInt16;
typedef unsigned int UInt32;
typedef signed int SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
/// The result of most functions: 0, or an error code.
typedef SInt32 OSStatus;
/// Four characters, with the first in the highest byte.
typedef UInt32 FourCharCode;
/// A four-character code, for types and creators.
typedef FourCharCode OSType;
#endif

OCA_CONSTANTS(OSStatus) {
  noErr = 0,  ///< Success.
};

#if defined(__swift__)
/// A Boolean value that C functions write to memory, one byte wide.
typedef struct DarwinBoolean {
  bool value OCA_REFINED_FOR_SWIFT;
} DarwinBoolean;
#else
typedef Boolean DarwinBoolean;
/// A queue of Dispatch.
typedef struct dispatch_queue_s *dispatch_queue_t;

#if !defined(__COREFOUNDATION_COREFOUNDATION__)
typedef SInt16 OSErr;
typedef UInt8 Byte;
// The object types of function parameters, for clients without CoreFoundation's headers.
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const void *CFPropertyListRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFURL *CFURLRef;
typedef struct __CFRunLoop *CFRunLoopRef;
#endif

#if !defined(nil) && !defined(__OBJC__)
#define nil NULL
#endif
#endif

OCA_HEADER_END

#endif
