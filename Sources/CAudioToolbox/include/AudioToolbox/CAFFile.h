/// Core Audio Format files: the structures of their chunks, from the format's specification.
#ifndef AudioToolbox_CAFFile_h
#define AudioToolbox_CAFFile_h

#include <CoreAudio/CoreAudioTypes.h>

#include <stddef.h>

OCA_HEADER_BEGIN

// MARK: - Chunks

OCA_CONSTANTS(UInt32) {
  kCAF_FileType = 'caff',  ///< The first four bytes of a file.
  kCAF_FileVersion_Initial = 1,
  kCAF_StreamDescriptionChunkID = 'desc',
  kCAF_AudioDataChunkID = 'data',
  kCAF_ChannelLayoutChunkID = 'chan',
  kCAF_FillerChunkID = 'free',  ///< Reserved room.
  kCAF_MarkerChunkID = 'mark',
  kCAF_RegionChunkID = 'regn',
  kCAF_InstrumentChunkID = 'inst',
  kCAF_MagicCookieID = 'kuki',  ///< The codec's configuration.
  kCAF_InfoStringsChunkID = 'info',
  kCAF_EditCommentsChunkID = 'edct',  ///< Dated comments.
  kCAF_PacketTableChunkID = 'pakt',
  kCAF_StringsChunkID = 'strg',
  kCAF_UUIDChunkID = 'uuid',  ///< A chunk defined by its creator.
  kCAF_PeakChunkID = 'peak',
  kCAF_OverviewChunkID = 'ovvw',  ///< An overview of the waveform.
  kCAF_MIDIChunkID = 'midi',
  kCAF_UMIDChunkID = 'umid',
  kCAF_FormatListID = 'ldsc',  ///< Formats that a decoder can produce.
  kCAF_iXMLChunkID = 'iXML',  ///< Metadata from recorders, in XML.
};

// Structures in files have no padding.
#pragma pack(push, 1)

/// The start of a file.
typedef struct CAFFileHeader {
  UInt32 mFileType;
  UInt16 mFileVersion;
  UInt16 mFileFlags;
} CAFFileHeader;

/// The header of a chunk, before its content.
typedef struct CAFChunkHeader {
  UInt32 mChunkType;
  SInt64 mChunkSize;
} CAFChunkHeader;

/// The header of a chunk defined by its creator.
typedef struct CAF_UUID_ChunkHeader {
  CAFChunkHeader mHeader;
  UInt8 mUUID[16];
} CAF_UUID_ChunkHeader;

// MARK: - Audio

/// Flags of linear PCM in a file; different from those in memory.
OCA_OPTIONS(CAFFormatFlags, UInt32) {
  kCAFLinearPCMFormatFlagIsFloat = 1U << 0,  ///< Floating point; without it, signed integers.
  kCAFLinearPCMFormatFlagIsLittleEndian = 1U << 1,
};
OCA_OPTIONS_TYPE(CAFFormatFlags, UInt32);

/// The content of `desc`: the format of the packets. Big-endian, like everything in a file.
typedef struct CAFAudioDescription {
  Float64 mSampleRate;
  UInt32 mFormatID;
  CAFFormatFlags mFormatFlags;
  UInt32 mBytesPerPacket;
  UInt32 mFramesPerPacket;
  UInt32 mChannelsPerFrame;
  UInt32 mBitsPerChannel;
} CAFAudioDescription;

/// An item of `ldsc`: a format that a decoder can produce from the packets.
typedef struct CAFAudioFormatListItem {
  CAFAudioDescription mFormat;
  UInt32 mChannelLayoutTag;
} CAFAudioFormatListItem;

/// The start of `pakt`; the packet sizes follow.
typedef struct CAFPacketTableHeader {
  SInt64 mNumberPackets;
  SInt64 mNumberValidFrames;
  SInt32 mPrimingFrames;
  SInt32 mRemainderFrames;
  UInt8 mPacketDescriptions;
} CAFPacketTableHeader;

/// The start of `data`; the packets follow.
typedef struct CAFDataChunk {
  UInt32 mEditCount;
  UInt8 mData[1];  ///< A variable number.
} CAFDataChunk;

// MARK: - Markers and regions

/// The meaning of a marker.
OCA_CONSTANTS(UInt32) {
  kCAFMarkerType_Generic = 0,
  kCAFMarkerType_ProgramStart = 'pbeg',
  kCAFMarkerType_ProgramEnd = 'pend',
  kCAFMarkerType_TrackStart = 'tbeg',
  kCAFMarkerType_TrackEnd = 'tend',
  kCAFMarkerType_Index = 'indx',
  kCAFMarkerType_RegionStart = 'rbeg',
  kCAFMarkerType_RegionEnd = 'rend',
  kCAFMarkerType_RegionSyncPoint = 'rsyc',
  kCAFMarkerType_SelectionStart = 'sbeg',
  kCAFMarkerType_SelectionEnd = 'send',
  kCAFMarkerType_EditSourceBegin = 'cbeg',
  kCAFMarkerType_EditSourceEnd = 'cend',
  kCAFMarkerType_EditDestinationBegin = 'dbeg',
  kCAFMarkerType_EditDestinationEnd = 'dend',
  kCAFMarkerType_SustainLoopStart = 'slbg',
  kCAFMarkerType_SustainLoopEnd = 'slen',
  kCAFMarkerType_ReleaseLoopStart = 'rlbg',
  kCAFMarkerType_ReleaseLoopEnd = 'rlen',
  kCAFMarkerType_SavedPlayPosition = 'sply',
  kCAFMarkerType_Tempo = 'tmpo',
  kCAFMarkerType_TimeSignature = 'tsig',
  kCAFMarkerType_KeySignature = 'ksig',
};

