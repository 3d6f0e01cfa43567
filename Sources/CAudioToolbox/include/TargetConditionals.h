/// The compiler's target operating system and processor.
///
/// The toolchain's CoreFoundation includes this header instead of its own list, so the values equal
/// those of that list.
#ifndef __TARGETCONDITIONALS__
#define __TARGETCONDITIONALS__

// GCC lacks the byte order macros that CoreFoundation needs.
#if !defined(__LITTLE_ENDIAN__) && !defined(__BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define __BIG_ENDIAN__ 1
#else
#define __LITTLE_ENDIAN__ 1
#endif
#endif

// MARK: - Operating system

#define TARGET_OS_DARWIN 0
#define TARGET_OS_MAC 0
#define TARGET_OS_OSX 0
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#define TARGET_OS_TV 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_VISION 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_OS_EMBEDDED 0
#define TARGET_IPHONE_SIMULATOR 0
#define TARGET_OS_LINUX 1
#define TARGET_OS_UNIX 1
#define TARGET_OS_BSD 0
#if defined(__ANDROID__)
#define TARGET_OS_ANDROID 1
#else
#define TARGET_OS_ANDROID 0
#endif
#define TARGET_OS_CYGWIN 0
#define TARGET_OS_WASI 0
#define TARGET_OS_WINDOWS 0
#define TARGET_OS_WIN32 0

// MARK: - Processor

#if defined(__x86_64__)
#define TARGET_CPU_X86_64 1
#else
#define TARGET_CPU_X86_64 0
#endif
#if defined(__i386__)
#define TARGET_CPU_X86 1
#else
#define TARGET_CPU_X86 0
#endif
#if defined(__aarch64__)
#define TARGET_CPU_ARM64 1
#else
#define TARGET_CPU_ARM64 0
#endif
#if defined(__arm__)
#define TARGET_CPU_ARM 1
#else
#define TARGET_CPU_ARM 0
#endif
#if defined(__powerpc64__)
#define TARGET_CPU_PPC64 1
#else
#define TARGET_CPU_PPC64 0
#endif
#if defined(__powerpc__) && !defined(__powerpc64__)
#define TARGET_CPU_PPC 1
#else
#define TARGET_CPU_PPC 0
#endif
#if defined(__mips64)
#define TARGET_CPU_MIPS64 1
#else
#define TARGET_CPU_MIPS64 0
#endif
#if defined(__mips__) && !defined(__mips64)
#define TARGET_CPU_MIPS 1
#else
#define TARGET_CPU_MIPS 0
#endif
#if defined(__s390x__)
#define TARGET_CPU_S390X 1
#else
#define TARGET_CPU_S390X 0
#endif
#define TARGET_CPU_WASM32 0

// MARK: - Runtime

#if defined(__BIG_ENDIAN__)
#define TARGET_RT_LITTLE_ENDIAN 0
#define TARGET_RT_BIG_ENDIAN 1
#else
#define TARGET_RT_LITTLE_ENDIAN 1
#define TARGET_RT_BIG_ENDIAN 0
#endif
#if defined(__LP64__)
#define TARGET_RT_64_BIT 1
#else
#define TARGET_RT_64_BIT 0
#endif
#define TARGET_RT_MAC_CFM 0
#define TARGET_RT_MAC_MACHO 0

#endif
