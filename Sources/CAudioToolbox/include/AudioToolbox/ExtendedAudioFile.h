/// Extended Audio File Services: reads and writes the frames of a file in a format of the client's
/// choice.
#ifndef AudioToolbox_ExtendedAudioFile_h
#define AudioToolbox_ExtendedAudioFile_h

#include <AudioToolbox/AudioConverter.h>
#include <AudioToolbox/AudioFile.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A file with a converter.
typedef struct OpaqueExtAudioFile *ExtAudioFileRef;
/// A property of an extended audio file: a four-character code.
typedef UInt32 ExtAudioFilePropertyID;
/// A number of frames for `kExtAudioFileProperty_PacketTable`, or a value from the list below.
typedef SInt32 ExtAudioFilePacketTableInfoOverride;

OCA_CONSTANTS(ExtAudioFilePacketTableInfoOverride) {
  /// The trim of the file, without an override.
  kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
  /// The file's value, if its packet table matches its packets.
  kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2,
};

// MARK: - Properties

OCA_CONSTANTS(ExtAudioFilePropertyID) {
  /// `AudioStreamBasicDescription` of the file.
  kExtAudioFileProperty_FileDataFormat = 'ffmt',
  /// `AudioChannelLayout` of the file.
  kExtAudioFileProperty_FileChannelLayout = 'fclo',
  /// `AudioStreamBasicDescription` of the client's audio: linear PCM.
  kExtAudioFileProperty_ClientDataFormat = 'cfmt',
  /// `AudioChannelLayout` of the client's audio.
  kExtAudioFileProperty_ClientChannelLayout = 'cclo',
  /// UInt32: the manufacturer of the codec, or 0 for any. Fails for a manufacturer without a codec.
  /// Set before the client format.
  kExtAudioFileProperty_CodecManufacturer = 'cman',
  /// `AudioConverterRef`; null without a conversion.
  kExtAudioFileProperty_AudioConverter = 'acnv',
  /// `AudioFileID`.
  kExtAudioFileProperty_AudioFile = 'afil',
  /// UInt32 in bytes.
  kExtAudioFileProperty_FileMaxPacketSize = 'fmps',
  /// UInt32 in bytes.
  kExtAudioFileProperty_ClientMaxPacketSize = 'cmps',
  /// SInt64 at the file's sample rate.
  kExtAudioFileProperty_FileLengthFrames = '#frm',
  /// CFPropertyListRef, or null; set after changing the converter's properties.
  kExtAudioFileProperty_ConverterConfig = 'accf',
  /// UInt32 in bytes: the size of one read or write.
  kExtAudioFileProperty_IOBufferSizeBytes = 'iobs',
  /// void *: memory for packets, used after its size is set; null for the library's own memory.
  kExtAudioFileProperty_IOBuffer = 'iobf',
  /// `AudioFilePacketTableInfo`.
  kExtAudioFileProperty_PacketTable = 'xpti',
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kExtAudioFileError_InvalidProperty = -66561,  ///< The property does not exist.
  kExtAudioFileError_InvalidPropertySize = -66562,  ///< The property buffer has the wrong size.
  kExtAudioFileError_NonPCMClientFormat = -66563,  ///< The client format is not linear PCM.
  /// The numbers of channels in a format and a layout differ.
  kExtAudioFileError_InvalidChannelMap = -66564,
  kExtAudioFileError_InvalidOperationOrder = -66565,  ///< The call comes too early or too late.
  kExtAudioFileError_InvalidDataFormat = -66566,  ///< The format of the file is invalid.
  kExtAudioFileError_MaxPacketSizeUnknown = -66567,  ///< The largest packet size is unknown.
  /// A seek while writing, or outside the file.
  kExtAudioFileError_InvalidSeek = -66568,
  /// The frames exceed the buffer of the writing thread.
  kExtAudioFileError_AsyncWriteTooLarge = -66569,
  /// The disk was too slow.
  kExtAudioFileError_AsyncWriteBufferOverflow = -66570,
  /// The codec is gone after it took the input.
  kExtAudioFileError_CodecUnavailableInputConsumed = -66559,
  /// The codec is gone before it took the input.
  kExtAudioFileError_CodecUnavailableInputNotConsumed = -66560,
};

// MARK: - Creating

#if !defined(__swift__)
/// Opens the file at a URL for reading.
extern OSStatus ExtAudioFileOpenURL(
    CFURLRef inURL, ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Creates a file at a URL for writing.
///
/// - Parameters:
///   - inStreamDesc: The format of the file; fields that an encoder decides may be 0.
///   - inFlags: The flags of `AudioFileCreateWithURL`.
extern OSStatus ExtAudioFileCreateWithURL(
    CFURLRef inURL, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout *_Nullable inChannelLayout, UInt32 inFlags,
    ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);
#endif

/// Wraps an open file for reading or writing; the file stays open afterwards.
extern OSStatus ExtAudioFileWrapAudioFileID(
    AudioFileID inFileID, Boolean inForWriting, ExtAudioFileRef _Nullable *_Nonnull outExtAudioFile);

/// Writes pending audio and closes the file.
extern OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

// MARK: - Reading and writing

/// Reads frames.
///
/// - Parameters:
///   - ioNumberFrames: On input, the requested frames; on output, the frames read, 0 at the end.
///   - ioData: On input, the capacities in bytes; on output, the bytes read.
extern OSStatus ExtAudioFileRead(
    ExtAudioFileRef inExtAudioFile, UInt32 *ioNumberFrames, AudioBufferList *ioData);

/// Writes frames.
extern OSStatus ExtAudioFileWrite(
    ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames, const AudioBufferList *ioData);

/// Queues frames for another thread to write; 0 frames and a null list prepare for this.
///
/// After preparation, the function is safe on a render thread. Later calls report write errors.
extern OSStatus ExtAudioFileWriteAsync(
    ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames,
    const AudioBufferList *_Nullable ioData);

/// Continues at a frame, counted at the file's sample rate.
extern OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

/// Gets the next frame, counted at the file's sample rate.
extern OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

// MARK: - Accessing properties

/// Gets the size of a property's value in bytes, and whether it is writable.
extern OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 *_Nullable outSize,
    DarwinBoolean *_Nullable outWritable);

/// Gets a property.
///
/// - Parameter ioPropertyDataSize: On input, the capacity of `outPropertyData` in bytes; on output,
///   the bytes written.
extern OSStatus ExtAudioFileGetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Sets a property.
extern OSStatus ExtAudioFileSetProperty(
    ExtAudioFileRef inExtAudioFile, ExtAudioFilePropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

OCA_HEADER_END

#endif
