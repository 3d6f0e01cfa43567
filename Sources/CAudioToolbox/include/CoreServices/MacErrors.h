/// Earlier Errors: the errors of earlier functions, for audio programs that compare with them.
#ifndef CoreServices_MacErrors_h
#define CoreServices_MacErrors_h

#include <CoreAudio/CoreAudioMacTypes.h>

// Untyped, as on Apple's systems: in Swift, each is an `Int`.
enum {
  unimpErr = -4,  ///< Not implemented.
  controlErr = -17,  ///< The driver cannot do this.
  statusErr = -18,  ///< The driver has no such status.
  readErr = -19,  ///< The driver cannot read.
  writErr = -20,  ///< The driver cannot write.
  badUnitErr = -21,  ///< The driver does not exist.
  unitEmptyErr = -22,  ///< The driver is not open.
  openErr = -23,  ///< The driver cannot open.
  closErr = -24,  ///< The driver cannot close.
  abortErr = -27,  ///< The operation was cancelled.
  notOpenErr = -28,  ///< The device is not open.
  dirFulErr = -33,  ///< The folder is full.
  dskFulErr = -34,  ///< The disk is full.
  nsvErr = -35,  ///< The volume does not exist.
  ioErr = -36,  ///< The device cannot read or write.
  bdNamErr = -37,  ///< The file name is invalid.
  fnOpnErr = -38,  ///< The file is not open.
  eofErr = -39,  ///< The end of the file was reached.
  posErr = -40,  ///< The position is before the start of the file.
  tmfoErr = -42,  ///< Too many files are open.
  fnfErr = -43,  ///< The file does not exist.
  wPrErr = -44,  ///< The disk is write-protected.
  fLckdErr = -45,  ///< The file is locked.
  vLckdErr = -46,  ///< The volume is locked.
  fBsyErr = -47,  ///< The file is busy.
  dupFNErr = -48,  ///< The file exists.
  opWrErr = -49,  ///< The file is already open for writing.
  paramErr = -50,  ///< An argument is invalid.
  rfNumErr = -51,  ///< The file number is invalid.
  permErr = -54,  ///< The permissions do not allow it.
  wrPermErr = -61,  ///< The file is not open for writing.
  memFullErr = -108,  ///< Out of memory.
  nilHandleErr = -109,  ///< The handle is null.
  dirNFErr = -120,  ///< The folder does not exist.
  userCanceledErr = -128,  ///< The user has cancelled.
  noHardwareErr = -200,  ///< The machine has no sound device.
  notEnoughHardwareErr = -201,  ///< The sound device is too busy.
  badChannel = -205,  ///< The channel is damaged or does not exist.
  badFormat = -206,  ///< The sound is damaged.
  notEnoughBufferSpace = -207,  ///< Memory is too small for the sound.
  badFileFormat = -208,  ///< The file is damaged, or not a sound file.
  channelBusy = -209,  ///< The channel plays already.
  buffersTooSmall = -210,  ///< The buffers are too small.
  siInvalidCompression = -223,  ///< The compression is unsupported.
};

#endif
