/// CoreFoundation for C and C++ clients, from the headers of the Swift toolchain.
#pragma GCC system_header

#if defined(__swift__)
#include_next <CoreFoundation/CoreFoundation.h>
#else
#include <CoreAudio/CoreFoundationHeaders.h>
#if !defined(__COREFOUNDATION_COREFOUNDATION__)
#error "CoreFoundation not found: add -isystem with the folder lib/swift of the Swift toolchain."
#endif
// On Apple's systems, this header also declares sleep and usleep.
#include <unistd.h>
#endif
