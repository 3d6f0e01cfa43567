/// Names of Errors: the names of results, for messages.
#ifndef CoreServices_Debugging_h
#define CoreServices_Debugging_h

#include <CoreAudio/CoreAudioMacTypes.h>

OCA_HEADER_BEGIN

/// Returns the name of the constant for a result, such as `paramErr`.
///
/// - Parameter err: An error of `CoreServices/MacErrors.h`, or of the hardware layer.
/// - Returns: A constant string with the name; an empty string for another result.
extern const char *GetMacOSStatusErrorString(OSStatus err);

OCA_HEADER_END

#endif
