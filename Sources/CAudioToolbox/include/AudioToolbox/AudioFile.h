/// Audio File Services: reads and writes audio files as packets.
#ifndef AudioToolbox_AudioFile_h
#define AudioToolbox_AudioFile_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - File types

/// A file type: a four-character code.
typedef UInt32 AudioFileTypeID;

OCA_CONSTANTS(AudioFileTypeID) {
  kAudioFileAIFFType = 'AIFF',  ///< AIFF: uncompressed samples; .aif, .aiff.
  kAudioFileAIFCType = 'AIFC',  ///< AIFF-C: AIFF with other codecs; .aifc.
  kAudioFileWAVEType = 'WAVE',  ///< WAVE: .wav.
  kAudioFileRF64Type = 'RF64',  ///< WAVE beyond 4 GiB, from EBU Tech 3306.
  kAudioFileBW64Type = 'BW64',  ///< WAVE beyond 4 GiB, from ITU-R BS.2088.
  kAudioFileWave64Type = 'W64f',  ///< Sony's Wave64: .w64.
  kAudioFileSoundDesigner2Type = 'Sd2f',  ///< Sound Designer II.
  kAudioFileNextType = 'NeXT',  ///< Sun and NeXT: .au, .snd.
  kAudioFileMP3Type = 'MPG3',  ///< MPEG audio, layer III: .mp3.
  kAudioFileMP2Type = 'MPG2',  ///< MPEG audio, layer II: .mp2.
  kAudioFileMP1Type = 'MPG1',  ///< MPEG audio, layer I: .mp1.
  kAudioFileAC3Type = 'ac-3',  ///< AC-3 and Enhanced AC-3 frames: .ac3, .ec3.
  kAudioFileAAC_ADTSType = 'adts',  ///< AAC in ADTS frames.
  kAudioFileMPEG4Type = 'mp4f',  ///< .mp4
  kAudioFileM4AType = 'm4af',  ///< .m4a
  kAudioFileM4BType = 'm4bf',  ///< .m4b: audiobooks.
  kAudioFileCAFType = 'caff',  ///< Core Audio Format: .caf, with any codec.
  kAudioFile3GPType = '3gpp',  ///< Mobile telephones, GSM: .3gp.
  kAudioFile3GP2Type = '3gp2',  ///< Mobile telephones, CDMA: .3g2.
  kAudioFileAMRType = 'amrf',  ///< AMR speech frames: .amr.
  kAudioFileFLACType = 'flac',  ///< FLAC frames: .flac.
  kAudioFileLATMInLOASType = 'loas',  ///< MPEG-4 audio in LOAS.
  /// The extensions of a file type: an array of strings.
  kAudioFileGlobalInfo_ExtensionsForType = 'fext',
  kAudioFileGlobalInfo_HFSTypeCodesForType = 'fhfs',  ///< The file type codes of classic Mac OS.
  kAudioFileGlobalInfo_UTIsForType = 'futi',  ///< The uniform type identifiers of a file type.
  kAudioFileGlobalInfo_MIMETypesForType = 'fmim',  ///< The media types of a file type.
  kAudioFileGlobalInfo_TypesForMIMEType = 'tmim',  ///< The file types for a media type.
};

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  /// An error without its own code.
  kAudioFileUnspecifiedError = 'wht?',
  /// The file type is unsupported.
  kAudioFileUnsupportedFileTypeError = 'typ?',
  /// The file type cannot hold the format.
  kAudioFileUnsupportedDataFormatError = 'fmt?',
  /// The file does not have the property.
  kAudioFileUnsupportedPropertyError = 'pty?',
  /// The property buffer has the wrong size.
  kAudioFileBadPropertySizeError = '!siz',
  /// The file's permissions do not allow the operation.
  kAudioFilePermissionsError = 'prm?',
  /// Chunks after the audio prevent it from growing.
  kAudioFileNotOptimizedError = 'optm',
  /// The chunk does not exist, or the format does not allow it.
  kAudioFileInvalidChunkError = 'chk?',
  /// The audio is too long for the file type.
  kAudioFileDoesNotAllow64BitDataSizeError = 'off?',
  /// A packet offset is before the start or after the end.
  kAudioFileInvalidPacketOffsetError = 'pck?',
  /// The packet dependencies are missing or inconsistent.
  kAudioFileInvalidPacketDependencyError = 'dep?',
  /// The file is damaged, or not of its type.
  kAudioFileInvalidFileError = 'dta?',
  /// The file type does not support the operation.
  kAudioFileOperationNotSupportedError = 'op\?\?',
  /// The file is closed.
  kAudioFileNotOpenError = -38,
  /// The read reached the end of the file; bytes before the end are valid.
  kAudioFileEndOfFileError = -39,
  /// The position is invalid.
  kAudioFilePositionError = -40,
  /// The file does not exist.
  kAudioFileFileNotFoundError = -43,
};

