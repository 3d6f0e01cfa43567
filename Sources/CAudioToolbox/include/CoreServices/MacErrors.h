/// Errors of earlier functions, for audio programs that compare with them.
#ifndef CoreServices_MacErrors_h
#define CoreServices_MacErrors_h

#include <CoreAudio/CoreAudioMacTypes.h>

// Untyped, as on Apple's systems: in Swift, each is an `Int`.
enum {
  unimpErr = -4,  ///< Not implemented.
  controlErr = -17,
  statusErr = -18,
  readErr = -19,
  writErr = -20,
  badUnitErr = -21,
  unitEmptyErr = -22,
  openErr = -23,
  closErr = -24,
  abortErr = -27,
  notOpenErr = -28,
  dirFulErr = -33,  ///< The folder is full.
  dskFulErr = -34,  ///< The disk is full.
  nsvErr = -35,  ///< The volume does not exist.
  ioErr = -36,
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
  rfNumErr = -51,
  permErr = -54,  ///< The permissions do not allow it.
  wrPermErr = -61,  ///< The file is not open for writing.
  memFullErr = -108,  ///< Out of memory.
  nilHandleErr = -109,
  dirNFErr = -120,  ///< The folder does not exist.
  userCanceledErr = -128,
  noHardwareErr = -200,
  notEnoughHardwareErr = -201,
  badChannel = -205,
  badFormat = -206,
  notEnoughBufferSpace = -207,
  badFileFormat = -208,
  channelBusy = -209,
  buffersTooSmall = -210,
  siInvalidCompression = -223,
};

#endif
