#pragma once

#include <stdbool.h>

/// The value of a macro as a string, for file and package names that carry a version.
#define OCA_TEXT(value) OCA_TEXT_OF(value)
#define OCA_TEXT_OF(value) #value

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// What a library is needed for. A report names the missing libraries of one purpose.
typedef enum OCALibraryPurpose {
  OCALibraryForCodecs,
  OCALibraryForContainers,
  OCALibraryForDevices,
  OCALibraryForNetwork,
  OCALibraryForRateConversion,
  OCALibraryForTimePitch,
  OCALibraryForPictures,
  OCALibraryForLoudness,
} OCALibraryPurpose;

/// A function of a library, and the variable that receives its address. The list ends with a null name.
typedef struct OCADynamicFunction {
  const char *_Nullable name;
  void *_Nullable *_Nullable address;
} OCADynamicFunction;

/// One C library, which is opened on first use and stays open.
typedef struct OCADynamicLibrary {
  /// The file name with its version, such as `libmpg123.so.0`.
  const char *name;
  /// The Debian package to install if the library is missing.
  const char *package;
  OCALibraryPurpose purpose;
  /// The functions in use, or null if this build was made without the library's headers. In that
  /// case `package` is the package of the headers.
  const OCADynamicFunction *_Nullable functions;
  /// Runs once after all functions have been found. False makes the library count as missing.
  bool (*_Nullable prepare)(void);
  /// Belongs to the loader.
  int state;
  bool isReported;
  struct OCADynamicLibrary *_Nullable nextMissing;
} OCADynamicLibrary;

/// Opens the library if this has not been tried before, and finds its functions.
///
/// Any thread may call this. Returns whether the library and all its functions are available.
bool OCADynamicLibraryLoad(OCADynamicLibrary *library);

/// Writes one line for each library of this purpose that could not be opened: to standard error and
/// to the system's log. Each library is reported once per process.
///
/// Call this when an operation fails for want of a library, not when a fallback takes over.
void OCAReportMissingLibraries(OCALibraryPurpose purpose);

/// Whether this is the shared library for programs in C, which no Swift code uses from outside.
///
/// `Scripts/link-library` links a definition that returns true in place of this one.
bool OCAIsLibraryForC(void);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
