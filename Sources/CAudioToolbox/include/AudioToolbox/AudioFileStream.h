/// Audio File Stream Services: packets of a file that arrives piece by piece.
#ifndef AudioToolbox_AudioFileStream_h
#define AudioToolbox_AudioFileStream_h

#include <AudioToolbox/AudioFile.h>
#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// Whether the value of a property is kept.
OCA_OPTIONS(AudioFileStreamPropertyFlags, UInt32) {
  /// To the listener: the value stays, there is no need to ask for it now.
  kAudioFileStreamPropertyFlag_PropertyIsCached = 1U << 0,
  /// From the listener: keep the value.
  kAudioFileStreamPropertyFlag_CacheProperty = 1U << 1,
};
OCA_OPTIONS_TYPE(AudioFileStreamPropertyFlags, UInt32);

/// How a piece joins the one before it.
OCA_OPTIONS(AudioFileStreamParseFlags, UInt32) {
  /// It does not: there is a gap, as after a seek.
  kAudioFileStreamParseFlag_Discontinuity = 1U << 0,
};
OCA_OPTIONS_TYPE(AudioFileStreamParseFlags, UInt32);

/// How good the offset of a seek is.
OCA_OPTIONS(AudioFileStreamSeekFlags, UInt32) {
  kAudioFileStreamSeekFlag_OffsetIsEstimated = 1U << 0,
};
OCA_OPTIONS_TYPE(AudioFileStreamSeekFlags, UInt32);

/// A property of a stream: a four-character code.
typedef UInt32 AudioFileStreamPropertyID;
/// A parser.
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

/// Called when the value of a property is known.
typedef void (*AudioFileStream_PropertyListenerProc)(
    void *inClientData, AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);

/// Called with packets, whose bytes are valid during the call.
///
/// `inPacketDescriptions` is null where all packets have the same size.
typedef void (*AudioFileStream_PacketsProc)(
    void *inClientData, UInt32 inNumberBytes, UInt32 inNumberPackets, const void *inInputData,
    AudioStreamPacketDescription *_Nullable inPacketDescriptions);

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// Nothing known, and no hint that helps.
  kAudioFileStreamError_UnsupportedFileType = 'typ?',
  /// The type of file cannot carry the format.
  kAudioFileStreamError_UnsupportedDataFormat = 'fmt?',
  /// The stream has no such property.
  kAudioFileStreamError_UnsupportedProperty = 'pty?',
  /// The memory for the value has the wrong size.
  kAudioFileStreamError_BadPropertySize = '!siz',
  /// What the packets need lies behind the audio.
  kAudioFileStreamError_NotOptimized = 'optm',
  /// A packet offset lies before the start or past the end.
  kAudioFileStreamError_InvalidPacketOffset = 'pck?',
  /// Damaged, or not of that type.
  kAudioFileStreamError_InvalidFile = 'dta?',
  /// Not known before the audio.
  kAudioFileStreamError_ValueUnknown = 'unk?',
  /// Not all bytes of it have come yet.
  kAudioFileStreamError_DataUnavailable = 'more',
  /// Not possible in this state.
  kAudioFileStreamError_IllegalOperation = 'nope',
  /// Something failed that has no number of its own.
  kAudioFileStreamError_UnspecifiedError = 'wht?',
  /// No way back to the packets after a gap.
  kAudioFileStreamError_DiscontinuityCantRecover = 'dsc!',
};

// MARK: - Properties

