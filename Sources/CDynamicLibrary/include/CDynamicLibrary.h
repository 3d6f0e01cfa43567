#pragma once

#include <stdbool.h>

/// The value of a macro as a string, for file and package names that contain a version.
#define OCA_TEXT(value) OCA_TEXT_OF(value)
#define OCA_TEXT_OF(value) #value

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The purpose of a library. A report names the missing libraries of one purpose.
typedef enum OCALibraryPurpose {
  OCALibraryForCodecs,
  OCALibraryForContainers,
  OCALibraryForDevices,
  OCALibraryForNetwork,
  OCALibraryForRateConversion,
  OCALibraryForTimePitch,
  OCALibraryForPictures,
  OCALibraryForLoudness,
  OCALibraryForDesktop,
  OCALibraryForSynthesis,
  OCALibraryForPositionalSound,
  OCALibraryForFilms,
  OCALibraryForVoices,
} OCALibraryPurpose;

/// A function of a library, and the variable that receives its address. A null name ends the list.
typedef struct OCADynamicFunction {
  const char *_Nullable name;
  void *_Nullable *_Nullable address;
} OCADynamicFunction;

/// A C library, which is opened on first use and stays open.
typedef struct OCADynamicLibrary {
  /// The file name with its version, such as `libmpg123.so.0`.
  const char *name;
  /// The Debian package to install if the library is missing.
  const char *package;
  OCALibraryPurpose purpose;
  /// The functions in use, or null if this build lacks the library's headers. In that case,
  /// `package` is the package of the headers.
  const OCADynamicFunction *_Nullable functions;
  /// Called once after all functions are found. If it returns false, the library counts as missing.
  bool (*_Nullable prepare)(void);
  /// Whether the library must find its own functions first, because this process defines some of
  /// their names.
  bool bindsItself;
  /// Reserved for the loader.
  int state;
  bool isReported;
  struct OCADynamicLibrary *_Nullable nextMissing;
} OCADynamicLibrary;

/// Opens the library and finds its functions, unless this has been tried before.
///
/// Any thread may call this. Returns whether the library and all its functions are available.
bool OCADynamicLibraryLoad(OCADynamicLibrary *library);

/// Reports each library of this purpose that could not be opened, in one line.
///
/// The line goes to standard error and to the system log, once per process and library. Call this
/// when an operation fails because of a missing library, not when a fallback takes over.
void OCAReportMissingLibraries(OCALibraryPurpose purpose);

/// Whether this is the shared library for C programs, which no external Swift code uses.
///
/// `Scripts/link-library` links a definition that returns true instead.
bool OCAIsLibraryForC(void);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
