#include <CoreAudio/AudioHardwareBase.h>
#include <CoreServices/Debugging.h>
#include <CoreServices/MacErrors.h>

typedef struct ErrorName {
  OSStatus status;
  const char *name;
} ErrorName;

#define NAMED(constant) {(OSStatus)constant, #constant}

static const ErrorName names[] = {
  NAMED(noErr),
  NAMED(unimpErr),
  NAMED(controlErr),
  NAMED(statusErr),
  NAMED(readErr),
  NAMED(writErr),
  NAMED(badUnitErr),
  NAMED(unitEmptyErr),
  NAMED(openErr),
  NAMED(closErr),
  NAMED(abortErr),
  NAMED(notOpenErr),
  NAMED(dirFulErr),
  NAMED(dskFulErr),
  NAMED(nsvErr),
  NAMED(ioErr),
  NAMED(bdNamErr),
  NAMED(fnOpnErr),
  NAMED(eofErr),
  NAMED(posErr),
  NAMED(tmfoErr),
  NAMED(fnfErr),
  NAMED(wPrErr),
  NAMED(fLckdErr),
  NAMED(vLckdErr),
  NAMED(fBsyErr),
  NAMED(dupFNErr),
  NAMED(opWrErr),
  NAMED(paramErr),
  NAMED(rfNumErr),
  NAMED(permErr),
  NAMED(wrPermErr),
  NAMED(memFullErr),
  NAMED(nilHandleErr),
  NAMED(dirNFErr),
  NAMED(userCanceledErr),
  NAMED(noHardwareErr),
  NAMED(notEnoughHardwareErr),
  NAMED(badChannel),
  NAMED(badFormat),
  NAMED(notEnoughBufferSpace),
  NAMED(badFileFormat),
  NAMED(channelBusy),
  NAMED(buffersTooSmall),
  NAMED(siInvalidCompression),
  NAMED(kAudioHardwareNotRunningError),
  NAMED(kAudioHardwareUnspecifiedError),
  NAMED(kAudioHardwareUnknownPropertyError),
  NAMED(kAudioHardwareBadPropertySizeError),
  NAMED(kAudioHardwareIllegalOperationError),
  NAMED(kAudioHardwareBadObjectError),
  NAMED(kAudioHardwareBadDeviceError),
  NAMED(kAudioHardwareBadStreamError),
  NAMED(kAudioHardwareUnsupportedOperationError),
  NAMED(kAudioHardwareNotReadyError),
  NAMED(kAudioDeviceUnsupportedFormatError),
  NAMED(kAudioDevicePermissionsError),
};

const char *GetMacOSStatusErrorString(OSStatus err) {
  for (size_t index = 0; index < sizeof names / sizeof *names; index += 1) {
    if (names[index].status == err) return names[index].name;
  }
  return "";
}
