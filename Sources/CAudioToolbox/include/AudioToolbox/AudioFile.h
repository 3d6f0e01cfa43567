/// Audio File Services: files of audio, read and written by packets.
#ifndef AudioToolbox_AudioFile_h
#define AudioToolbox_AudioFile_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types of file

/// A type of file: a four-character code.
typedef UInt32 AudioFileTypeID;

OCA_CONSTANTS(AudioFileTypeID) {
  kAudioFileAIFFType = 'AIFF',
  kAudioFileAIFCType = 'AIFC',
  kAudioFileWAVEType = 'WAVE',
  kAudioFileRF64Type = 'RF64',  ///< WAVE beyond 4 GiB, of EBU Tech 3306.
  kAudioFileBW64Type = 'BW64',  ///< WAVE beyond 4 GiB, of ITU-R BS.2088.
  kAudioFileWave64Type = 'W64f',  ///< Sony's Wave64: .w64.
  kAudioFileSoundDesigner2Type = 'Sd2f',  ///< Sound Designer II.
  kAudioFileNextType = 'NeXT',  ///< Sun and NeXT: .au, .snd.
  kAudioFileMP3Type = 'MPG3',
  kAudioFileMP2Type = 'MPG2',
  kAudioFileMP1Type = 'MPG1',
  kAudioFileAC3Type = 'ac-3',
  kAudioFileAAC_ADTSType = 'adts',  ///< AAC in ADTS frames.
  kAudioFileMPEG4Type = 'mp4f',  ///< .mp4
  kAudioFileM4AType = 'm4af',  ///< .m4a
  kAudioFileM4BType = 'm4bf',  ///< .m4b: audio books.
  kAudioFileCAFType = 'caff',
  kAudioFile3GPType = '3gpp',
  kAudioFile3GP2Type = '3gp2',
  kAudioFileAMRType = 'amrf',
  kAudioFileFLACType = 'flac',
  kAudioFileLATMInLOASType = 'loas',  ///< MPEG-4 audio in LOAS.
  kAudioFileGlobalInfo_ExtensionsForType = 'fext',
  kAudioFileGlobalInfo_HFSTypeCodesForType = 'fhfs',
  kAudioFileGlobalInfo_UTIsForType = 'futi',
  kAudioFileGlobalInfo_MIMETypesForType = 'fmim',
  kAudioFileGlobalInfo_TypesForMIMEType = 'tmim',
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// Something failed that has no number of its own.
  kAudioFileUnspecifiedError = 'wht?',
  /// No reader or writer for the type of file.
  kAudioFileUnsupportedFileTypeError = 'typ?',
  /// The type of file cannot carry the format.
  kAudioFileUnsupportedDataFormatError = 'fmt?',
  /// The file has no such property.
  kAudioFileUnsupportedPropertyError = 'pty?',
  /// The memory for the value has the wrong size.
  kAudioFileBadPropertySizeError = '!siz',
  /// The file is not open for that, or may not be opened.
  kAudioFilePermissionsError = 'prm?',
  /// Chunks behind the audio must move before it can grow.
  kAudioFileNotOptimizedError = 'optm',
  /// No such chunk, or the format does not allow it.
  kAudioFileInvalidChunkError = 'chk?',
  /// The audio is too long for the type of file.
  kAudioFileDoesNotAllow64BitDataSizeError = 'off?',
  /// A packet offset lies before the start or past the end.
  kAudioFileInvalidPacketOffsetError = 'pck?',
  /// The packet descriptions lack or contradict dependencies.
  kAudioFileInvalidPacketDependencyError = 'dep?',
  /// Damaged, or not of that type.
  kAudioFileInvalidFileError = 'dta?',
  /// The type of file cannot do that.
  kAudioFileOperationNotSupportedError = 'op\?\?',
  /// The file is closed.
  kAudioFileNotOpenError = -38,
  /// The end of the file was met; what was read before it is valid.
  kAudioFileEndOfFileError = -39,
  /// The position in the file is not valid.
  kAudioFilePositionError = -40,
  /// No such file.
  kAudioFileFileNotFoundError = -43,
};