// MARK: - Opening

/// Options for new files.
OCA_OPTIONS(AudioFileFlags, UInt32) {
  /// Replaces an existing file, which is an error otherwise.
  kAudioFileFlags_EraseFile = 1U << 0,
  /// Places the audio directly after the header, not at a multiple of 4096 bytes.
  kAudioFileFlags_DontPageAlignAudioData = 1U << 1,
};
OCA_OPTIONS_TYPE(AudioFileFlags, UInt32);

/// The permitted access to an open file.
OCA_ENUM(AudioFilePermissions, SInt8) {
  kAudioFileReadPermission = 1,  ///< Reading only.
  kAudioFileWritePermission = 2,  ///< Writing only.
  kAudioFileReadWritePermission = 3,  ///< Reading and writing.
};
OCA_ENUM_TYPE(AudioFilePermissions, SInt8);

/// An open file.
typedef struct OpaqueAudioFileID *AudioFileID;
/// A property of one file or of all files: a four-character code.
typedef UInt32 AudioFilePropertyID;

/// Reads `requestCount` bytes at `inPosition` of a file with callbacks.
///
/// A successful read with fewer bytes in `actualCount` means that no bytes follow.
typedef OSStatus (*AudioFile_ReadProc)(
    void *inClientData, SInt64 inPosition, UInt32 requestCount, void *buffer, UInt32 *actualCount);
/// Writes `requestCount` bytes at `inPosition` of a file with callbacks.
typedef OSStatus (*AudioFile_WriteProc)(
    void *inClientData, SInt64 inPosition, UInt32 requestCount, const void *buffer,
    UInt32 *actualCount);
/// Returns the size in bytes of a file with callbacks.
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);
/// Sets the size in bytes of a file with callbacks.
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