/// The types of SMPTE time codes in a file.
OCA_CONSTANTS(UInt32) {
  kCAF_SMPTE_TimeTypeNone = 0,
  kCAF_SMPTE_TimeType24 = 1,
  kCAF_SMPTE_TimeType25 = 2,
  kCAF_SMPTE_TimeType30Drop = 3,
  kCAF_SMPTE_TimeType30 = 4,
  kCAF_SMPTE_TimeType2997 = 5,
  kCAF_SMPTE_TimeType2997Drop = 6,
  kCAF_SMPTE_TimeType60 = 7,
  kCAF_SMPTE_TimeType5994 = 8,
  kCAF_SMPTE_TimeType60Drop = 9,
  kCAF_SMPTE_TimeType5994Drop = 10,
  kCAF_SMPTE_TimeType50 = 11,
  kCAF_SMPTE_TimeType2398 = 12,
};

/// A time of day as SMPTE time code. In hours, minutes, seconds, and frames, -1 means unknown.
typedef struct CAF_SMPTE_Time {
  SInt8 mHours;
  SInt8 mMinutes;
  SInt8 mSeconds;
  SInt8 mFrames;
  UInt32 mSubFrameSampleOffset;
} CAF_SMPTE_Time;

/// A position in the audio.
typedef struct CAFMarker {
  UInt32 mType;
  Float64 mFramePosition;
  UInt32 mMarkerID;
  CAF_SMPTE_Time mSMPTETime;
  UInt32 mChannel;
} CAFMarker;

/// The content of `mark`.
typedef struct CAFMarkerChunk {
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberMarkers;
  CAFMarker mMarkers[1];  ///< A variable number.
} CAFMarkerChunk;

/// The playback of a region.
OCA_OPTIONS(CAFRegionFlags, UInt32) {
  kCAFRegionFlag_LoopEnable = 1U << 0,
  kCAFRegionFlag_PlayForward = 1U << 1,
  kCAFRegionFlag_PlayBackward = 1U << 2,
};
OCA_OPTIONS_TYPE(CAFRegionFlags, UInt32);

/// A range of the audio, defined by markers.
typedef struct CAFRegion {
  UInt32 mRegionID;
  CAFRegionFlags mFlags;
  UInt32 mNumberMarkers;
  CAFMarker mMarkers[1];  ///< A variable number.
} CAFRegion;

/// The content of `regn`; each region states its number of markers.
typedef struct CAFRegionChunk {
  UInt32 mSMPTE_TimeType;
  UInt32 mNumberRegions;
  CAFRegion mRegions[1];  ///< A variable number.
} CAFRegionChunk;

/// The sizes in bytes of `mark` and `regn` before the first element.
#define kCAFMarkerChunkHdrSize offsetof(CAFMarkerChunk, mMarkers)
#define kCAFRegionChunkHdrSize offsetof(CAFRegionChunk, mRegions)

// MARK: - Other chunks

/// The content of `inst`: a sampler's parameters for the audio.
typedef struct CAFInstrumentChunk {
  Float32 mBaseNote;
  UInt8 mMIDILowNote;
  UInt8 mMIDIHighNote;
  UInt8 mMIDILowVelocity;
  UInt8 mMIDIHighVelocity;
  Float32 mdBGain;
  UInt32 mStartRegionID;
  UInt32 mSustainRegionID;
  UInt32 mReleaseRegionID;
  UInt32 mInstrumentID;
} CAFInstrumentChunk;

/// The start of a string in `strg`.
typedef struct CAFStringID {
  UInt32 mStringID;
  SInt64 mStringStartByteOffset;
} CAFStringID;

/// The start of `strg`; the null-terminated strings follow.
typedef struct CAFStrings {
  UInt32 mNumEntries;
  CAFStringID mStringsIDs[1];  ///< A variable number.
} CAFStrings;

/// The start of `info`; pairs of null-terminated keys and values follow.
typedef struct CAFInfoStrings {
  UInt32 mNumEntries;
} CAFInfoStrings;

/// The loudest sample of a channel, with 1 for full scale, and its frame.
typedef struct CAFPositionPeak {
  Float32 mValue;
  UInt64 mFrameNumber;
} CAFPositionPeak;

/// The content of `peak`: one value for each channel.
typedef struct CAFPeakChunk {
  UInt32 mEditCount;
  CAFPositionPeak mPeaks[1];  ///< A variable number.
} CAFPeakChunk;

/// The lowest and highest sample of a range.
typedef struct CAFOverviewSample {
  SInt16 mMinValue;
  SInt16 mMaxValue;
} CAFOverviewSample;

/// The content of `ovvw`: an overview of the waveform.
typedef struct CAFOverviewChunk {
  UInt32 mEditCount;
  UInt32 mNumFramesPerOVWSample;
  CAFOverviewSample mData[1];  ///< A variable number.
} CAFOverviewChunk;

/// The content of `umid`: the identifier from SMPTE 330M.
typedef struct CAFUMIDChunk {
  UInt8 mBytes[64];
} CAFUMIDChunk;

#pragma pack(pop)

OCA_HEADER_END

#endif