// MARK: - Opening

/// How a file is created.
OCA_OPTIONS(AudioFileFlags, UInt32) {
  /// Replace what is there. Without it, an existing file is an error.
  kAudioFileFlags_EraseFile = 1U << 0,
  /// Let the audio start right behind the header, not at a multiple of 4096 bytes.
  kAudioFileFlags_DontPageAlignAudioData = 1U << 1,
};
OCA_OPTIONS_TYPE(AudioFileFlags, UInt32);

/// What an open file may be used for.
OCA_ENUM(AudioFilePermissions, SInt8) {
  kAudioFileReadPermission = 1,
  kAudioFileWritePermission = 2,
  kAudioFileReadWritePermission = 3,
};
OCA_ENUM_TYPE(AudioFilePermissions, SInt8);

/// An open file.
typedef struct OpaqueAudioFileID *AudioFileID;
/// A property of a file or of all files: a four-character code.
typedef UInt32 AudioFilePropertyID;

/// Reads `requestCount` bytes at `inPosition` for a file that was opened with callbacks.
///
/// Fewer bytes in `actualCount` without an error mean that there are no more.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData, SInt64 inPosition, UInt32 requestCount, void *buffer, UInt32 *actualCount);
/// Writes `requestCount` bytes at `inPosition` for a file that was opened with callbacks.
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData, SInt64 inPosition, UInt32 requestCount, const void *buffer,
    UInt32 *actualCount);
/// Answers the size in bytes of a file that was opened with callbacks.
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);
/// Sets the size in bytes of a file that was opened with callbacks.
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

#if !defined(__swift__)
/// Creates a file at a URL, to be written and read.
///
/// - Parameter inFormat: The format of the bytes to be written, which are not converted.
extern OSStatus AudioFileCreateWithURL(
    CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens the file at a URL and reads its header.
///
/// - Parameter inFileTypeHint: Decides only where the content does not tell; 0 for none.
extern OSStatus AudioFileOpenURL(
    CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);
#endif

/// Opens a file whose bytes come from functions, and reads its header.
///
/// The functions are called on the thread that opens, reads or closes.
///
/// - Parameters:
///   - inWriteFunc: null for a file that is only read.
///   - inSetSizeFunc: null for a file that is only read.
///   - inFileTypeHint: Decides only where the content does not tell; 0 for none.
extern OSStatus AudioFileOpenWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc _Nullable inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc _Nullable inSetSizeFunc,
    AudioFileTypeID inFileTypeHint, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Creates a file whose bytes go to functions and come from them.
///
/// The functions are called on the thread that creates, writes, reads or closes.
extern OSStatus AudioFileInitializeWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Closes a file, of which what was written becomes whole.
extern OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Puts what a file says of its audio in front of it.
extern OSStatus AudioFileOptimize(AudioFileID inAudioFile);

// MARK: - Reading

/// Reads bytes of the audio, counted from its start.
///
/// - Parameter ioNumBytes: The wish, then what was read. A read that meets the end returns
///   `kAudioFileEndOfFileError`, and the bytes before it.
extern OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes,
    void *outBuffer);

/// Reads as many whole packets as are wished, as fit and as there are.
///
/// - Parameters:
///   - ioNumBytes: The capacity of `outBuffer`, then the bytes read.
///   - outPacketDescriptions: Needed where packets differ in size. Offsets count from `outBuffer`.
///   - ioNumPackets: The wish, then what was read. A read that meets the end returns the packets
///     before it: with `noErr` if packets differ in size, with `kAudioFileEndOfFileError` if they
///     all have one size. Without any packet, every read returns `kAudioFileEndOfFileError`.
extern OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void *_Nullable outBuffer);