#if !defined(__swift__)
/// Creates a file at a URL for writing and reading.
///
/// - Parameter inFormat: The format of the bytes to write, which are not converted.
extern OSStatus AudioFileCreateWithURL(
    CFURLRef inFileRef, AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Opens the file at a URL and reads its header.
///
/// - Parameter inFileTypeHint: Has no effect: the content determines the type.
extern OSStatus AudioFileOpenURL(
    CFURLRef inFileRef, AudioFilePermissions inPermissions, AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable *_Nonnull outAudioFile);
#endif

/// Opens a file with callbacks, and reads its header.
///
/// The callbacks run on the thread that opens, reads, writes, or closes the file.
///
/// - Parameters:
///   - inWriteFunc: Null for a read-only file.
///   - inSetSizeFunc: Null for a read-only file.
///   - inFileTypeHint: Has no effect: the content determines the type.
extern OSStatus AudioFileOpenWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc _Nullable inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc _Nullable inSetSizeFunc,
    AudioFileTypeID inFileTypeHint, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Creates a file that callbacks write and read.
///
/// The callbacks run on the thread that creates, writes, reads, or closes the file.
extern OSStatus AudioFileInitializeWithCallbacks(
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat,
    AudioFileFlags inFlags, AudioFileID _Nullable *_Nonnull outAudioFile);

/// Closes a file, after completing a written one.
extern OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Moves the file's metadata before its audio.
extern OSStatus AudioFileOptimize(AudioFileID inAudioFile);

// MARK: - Reading

/// Reads bytes of the audio.
///
/// - Parameters:
///   - inStartingByte: The position from the start of the audio.
///   - ioNumBytes: On input, the requested bytes; on output, the bytes read. A read that reaches
///     the end returns the remaining bytes and `kAudioFileEndOfFileError`.
extern OSStatus AudioFileReadBytes(
    AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes,
    void *outBuffer);

/// Reads as many whole packets as requested, if they fit and exist.
///
/// - Parameters:
///   - ioNumBytes: On input, the capacity of `outBuffer`; on output, the bytes read.
///   - outPacketDescriptions: Required if packet sizes differ. Offsets count from `outBuffer`.
///   - ioNumPackets: On input, the requested packets; on output, the packets read. A read that
///     reaches the end returns the remaining packets. Its result is `noErr` if packet sizes differ,
///     or `kAudioFileEndOfFileError` if they are constant. If no packets remain, the result is
///     always `kAudioFileEndOfFileError`.
extern OSStatus AudioFileReadPacketData(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void *_Nullable outBuffer);

/// Reads packets into a buffer with room for `ioNumPackets` packets of the largest size.
extern OSStatus AudioFileReadPackets(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription *_Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void *_Nullable outBuffer)
    OCA_DEPRECATED("use AudioFileReadPacketData, which checks the capacity of the buffer");

// MARK: - Writing

/// Writes bytes of the audio, for packets of constant size.
///
/// - Parameters:
///   - inStartingByte: The position from the start of the audio.
///   - ioNumBytes: On input, the requested bytes; on output, the bytes written.
extern OSStatus AudioFileWriteBytes(
    AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes,
    const void *inBuffer);

/// Appends packets after the existing ones.
///
/// - Parameters:
///   - inNumBytes: The bytes in `inBuffer`; ignored for packets of constant size.
///   - inPacketDescriptions: Required if packet sizes differ.
///   - ioNumPackets: On input, the requested packets; on output, the packets written.
extern OSStatus AudioFileWritePackets(
    AudioFileID inAudioFile, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription *_Nullable inPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, const void *inBuffer);

/// Writes packets with information about their dependencies.
///
/// - Parameter inPacketDependencies: One entry for each packet.
/// - Returns: `kAudioFileInvalidPacketDependencyError` if a packet depends on others or needs
///   preroll, because no writable file type stores that. Otherwise, the result of
///   `AudioFileWritePackets`.
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
  /// UInt32: 1 if audio can be appended without moving other data.
  kAudioFilePropertyIsOptimized = 'optm',
  /// The configuration bytes for the codec.
  kAudioFilePropertyMagicCookieData = 'mgic',
  /// UInt64.
  kAudioFilePropertyAudioDataByteCount = 'bcnt',
  /// UInt64.
  kAudioFilePropertyAudioDataPacketCount = 'pcnt',
  /// UInt32, the exact size in bytes; may require a scan of the file.
  kAudioFilePropertyMaximumPacketSize = 'psze',
  /// SInt64: the start of the audio in bytes.
  kAudioFilePropertyDataOffset = 'doff',
  /// `AudioChannelLayout`.
  kAudioFilePropertyChannelLayout = 'cmap',
  /// UInt32: 1 if sizes are written only when the file closes.
  kAudioFilePropertyDeferSizeUpdates = 'dszu',
  /// CFString, deprecated: use AudioFormat.
  kAudioFilePropertyDataFormatName = 'fnme',
  /// `AudioFileMarkerList`; the caller releases the names.
  kAudioFilePropertyMarkerList = 'mkls',
  /// `AudioFileRegionList`; the caller releases the names.
  kAudioFilePropertyRegionList = 'rgls',
  /// `AudioFramePacketTranslation`: mPacket on input, mFrame on output.
  kAudioFilePropertyPacketToFrame = 'pkfr',
  /// `AudioFramePacketTranslation`: mFrame on input, mPacket on output.
  kAudioFilePropertyFrameToPacket = 'frpk',
  /// UInt32: 1 if packets depend on others.
  kAudioFilePropertyRestrictsRandomAccess = 'rrap',
  /// `AudioPacketRollDistanceTranslation`.
  kAudioFilePropertyPacketToRollDistance = 'pkrl',
  /// `AudioIndependentPacketTranslation`.
  kAudioFilePropertyPreviousIndependentPacket = 'pind',
  /// `AudioIndependentPacketTranslation`.
  kAudioFilePropertyNextIndependentPacket = 'nind',
  /// `AudioPacketDependencyInfoTranslation`.
  kAudioFilePropertyPacketToDependencyInfo = 'pkdp',
  /// `AudioBytePacketTranslation`: mPacket on input, mByte on output.
  kAudioFilePropertyPacketToByte = 'pkby',
  /// `AudioBytePacketTranslation`: mByte on input, mPacket on output.
  kAudioFilePropertyByteToPacket = 'bypk',
  /// UInt32s: the chunk codes.
  kAudioFilePropertyChunkIDs = 'chid',
  /// CFDictionary of strings; the caller owns it.
  kAudioFilePropertyInfoDictionary = 'info',
  /// `AudioFilePacketTableInfo`.
  kAudioFilePropertyPacketTableInfo = 'pnfo',
  /// `AudioFormatListItem`s, the richest first.
  kAudioFilePropertyFormatList = 'flst',
  /// UInt32: an upper limit for packet sizes in bytes; never scans the file.
  kAudioFilePropertyPacketSizeUpperBound = 'pkub',
  /// `AudioPacketRangeByteCountTranslation`.
  kAudioFilePropertyPacketRangeByteCountUpperBound = 'prub',
  /// Float64: the duration in seconds to reserve room for.
  kAudioFilePropertyReserveDuration = 'rsrv',
  /// Float64 in seconds.
  kAudioFilePropertyEstimatedDuration = 'edur',
  /// UInt32 in bits per second.
  kAudioFilePropertyBitRate = 'brat',
  /// The bytes of the ID3 tag.
  kAudioFilePropertyID3Tag = 'id3t',
  /// SInt64: the start of the ID3 tag in bytes.
  kAudioFilePropertyID3TagOffset = 'id3o',
  /// SInt32; negative for floating-point samples.
  kAudioFilePropertySourceBitDepth = 'sbtd',
  /// CFData; the caller owns it.
  kAudioFilePropertyAlbumArtwork = 'aart',
  /// UInt32.
  kAudioFilePropertyAudioTrackCount = 'atct',
  /// UInt32: the track to use; write only.
  kAudioFilePropertyUseAudioTrack = 'uatk',
};