OCA_CONSTANTS(AudioFileStreamPropertyID) {
  /// UInt32: 1 from when all is known that comes before the audio.
  kAudioFileStreamProperty_ReadyToProducePackets = 'redy',
  /// `AudioFileTypeID`.
  kAudioFileStreamProperty_FileFormat = 'ffmt',
  /// `AudioStreamBasicDescription`.
  kAudioFileStreamProperty_DataFormat = 'dfmt',
  /// `AudioFormatListItem`s, richest first.
  kAudioFileStreamProperty_FormatList = 'flst',
  /// Bytes that the codec needs.
  kAudioFileStreamProperty_MagicCookieData = 'mgic',
  /// UInt64.
  kAudioFileStreamProperty_AudioDataByteCount = 'bcnt',
  /// UInt64.
  kAudioFileStreamProperty_AudioDataPacketCount = 'pcnt',
  /// UInt32 in bytes.
  kAudioFileStreamProperty_MaximumPacketSize = 'psze',
  /// SInt64: where the audio starts, in bytes.
  kAudioFileStreamProperty_DataOffset = 'doff',
  /// `AudioChannelLayout`.
  kAudioFileStreamProperty_ChannelLayout = 'cmap',
  /// `AudioFramePacketTranslation`: mPacket in, mFrame out.
  kAudioFileStreamProperty_PacketToFrame = 'pkfr',
  /// `AudioFramePacketTranslation`: mFrame in, mPacket out.
  kAudioFileStreamProperty_FrameToPacket = 'frpk',
  /// UInt32: 1 where packets depend on others.
  kAudioFileStreamProperty_RestrictsRandomAccess = 'rrap',
  /// `AudioPacketRollDistanceTranslation`.
  kAudioFileStreamProperty_PacketToRollDistance = 'pkrl',
  /// `AudioIndependentPacketTranslation`.
  kAudioFileStreamProperty_PreviousIndependentPacket = 'pind',
  /// `AudioIndependentPacketTranslation`.
  kAudioFileStreamProperty_NextIndependentPacket = 'nind',
  /// `AudioPacketDependencyInfoTranslation`.
  kAudioFileStreamProperty_PacketToDependencyInfo = 'pkdp',
  /// `AudioBytePacketTranslation`: mPacket in, mByte out.
  kAudioFileStreamProperty_PacketToByte = 'pkby',
  /// `AudioBytePacketTranslation`: mByte in, mPacket out.
  kAudioFileStreamProperty_ByteToPacket = 'bypk',
  /// `AudioFilePacketTableInfo`.
  kAudioFileStreamProperty_PacketTableInfo = 'pnfo',
  /// UInt32: no packet is larger, in bytes.
  kAudioFileStreamProperty_PacketSizeUpperBound = 'pkub',
  /// Float64, from the packets so far.
  kAudioFileStreamProperty_AverageBytesPerPacket = 'abpp',
  /// UInt32 in bits a second.
  kAudioFileStreamProperty_BitRate = 'brat',
  /// CFDictionary of strings; the caller owns it.
  kAudioFileStreamProperty_InfoDictionary = 'info',
};

// MARK: - Functions

/// Makes a parser, which calls the two functions from within `AudioFileStreamParseBytes`.
///
/// - Parameter inFileTypeHint: Decides only where the content does not tell; 0 for none.
extern OSStatus AudioFileStreamOpen(
    void *_Nullable inClientData, AudioFileStream_PropertyListenerProc inPropertyListenerProc,
    AudioFileStream_PacketsProc inPacketsProc, AudioFileTypeID inFileTypeHint,
    AudioFileStreamID _Nullable *_Nonnull outAudioFileStream);

/// Parses the next bytes of the file; none of them flush the last packet at the end.
extern OSStatus AudioFileStreamParseBytes(
    AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize, const void *_Nullable inData,
    AudioFileStreamParseFlags inFlags);

/// Tells where a packet starts, so that the next bytes can be from there.
///
/// - Parameter outDataByteOffset: In bytes from the start of the audio.
extern OSStatus AudioFileStreamSeek(
    AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset, SInt64 *outDataByteOffset,
    AudioFileStreamSeekFlags *ioFlags);

/// The size of a property's value in bytes, and whether it can be set.
extern OSStatus AudioFileStreamGetPropertyInfo(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *_Nullable outPropertyDataSize, DarwinBoolean *_Nullable outWritable);

/// The value of a property.
///
/// - Parameter ioPropertyDataSize: The capacity of `outPropertyData` in bytes, then what was
///   written.
extern OSStatus AudioFileStreamGetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

/// Sets a property; there is none that can be set.
extern OSStatus AudioFileStreamSetProperty(
    AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

/// Ends a parser.
extern OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

OCA_HEADER_END

#endif