/// Reads packets into a buffer that is large enough for the largest ones.
extern OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void *_Nullable outBuffer)
    OCA_DEPRECATED("AudioFileReadPacketData is told how large the buffer is");

// MARK: - Writing

/// Writes bytes of the audio, counted from its start, where packets are of one size.
///
/// - Parameter ioNumBytes: The wish, then what was written.
extern OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes,
    const void *inBuffer);

/// Writes packets behind those that are there.
///
/// - Parameters:
///   - inNumBytes: Bytes in `inBuffer`; ignored where packets are of one size.
///   - inPacketDescriptions: Needed where packets differ in size.
///   - ioNumPackets: The wish, then what was written.
extern OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, const void *inBuffer);

/// Writes packets of which is told on which others each depends.
///
/// - Parameter inPacketDependencies: One for each packet.
/// - Returns: `kAudioFileInvalidPacketDependencyError` where a packet cannot be decoded alone, or not from the
///   first frame on: no type of file that is written keeps that. Else what `AudioFileWritePackets` does.
extern OSStatus AudioFileWritePacketsWithDependencies(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions,
    const AudioStreamPacketDependencyDescription *inPacketDependencies, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, const void *inBuffer);

// MARK: - Properties

OCA_CONSTANTS(AudioFilePropertyID) {
  /// `AudioFileTypeID`.
  kAudioFilePropertyFileFormat = 'ffmt',
  /// `AudioStreamBasicDescription`.
  kAudioFilePropertyDataFormat = 'dfmt',
  /// UInt32: 1 where audio can be appended as the file stands.
  kAudioFilePropertyIsOptimized = 'optm',
  /// Bytes that the codec needs.
  kAudioFilePropertyMagicCookieData = 'mgic',
  /// UInt64.
  kAudioFilePropertyAudioDataByteCount = 'bcnt',
  /// UInt64.
  kAudioFilePropertyAudioDataPacketCount = 'pcnt',
  /// UInt32, exact in bytes; may need a walk over the file.
  kAudioFilePropertyMaximumPacketSize = 'psze',
  /// SInt64: where the audio starts, in bytes.
  kAudioFilePropertyDataOffset = 'doff',
  /// `AudioChannelLayout`.
  kAudioFilePropertyChannelLayout = 'cmap',
  /// UInt32: 1 where sizes are written on closing only.
  kAudioFilePropertyDeferSizeUpdates = 'dszu',
  /// CFString of the deprecated kind: use AudioFormat.
  kAudioFilePropertyDataFormatName = 'fnme',
  /// `AudioFileMarkerList`; the caller releases the names.
  kAudioFilePropertyMarkerList = 'mkls',
  /// `AudioFileRegionList`; the caller releases the names.
  kAudioFilePropertyRegionList = 'rgls',
  /// `AudioFramePacketTranslation`: mPacket in, mFrame out.
  kAudioFilePropertyPacketToFrame = 'pkfr',
  /// `AudioFramePacketTranslation`: mFrame in, mPacket out.
  kAudioFilePropertyFrameToPacket = 'frpk',
  /// UInt32: 1 where packets depend on others.
  kAudioFilePropertyRestrictsRandomAccess = 'rrap',
  /// `AudioPacketRollDistanceTranslation`.
  kAudioFilePropertyPacketToRollDistance = 'pkrl',
  /// `AudioIndependentPacketTranslation`.
  kAudioFilePropertyPreviousIndependentPacket = 'pind',
  /// `AudioIndependentPacketTranslation`.
  kAudioFilePropertyNextIndependentPacket = 'nind',
  /// `AudioPacketDependencyInfoTranslation`.
  kAudioFilePropertyPacketToDependencyInfo = 'pkdp',
  /// `AudioBytePacketTranslation`: mPacket in, mByte out.
  kAudioFilePropertyPacketToByte = 'pkby',
  /// `AudioBytePacketTranslation`: mByte in, mPacket out.
  kAudioFilePropertyByteToPacket = 'bypk',
  /// UInt32s: the codes of the chunks.
  kAudioFilePropertyChunkIDs = 'chid',
  /// CFDictionary of strings; the caller owns it.
  kAudioFilePropertyInfoDictionary = 'info',
  /// `AudioFilePacketTableInfo`.
  kAudioFilePropertyPacketTableInfo = 'pnfo',
  /// `AudioFormatListItem`s, richest first.
  kAudioFilePropertyFormatList = 'flst',
  /// UInt32: no packet is larger, in bytes; never walks.
  kAudioFilePropertyPacketSizeUpperBound = 'pkub',
  /// `AudioPacketRangeByteCountTranslation`.
  kAudioFilePropertyPacketRangeByteCountUpperBound = 'prub',
  /// Float64: seconds to leave room for.
  kAudioFilePropertyReserveDuration = 'rsrv',
  /// Float64 in seconds.
  kAudioFilePropertyEstimatedDuration = 'edur',
  /// UInt32 in bits a second.
  kAudioFilePropertyBitRate = 'brat',
  /// The bytes of the ID3 tag.
  kAudioFilePropertyID3Tag = 'id3t',
  /// SInt64: where the ID3 tag starts, in bytes.
  kAudioFilePropertyID3TagOffset = 'id3o',
  /// SInt32; negative where samples are floating point.
  kAudioFilePropertySourceBitDepth = 'sbtd',
  /// CFData; the caller owns it.
  kAudioFilePropertyAlbumArtwork = 'aart',
  /// UInt32.
  kAudioFilePropertyAudioTrackCount = 'atct',
  /// UInt32: the track to use; can only be set.
  kAudioFilePropertyUseAudioTrack = 'uatk',
};