/// Gets the size of a property's value in bytes, and whether it is writable (1) or not (0).
extern OSStatus AudioFileGetPropertyInfo(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *_Nullable outDataSize,
    UInt32 *_Nullable isWritable);

/// Gets a property.
///
/// - Parameter ioDataSize: On input, the capacity of `outPropertyData` in bytes; on output, the
///   bytes written.
extern OSStatus AudioFileGetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize,
    void *outPropertyData);

/// Sets a property of a file that is open for writing, or the track to read.
///
/// - Parameter inDataSize: The number of bytes at `inPropertyData`.
extern OSStatus AudioFileSetProperty(
    AudioFileID inAudioFile, AudioFilePropertyID inPropertyID, UInt32 inDataSize,
    const void *inPropertyData);

// MARK: - User data

/// Counts the chunks with a code.
extern OSStatus AudioFileCountUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 *outNumberItems);

/// Gets the size in bytes of a chunk's content.
///
/// - Parameter inIndex: The chunk's index among the chunks with the same code.
extern OSStatus AudioFileGetUserDataSize(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outUserDataSize);

/// Gets the size in bytes of a chunk's content, which may exceed 4 GB.
extern OSStatus AudioFileGetUserDataSize64(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt64 *outUserDataSize);

/// Gets a chunk's content without its header.
///
/// - Parameter ioUserDataSize: On input, the capacity of `outUserData` in bytes; on output, the
///   bytes written.
extern OSStatus AudioFileGetUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize,
    void *outUserData);

/// Gets a chunk's content from an offset.
///
/// - Parameters:
///   - inOffset: The offset in bytes from the start of the chunk's content.
///   - ioUserDataSize: On input, the capacity of `outUserData` in bytes; on output, the bytes
///     written.
extern OSStatus AudioFileGetUserDataAtOffset(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, SInt64 inOffset,
    UInt32 *ioUserDataSize, void *outUserData);

/// Sets a chunk's content.
///
/// - Parameter inIndex: The chunk's index among the chunks with the same code.
extern OSStatus AudioFileSetUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize,
    const void *inUserData);

