/// The part of Core Services for audio programs: errors, assertions, and atomic operations.
#ifndef CoreServices_CoreServices_h
#define CoreServices_CoreServices_h

#include <AssertMacros.h>
#include <CoreAudio/CoreAudioMacTypes.h>
#include <CoreServices/Debugging.h>
#include <CoreServices/Endian.h>
#include <CoreServices/Files.h>
#include <CoreServices/MacErrors.h>
#include <libkern/OSAtomic.h>
#include <libkern/OSByteOrder.h>

#if !defined(nil)
#define nil NULL
#endif

#endif