/// The size of a property's value in bytes, and whether it can be set (1) or not (0).
extern OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

/// The value of a property.
///
/// - Parameter ioDataSize: The capacity of `outPropertyData` in bytes, then what was written.
extern OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize,
    void *outPropertyData);

/// Sets a property of a file that is written, or the track that is read.
///
/// - Parameter inDataSize: The bytes at `inPropertyData`.
extern OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 inDataSize,
    const void *inPropertyData);

// MARK: - User data

/// The number of chunks with a code.
extern OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 *outNumberItems);

/// The size in bytes of what is in a chunk, by its code and its number among those with that code.
extern OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outUserDataSize);

/// The size in bytes of what is in a chunk, which may be larger than 4 GB.
extern OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt64 *outUserDataSize);

/// What is in a chunk, without the chunk's header.
///
/// - Parameter ioUserDataSize: The capacity of `outUserData` in bytes, then what was written.
extern OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize,
    void *outUserData);

/// What is in a chunk from a byte on.
///
/// - Parameters:
///   - inOffset: From the start of the chunk's contents, in bytes.
///   - ioUserDataSize: The capacity of `outUserData` in bytes, then what was written.
extern OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, SInt64 inOffset,
    UInt32 *ioUserDataSize, void *outUserData);

/// Sets what is in a chunk, by its code and its number among those with that code.
extern OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize,
    const void *inUserData);

/// Takes a chunk away.
extern OSStatus AudioFileRemoveUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

// MARK: - Values of properties

/// What a region does at its end: values of a CAF instrument chunk.
OCA_CONSTANTS(UInt32) {
  kAudioFileLoopDirection_NoLooping = 0,
  kAudioFileLoopDirection_Forward = 1,
  kAudioFileLoopDirection_ForwardAndBackward = 2,
  kAudioFileLoopDirection_Backward = 3,
};

/// A SMPTE time as files hold it.
typedef struct AudioFile_SMPTE_Time {
  SInt8 mHours;
  UInt8 mMinutes;
  UInt8 mSeconds;
  UInt8 mFrames;
  /// In samples.
  UInt32 mSubFrameSampleOffset;
} AudioFile_SMPTE_Time;