/// Removes a chunk.
extern OSStatus AudioFileRemoveUserData(
    AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

// MARK: - Property values

/// The loop direction of a region: values of a CAF instrument chunk.
OCA_CONSTANTS(UInt32) {
  kAudioFileLoopDirection_NoLooping = 0,  ///< Plays once.
  kAudioFileLoopDirection_Forward = 1,  ///< Repeats from the start.
  kAudioFileLoopDirection_ForwardAndBackward = 2,  ///< Alternates between both directions.
  kAudioFileLoopDirection_Backward = 3,  ///< Repeats backwards, from the end.
};

/// A SMPTE time in the form that files store.
typedef struct AudioFile_SMPTE_Time {
  SInt8 mHours;  ///< The hours.
  UInt8 mMinutes;  ///< The minutes, 0 to 59.
  UInt8 mSeconds;  ///< The seconds, 0 to 59.
  UInt8 mFrames;  ///< The frames within the second.
  /// The offset in samples.
  UInt32 mSubFrameSampleOffset;
} AudioFile_SMPTE_Time;

/// A general-purpose marker.
OCA_CONSTANTS(UInt32) {
  kAudioFileMarkerType_Generic = 0,  ///< A marker without a special meaning.
};

/// A named position in a file.
typedef struct AudioFileMarker {
  /// The position in frames from the start.
  Float64 mFramePosition;
#if defined(__swift__)
  const void *_Nullable mName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef _Nullable mName;  ///< The name; the client releases it.
#endif
  SInt32 mMarkerID;  ///< An identifier, unique in the file.
  AudioFile_SMPTE_Time mSMPTETime;  ///< The position as a SMPTE time.
  UInt32 mType;  ///< The type, such as `kCAFMarkerType_TrackStart`.
  UInt16 mReserved;  ///< Padding; 0.
  /// The channel, or 0 for all channels.
  UInt16 mChannel;
} AudioFileMarker;

/// The markers of a file.
typedef struct AudioFileMarkerList {
  /// The type of the SMPTE times: a `SMPTETimeType`.
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberMarkers;  ///< The number of markers.
  /// The first marker. The others follow in memory.
  AudioFileMarker mMarkers[1];
} AudioFileMarkerList;

/// Converts the size of a list in bytes to a number of markers; 0 if the size is less than the
/// header.
static inline size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
  size_t head = offsetof(AudioFileMarkerList, mMarkers);
  return inNumBytes < head ? 0 : (inNumBytes - head) / sizeof(AudioFileMarker);
}

/// Converts a number of markers to the size of a list in bytes.
static inline size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
  return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// The playback of a region.
OCA_OPTIONS(AudioFileRegionFlags, UInt32) {
  kAudioFileRegionFlag_LoopEnable = 1U << 0,  ///< The region repeats.
  kAudioFileRegionFlag_PlayForward = 1U << 1,  ///< The region plays forwards.
  kAudioFileRegionFlag_PlayBackward = 1U << 2,  ///< The region plays backwards.
};
OCA_OPTIONS_TYPE(AudioFileRegionFlags, UInt32);

/// A named part of a file.
typedef struct AudioFileRegion {
  UInt32 mRegionID;  ///< An identifier, unique in the file.
#if defined(__swift__)
  const void *mName OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef mName;  ///< The name; the client releases it.
#endif
  AudioFileRegionFlags mFlags;  ///< How the region plays.
  UInt32 mNumberMarkers;  ///< The number of markers.
  /// The first marker. The others follow in memory.
  AudioFileMarker mMarkers[1];
} AudioFileRegion;

/// The regions of a file.
typedef struct AudioFileRegionList {
  /// The type of the SMPTE times: a `SMPTETimeType`.
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberRegions;  ///< The number of regions.
  /// The first region; sizes differ, so use `NextAudioFileRegion` for the others.
  AudioFileRegion mRegions[1];
} AudioFileRegionList;

