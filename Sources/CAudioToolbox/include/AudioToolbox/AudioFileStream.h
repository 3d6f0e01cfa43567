/// Audio File Stream Services: parses packets of a file that arrives in pieces.
#ifndef AudioToolbox_AudioFileStream_h
#define AudioToolbox_AudioFileStream_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// The caching of a property's value.
OCA_OPTIONS(AudioFileStreamPropertyFlags, UInt32) {
  /// Set for the listener: the value stays available, so the listener need not read it now.
  kAudioFileStreamPropertyFlag_PropertyIsCached = 1U << 0,
  /// Set by the listener: cache the value.
  kAudioFileStreamPropertyFlag_CacheProperty = 1U << 1,
};
OCA_OPTIONS_TYPE(AudioFileStreamPropertyFlags, UInt32);

/// The relation of a piece to the previous one.
OCA_OPTIONS(AudioFileStreamParseFlags, UInt32) {
  /// A gap separates the pieces, for example after a seek.
  kAudioFileStreamParseFlag_Discontinuity = 1U << 0,
};
OCA_OPTIONS_TYPE(AudioFileStreamParseFlags, UInt32);

/// The accuracy of a seek offset.
OCA_OPTIONS(AudioFileStreamSeekFlags, UInt32) {
  kAudioFileStreamSeekFlag_OffsetIsEstimated = 1U << 0,  ///< The byte offset is an estimate.
};
OCA_OPTIONS_TYPE(AudioFileStreamSeekFlags, UInt32);

/// A stream property: a four-character code.
typedef UInt32 AudioFileStreamPropertyID;
/// A parser.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

/// Called when the value of a property becomes available.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);

/// Called with packets, whose bytes are valid only during the call.
///
/// `inPacketDescriptions` is null if all packets have the same size.
typedef void (*AudioFileStream_PacketsProc)(
    void *inClientData, UInt32 inNumberBytes, UInt32 inNumberPackets, const void *inInputData,
    AudioStreamPacketDescription *_Nullable inPacketDescriptions);

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// The content is unknown, and the hint does not help.
  kAudioFileStreamError_UnsupportedFileType = 'typ?',
  /// The file type cannot hold the format.
  kAudioFileStreamError_UnsupportedDataFormat = 'fmt?',
  /// The stream does not have the property.
  kAudioFileStreamError_UnsupportedProperty = 'pty?',
  /// The property buffer has the wrong size.
  kAudioFileStreamError_BadPropertySize = '!siz',
  /// The information about the packets follows the audio.
  kAudioFileStreamError_NotOptimized = 'optm',
  /// A packet offset is before the start or after the end.
  kAudioFileStreamError_InvalidPacketOffset = 'pck?',
  /// The file is damaged, or not of its type.
  kAudioFileStreamError_InvalidFile = 'dta?',
  /// The value is unknown before the audio.
  kAudioFileStreamError_ValueUnknown = 'unk?',
  /// More bytes are required.
  kAudioFileStreamError_DataUnavailable = 'more',
  /// The state does not allow the operation.
  kAudioFileStreamError_IllegalOperation = 'nope',
  /// An error without its own code.
  kAudioFileStreamError_UnspecifiedError = 'wht?',
  /// The parser cannot find packets after a gap.
  kAudioFileStreamError_DiscontinuityCantRecover = 'dsc!',
};

// MARK: - Properties

OCA_CONSTANTS(AudioFileStreamPropertyID) {
  /// UInt32: 1 after the parser has all information that precedes the audio.
  kAudioFileStreamProperty_ReadyToProducePackets = 'redy',
  /// `AudioFileTypeID`.
  kAudioFileStreamProperty_FileFormat = 'ffmt',
  /// `AudioStreamBasicDescription`.
  kAudioFileStreamProperty_DataFormat = 'dfmt',
  /// `AudioFormatListItem`s, the richest first.
  kAudioFileStreamProperty_FormatList = 'flst',
  /// The configuration bytes for the codec.
  kAudioFileStreamProperty_MagicCookieData = 'mgic',
  /// UInt64.
  kAudioFileStreamProperty_AudioDataByteCount = 'bcnt',
  /// UInt64.
  kAudioFileStreamProperty_AudioDataPacketCount = 'pcnt',
  /// UInt32 in bytes.
  kAudioFileStreamProperty_MaximumPacketSize = 'psze',
  /// SInt64: the start of the audio in bytes.
  kAudioFileStreamProperty_DataOffset = 'doff',
  /// `AudioChannelLayout`.
  kAudioFileStreamProperty_ChannelLayout = 'cmap',
  /// `AudioFramePacketTranslation`: mPacket on input, mFrame on output.
  kAudioFileStreamProperty_PacketToFrame = 'pkfr',
  /// `AudioFramePacketTranslation`: mFrame on input, mPacket on output.
  kAudioFileStreamProperty_FrameToPacket = 'frpk',
  /// UInt32: 1 if packets depend on others.
  kAudioFileStreamProperty_RestrictsRandomAccess = 'rrap',
  /// `AudioPacketRollDistanceTranslation`.
  kAudioFileStreamProperty_PacketToRollDistance = 'pkrl',
  /// `AudioIndependentPacketTranslation`.
  kAudioFileStreamProperty_PreviousIndependentPacket = 'pind',
  /// `AudioIndependentPacketTranslation`.
  kAudioFileStreamProperty_NextIndependentPacket = 'nind',
  /// `AudioPacketDependencyInfoTranslation`.
  kAudioFileStreamProperty_PacketToDependencyInfo = 'pkdp',
  /// `AudioBytePacketTranslation`: mPacket on input, mByte on output.
  kAudioFileStreamProperty_PacketToByte = 'pkby',
  /// `AudioBytePacketTranslation`: mByte on input, mPacket on output.
  kAudioFileStreamProperty_ByteToPacket = 'bypk',
  /// `AudioFilePacketTableInfo`.
  kAudioFileStreamProperty_PacketTableInfo = 'pnfo',
  /// UInt32: an upper limit for packet sizes in bytes.
  kAudioFileStreamProperty_PacketSizeUpperBound = 'pkub',
  /// Float64: the average size in bytes of the packets so far.
  kAudioFileStreamProperty_AverageBytesPerPacket = 'abpp',
  /// UInt32 in bits per second.
  kAudioFileStreamProperty_BitRate = 'brat',
  /// CFDictionary of strings; the caller owns it.
  kAudioFileStreamProperty_InfoDictionary = 'info',
};

// MARK: - Functions

/// Creates a parser; `AudioFileStreamParseBytes` calls the two callbacks.
///
/// - Parameter inFileTypeHint: Has no effect: the content determines the type.
extern OSStatus AudioFileStreamOpen(
    void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc,
    AudioFileStream_PacketsProc inPacketsProc, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);

/// Parses the next bytes of the file; a call without bytes flushes the last packet at the end.
extern OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
    AudioFileStreamParseFlags inFlags);

/// Finds the byte at which a packet starts, so that the client can continue to parse there.
///
/// - Parameter outDataByteOffset: The offset in bytes from the start of the audio.
extern OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

/// Gets the size of a property's value in bytes, and whether it is writable.
extern OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *_Nullable outPropertyDataSize, DarwinBoolean *_Nullable outWritable);

/// Gets a property.
///
/// - Parameter ioPropertyDataSize: On input, the capacity of `outPropertyData` in bytes; on output,
///   the bytes written.
extern OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property; no property is writable.
extern OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

/// Closes a parser.
extern OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

OCA_HEADER_END

#endif