/// A marker without special meaning.
OCA_CONSTANTS(UInt32) {
  kAudioFileMarkerType_Generic = 0,
};

/// A named moment of a file.
typedef struct AudioFileMarker {
  /// From the start, in frames.
  Float64 mFramePosition;
#if defined(__swift__)
  const void *_Nullable mName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable mName;
#endif
  SInt32 mMarkerID;
  AudioFile_SMPTE_Time mSMPTETime;
  UInt32 mType;
  UInt16 mReserved;
  /// 0 where the marker is of all channels.
  UInt16 mChannel;
} AudioFileMarker;

/// The markers of a file.
typedef struct AudioFileMarkerList {
  /// How the SMPTE times count: a `SMPTETimeType`.
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberMarkers;
  /// The first one. The others follow it in memory.
  AudioFileMarker mMarkers[1];
} AudioFileMarkerList;

/// The markers that a list of `inNumBytes` bytes has; 0 where it is shorter than its head.
static inline size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
  size_t head = offsetof(AudioFileMarkerList, mMarkers);
  return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

/// The bytes of a list of `inNumMarkers` markers.
static inline size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
  return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// How a region is played.
OCA_OPTIONS(AudioFileRegionFlags, UInt32) {
  kAudioFileRegionFlag_LoopEnable = 1U << 0,
  kAudioFileRegionFlag_PlayForward = 1U << 1,
  kAudioFileRegionFlag_PlayBackward = 1U << 2,
};
OCA_OPTIONS_TYPE(AudioFileRegionFlags, UInt32);

/// A named part of a file.
typedef struct AudioFileRegion {
  UInt32 mRegionID;
#if defined(__swift__)
  const void *mName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef mName;
#endif
  AudioFileRegionFlags mFlags;
  UInt32 mNumberMarkers;
  /// The first one. The others follow it in memory.
  AudioFileMarker mMarkers[1];
} AudioFileRegion;

/// The regions of a file.
typedef struct AudioFileRegionList {
  /// How the SMPTE times count: a `SMPTETimeType`.
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberRegions;
  /// The first one; regions differ in size, so reach the others by `NextAudioFileRegion`.
  AudioFileRegion mRegions[1];
} AudioFileRegionList;