/// Returns the next region in a list.
static inline AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
  return (AudioFileRegion *)((char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                             + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

/// A frame and the packet that contains it.
typedef struct AudioFramePacketTranslation {
  SInt64 mFrame;  ///< The index of the frame in the file.
  SInt64 mPacket;  ///< The index of the packet with that frame.
  /// The offset in frames.
  UInt32 mFrameOffsetInPacket;
} AudioFramePacketTranslation;

/// The accuracy of a translation between bytes and packets.
OCA_OPTIONS(AudioBytePacketTranslationFlags, UInt32) {
  kBytePacketTranslationFlag_IsEstimate = 1U << 0,  ///< The result is an estimate.
};
OCA_OPTIONS_TYPE(AudioBytePacketTranslationFlags, UInt32);

/// A byte of the audio and the packet that contains it.
typedef struct AudioBytePacketTranslation {
  SInt64 mByte;  ///< The offset in bytes from the first packet.
  SInt64 mPacket;  ///< The index of the packet.
  /// The offset in bytes.
  UInt32 mByteOffsetInPacket;
  AudioBytePacketTranslationFlags mFlags;  ///< Whether the result is an estimate.
} AudioBytePacketTranslation;

/// The number of audible frames, and the numbers of frames to drop before and after them.
typedef struct AudioFilePacketTableInfo {
  SInt64 mNumberValidFrames;  ///< The number of frames to play.
  SInt32 mPrimingFrames;  ///< The decoded frames to drop at the start.
  SInt32 mRemainderFrames;  ///< The decoded frames to drop at the end.
} AudioFilePacketTableInfo;

/// A range of packets and an upper limit for their size in bytes.
typedef struct AudioPacketRangeByteCountTranslation {
  SInt64 mPacket;  ///< The index of the first packet.
  SInt64 mPacketCount;  ///< The number of packets.
  SInt64 mByteCountUpperBound;  ///< On return, a size in bytes that holds them all.
} AudioPacketRangeByteCountTranslation;

/// A packet, and the number of packets to decode before it.
typedef struct AudioPacketRollDistanceTranslation {
  SInt64 mPacket;  ///< The index of the packet.
  SInt64 mRollDistance;  ///< On return, the packets to decode before it.
} AudioPacketRollDistanceTranslation;

/// A packet, and a nearby packet that can be decoded independently.
typedef struct AudioIndependentPacketTranslation {
  SInt64 mPacket;  ///< The index of the packet.
  SInt64 mIndependentlyDecodablePacket;  ///< The independent packet, or -1 for none.
} AudioIndependentPacketTranslation;

/// A packet and its dependencies.
typedef struct AudioPacketDependencyInfoTranslation {
  SInt64 mPacket;  ///< The index of the packet.
  /// 1 if the packet can be decoded independently.
  UInt32 mIsIndependentlyDecodable;
  /// If decoding starts here, the number of packets to decode before the output is correct.
  UInt32 mNumberPrerollPackets;
} AudioPacketDependencyInfoTranslation;

/// Keys of the info dictionary, whose values are strings.
#define kAFInfoDictionary_Album "album"
/// The duration in seconds, with decimals.
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"
#define kAFInfoDictionary_Artist "artist"  ///< The performer.
#define kAFInfoDictionary_ChannelLayout "channel layout"  ///< The layout of the channels, in words.
#define kAFInfoDictionary_Comments "comments"  ///< A comment.
#define kAFInfoDictionary_Composer "composer"  ///< The composer.
#define kAFInfoDictionary_Copyright "copyright"  ///< The copyright notice.
/// The program that made the file.
#define kAFInfoDictionary_EncodingApplication "encoding application"
#define kAFInfoDictionary_Genre "genre"  ///< The genre, such as Jazz.
#define kAFInfoDictionary_ISRC "ISRC"  ///< The International Standard Recording Code.
#define kAFInfoDictionary_KeySignature "key signature"  ///< The key, such as C# minor.
#define kAFInfoDictionary_Lyricist "lyricist"  ///< The author of the words.
#define kAFInfoDictionary_NominalBitRate "nominal bit rate"  ///< The bit rate in bits per second.
#define kAFInfoDictionary_RecordedDate "recorded date"  ///< The date of the recording.
/// The bits per sample before encoding.
#define kAFInfoDictionary_SourceBitDepth "source bit depth"
#define kAFInfoDictionary_SourceEncoder "source encoder"  ///< The encoder of the audio.
#define kAFInfoDictionary_SubTitle "subtitle"  ///< The second line of the title.
#define kAFInfoDictionary_Tempo "tempo"  ///< The tempo in beats per minute.
#define kAFInfoDictionary_TimeSignature "time signature"  ///< The time signature, such as 3/4.
#define kAFInfoDictionary_Title "title"  ///< The title.
/// The number in the album, such as 2 or 2/10.
#define kAFInfoDictionary_TrackNumber "track number"
#define kAFInfoDictionary_Year "year"  ///< The year of publication.

// MARK: - Global properties

/// Properties of the library, not of a file. The form "specifier to value" states both types.
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

/// A format in a file type.
typedef struct AudioFileTypeAndFormatID {
  AudioFileTypeID mFileType;  ///< The file type.
  UInt32 mFormatID;  ///< The audio format.
} AudioFileTypeAndFormatID;

/// Gets the size in bytes of a global property.
extern OSStatus AudioFileGetGlobalInfoSize(
    AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
    UInt32 *outDataSize);

/// Gets a global property.
///
/// - Parameter ioDataSize: On input, the capacity of `outPropertyData` in bytes; on output, the
///   bytes written.
extern OSStatus AudioFileGetGlobalInfo(
    AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize, void *_Nullable inSpecifier,
    UInt32 *ioDataSize, void *outPropertyData);

OCA_HEADER_END

#endif
