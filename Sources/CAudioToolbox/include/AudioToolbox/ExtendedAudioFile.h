/// Extended Audio File Services: the frames of a file in a format of one's choice.
#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioConverter.h>
#include <AudioToolbox/AudioFile.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A file with a converter.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;
/// A property of such a file: a four-character code.
typedef UInt32 ExtAudioFilePropertyID;
/// A number of frames for `kExtAudioFileProperty_PacketTable`, or from the list below.
typedef SInt32 ExtAudioFilePacketTableInfoOverride;

OCA_CONSTANTS(ExtAudioFilePacketTableInfoOverride) {
  kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
  /// The file's value, where its packet table agrees with its packets.
  kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2,
};

// MARK: - Properties

OCA_CONSTANTS(ExtAudioFilePropertyID) {
  /// `AudioStreamBasicDescription` of the file.
  kExtAudioFileProperty_FileDataFormat = 'ffmt',
  /// `AudioChannelLayout` of the file.
  kExtAudioFileProperty_FileChannelLayout = 'fclo',
  /// `AudioStreamBasicDescription` of what is read or written: linear PCM.
  kExtAudioFileProperty_ClientDataFormat = 'cfmt',
  /// `AudioChannelLayout` of what is read or written.
  kExtAudioFileProperty_ClientChannelLayout = 'cclo',
  /// UInt32: whose codec, 0 for anybody's; a manufacturer without one is refused. Set before the client format.
  kExtAudioFileProperty_CodecManufacturer = 'cman',
  /// `AudioConverterRef`; null where nothing is converted.
  kExtAudioFileProperty_AudioConverter = 'acnv',
  /// `AudioFileID`.
  kExtAudioFileProperty_AudioFile = 'afil',
  /// UInt32 in bytes.
  kExtAudioFileProperty_FileMaxPacketSize = 'fmps',
  /// UInt32 in bytes.
  kExtAudioFileProperty_ClientMaxPacketSize = 'cmps',
  /// SInt64 at the file's sample rate.
  kExtAudioFileProperty_FileLengthFrames = '#frm',
  /// CFPropertyListRef, or null: to be set after the converter's properties were.
  kExtAudioFileProperty_ConverterConfig = 'accf',
  /// UInt32 in bytes: packets that are read or written at once.
  kExtAudioFileProperty_IOBufferSizeBytes = 'iobs',
  /// void *: memory through which packets go, used once its size is set afterwards; null for the library's own.
  kExtAudioFileProperty_IOBuffer = 'iobf',
  /// `AudioFilePacketTableInfo`.
  kExtAudioFileProperty_PacketTable = 'xpti',
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kExtAudioFileError_InvalidProperty = -66561,
  kExtAudioFileError_InvalidPropertySize = -66562,
  kExtAudioFileError_NonPCMClientFormat = -66563,
  /// The channels of a format and a layout are not as many.
  kExtAudioFileError_InvalidChannelMap = -66564,
  kExtAudioFileError_InvalidOperationOrder = -66565,
  kExtAudioFileError_InvalidDataFormat = -66566,
  kExtAudioFileError_MaxPacketSizeUnknown = -66567,
  /// Writing, or outside of the file.
  kExtAudioFileError_InvalidSeek = -66568,
  kExtAudioFileError_AsyncWriteTooLarge = -66569,
  /// The disk did not keep up.
  kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
  kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
  kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560,
};

// MARK: - Making

#if !defined(__swift__)
/// Opens the file at a URL for reading.
extern OSStatus ExtAudioFileOpenURL(
    CFURLRef inURL, ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates a file at a URL for writing.
///
/// - Parameters:
///   - inStreamDesc: What the file is to hold; what an encoder decides may be 0.
///   - inFlags: Those of `AudioFileCreateWithURL`.
extern OSStatus ExtAudioFileCreateWithURL(
    CFURLRef inURL, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout, UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);
#endif

/// Reads or writes by way of a file that is open, and stays so afterwards.
extern OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID, Boolean inForWriting, ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Closes the file, having written what was held back.
extern OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: - Reading and writing

/// Reads frames.
///
/// - Parameters:
///   - ioNumberFrames: The wish, then what was read: 0 at the end.
///   - ioData: Capacities in bytes, then the bytes read.
extern OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile, UInt32 *ioNumberFrames, AudioBufferList *ioData);

/// Writes frames.
extern OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames, const AudioBufferList *ioData);

/// Takes frames that another thread writes; of 0 frames and a null list, prepares for that.
///
/// Once prepared it is safe on a render thread. Errors of writing come with later calls.
extern OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

/// Goes on with another frame, counted at the file's sample rate.
extern OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

/// The frame that is next, counted at the file's sample rate.
extern OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: - Asking and setting

/// The size of a property's value in bytes, and whether it can be set.
extern OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 *_Nullable outSize,
    DarwinBoolean *_Nullable outWritable);

/// The value of a property.
///
/// - Parameter ioPropertyDataSize: The capacity of `outPropertyData` in bytes, then what was written.
extern OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Sets a property.
extern OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

OCA_HEADER_END

#endif