/// The region that follows another one in a list.
static inline AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
  return (AudioFileRegion *)((char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                             + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

/// A frame, and the packet that it is in.
typedef struct AudioFramePacketTranslation {
  SInt64 mFrame;
  SInt64 mPacket;
  /// In frames.
  UInt32 mFrameOffsetInPacket;
} AudioFramePacketTranslation;

/// How good a translation between bytes and packets is.
OCA_OPTIONS(AudioBytePacketTranslationFlags, UInt32) {
  kBytePacketTranslationFlag_IsEstimate = 1U << 0,
};
OCA_OPTIONS_TYPE(AudioBytePacketTranslationFlags, UInt32);

/// A byte of the audio, and the packet that it is in.
typedef struct AudioBytePacketTranslation {
  SInt64 mByte;
  SInt64 mPacket;
  /// In bytes.
  UInt32 mByteOffsetInPacket;
  AudioBytePacketTranslationFlags mFlags;
} AudioBytePacketTranslation;

/// The frames that are to be heard, and those to drop before and after them.
typedef struct AudioFilePacketTableInfo {
  SInt64 mNumberValidFrames;
  SInt32 mPrimingFrames;
  SInt32 mRemainderFrames;
} AudioFilePacketTableInfo;

/// A range of packets, and the bytes that it needs at most.
typedef struct AudioPacketRangeByteCountTranslation {
  SInt64 mPacket;
  SInt64 mPacketCount;
  SInt64 mByteCountUpperBound;
} AudioPacketRangeByteCountTranslation;

/// A packet, and how many packets before it must be decoded first.
typedef struct AudioPacketRollDistanceTranslation {
  SInt64 mPacket;
  SInt64 mRollDistance;
} AudioPacketRollDistanceTranslation;

/// A packet, and one near it that can be decoded alone.
typedef struct AudioIndependentPacketTranslation {
  SInt64 mPacket;
  SInt64 mIndependentlyDecodablePacket;
} AudioIndependentPacketTranslation;

/// A packet, and what it depends on.
typedef struct AudioPacketDependencyInfoTranslation {
  SInt64 mPacket;
  /// 1 where the packet can be decoded alone.
  UInt32 mIsIndependentlyDecodable;
  /// Packets to decode from this one on before the output is right.
  UInt32 mNumberPrerollPackets;
} AudioPacketDependencyInfoTranslation;

/// Keys of the info dictionary; the values are strings.
#define kAFInfoDictionary_Album "album"
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"
#define kAFInfoDictionary_Artist "artist"
#define kAFInfoDictionary_ChannelLayout "channel layout"
#define kAFInfoDictionary_Comments "comments"
#define kAFInfoDictionary_Composer "composer"
#define kAFInfoDictionary_Copyright "copyright"
#define kAFInfoDictionary_EncodingApplication "encoding application"
#define kAFInfoDictionary_Genre "genre"
#define kAFInfoDictionary_ISRC "ISRC"
#define kAFInfoDictionary_KeySignature "key signature"
#define kAFInfoDictionary_Lyricist "lyricist"
#define kAFInfoDictionary_NominalBitRate "nominal bit rate"
#define kAFInfoDictionary_RecordedDate "recorded date"
#define kAFInfoDictionary_SourceBitDepth "source bit depth"
#define kAFInfoDictionary_SourceEncoder "source encoder"
#define kAFInfoDictionary_SubTitle "subtitle"
#define kAFInfoDictionary_Tempo "tempo"
#define kAFInfoDictionary_TimeSignature "time signature"
#define kAFInfoDictionary_Title "title"
#define kAFInfoDictionary_TrackNumber "track number"
#define kAFInfoDictionary_Year "year"

// MARK: - All files

/// Properties of all files. Some answer for a specifier: "specifier to value".
OCA_CONSTANTS(AudioFilePropertyID) {
  /// UInt32s.
  kAudioFileGlobalInfo_ReadableTypes = 'afrf',
  /// UInt32s.
  kAudioFileGlobalInfo_WritableTypes = 'afwf',
  /// File type to CFString.
  kAudioFileGlobalInfo_FileTypeName = 'ftnm',
  /// `AudioFileTypeAndFormatID` to descriptions.
  kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 'sdid',
  /// File type to UInt32s.
  kAudioFileGlobalInfo_AvailableFormatIDs = 'fmid',
  /// CFArray of CFStrings.
  kAudioFileGlobalInfo_AllExtensions = 'alxt',
  /// UInt32s.
  kAudioFileGlobalInfo_AllHFSTypeCodes = 'ahfs',
  /// CFArray of CFStrings.
  kAudioFileGlobalInfo_AllUTIs = 'auti',
  /// CFArray of CFStrings.
  kAudioFileGlobalInfo_AllMIMETypes = 'amim',
  /// CFString to UInt32s.
  kAudioFileGlobalInfo_TypesForUTI = 'tuti',
  /// HFS code to UInt32s.
  kAudioFileGlobalInfo_TypesForHFSTypeCode = 'thfs',
  /// CFString to UInt32s.
  kAudioFileGlobalInfo_TypesForExtension = 'text',
};

/// A format in a type of file.
typedef struct AudioFileTypeAndFormatID {
  AudioFileTypeID mFileType;
  UInt32 mFormatID;
} AudioFileTypeAndFormatID;

/// The size in bytes of a property of all files.
extern OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
    UInt32 *outDataSize);

/// The value of a property of all files.
///
/// - Parameter ioDataSize: The capacity of `outPropertyData` in bytes, then what was written.
extern OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
    UInt32 *ioDataSize, void *outPropertyData);

OCA_HEADER_END

#endif
