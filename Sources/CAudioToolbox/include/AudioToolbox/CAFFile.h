/// Core Audio Format Files: the structures of their chunks, from the format's specification.
#ifndef AudioToolbox_CAFFile_h
#define AudioToolbox_CAFFile_h

#include <CoreAudio/CoreAudioTypes.h>

#include <stddef.h>

OCA_HEADER_BEGIN

// MARK: - Chunks

OCA_CONSTANTS(UInt32) {
  kCAF_FileType = 'caff',  ///< The first four bytes of a file.
  kCAF_FileVersion_Initial = 1,  ///< The only version.
  kCAF_StreamDescriptionChunkID = 'desc',  ///< The format: ``CAFAudioDescription``.
  kCAF_AudioDataChunkID = 'data',  ///< The packets.
  kCAF_ChannelLayoutChunkID = 'chan',  ///< The channel layout.
  kCAF_FillerChunkID = 'free',  ///< Reserved room.
  kCAF_MarkerChunkID = 'mark',  ///< Markers: ``CAFMarkerChunk``.
  kCAF_RegionChunkID = 'regn',  ///< Regions: ``CAFRegionChunk``.
  kCAF_InstrumentChunkID = 'inst',  ///< The use in a sampler: ``CAFInstrumentChunk``.
  kCAF_MagicCookieID = 'kuki',  ///< The codec's configuration.
  kCAF_InfoStringsChunkID = 'info',  ///< Texts about the file, such as the title.
  kCAF_EditCommentsChunkID = 'edct',  ///< Dated comments.
  kCAF_PacketTableChunkID = 'pakt',  ///< The sizes of the packets.
  kCAF_StringsChunkID = 'strg',  ///< Names for markers, regions, and instruments.
  kCAF_UUIDChunkID = 'uuid',  ///< A chunk defined by its creator.
  kCAF_PeakChunkID = 'peak',  ///< The highest sample of each channel.
  kCAF_OverviewChunkID = 'ovvw',  ///< An overview of the waveform.
  kCAF_MIDIChunkID = 'midi',  ///< A Standard MIDI File.
  kCAF_UMIDChunkID = 'umid',  ///< A Unique Material Identifier.
  kCAF_FormatListID = 'ldsc',  ///< Formats that a decoder can produce.
  kCAF_iXMLChunkID = 'iXML',  ///< Metadata from recorders, in XML.
};

// Structures in files have no padding.
#pragma pack(push, 1)

/// The start of a file.
typedef struct CAFFileHeader {
  UInt32 mFileType;  ///< `caff`.
  UInt16 mFileVersion;  ///< 1.
  UInt16 mFileFlags;  ///< 0.
} CAFFileHeader;

/// The header of a chunk, before its content.
typedef struct CAFChunkHeader {
  UInt32 mChunkType;  ///< The chunk's type.
  /// The size of the content in bytes; -1 for audio that reaches the end of the file.
  SInt64 mChunkSize;
} CAFChunkHeader;

/// The header of a chunk defined by its creator.
typedef struct CAF_UUID_ChunkHeader {
  CAFChunkHeader mHeader;  ///< The header of the chunk, of type `uuid`.
  UInt8 mUUID[16];  ///< The identifier of the kind of chunk.
} CAF_UUID_ChunkHeader;

// MARK: - Audio

/// Flags of linear PCM in a file; different from those in memory.
OCA_OPTIONS(CAFFormatFlags, UInt32) {
  kCAFLinearPCMFormatFlagIsFloat = 1U << 0,  ///< Floating point; without it, signed integers.
  /// The samples are little-endian, not big-endian.
  kCAFLinearPCMFormatFlagIsLittleEndian = 1U << 1,
};
OCA_OPTIONS_TYPE(CAFFormatFlags, UInt32);

/// The content of `desc`: the format of the packets. Big-endian, like everything in a file.
typedef struct CAFAudioDescription {
  Float64 mSampleRate;  ///< The sample rate in hertz.
  UInt32 mFormatID;  ///< The format: a four-character code.
  CAFFormatFlags mFormatFlags;  ///< Details of the format.
  UInt32 mBytesPerPacket;  ///< 0 if packet sizes differ.
  UInt32 mFramesPerPacket;  ///< 0 if packet durations differ.
  UInt32 mChannelsPerFrame;  ///< The number of channels.
  UInt32 mBitsPerChannel;  ///< The bits of a sample; 0 in compressed formats.
} CAFAudioDescription;

/// An item of `ldsc`: a format that a decoder can produce from the packets.
typedef struct CAFAudioFormatListItem {
  CAFAudioDescription mFormat;  ///< The format.
  UInt32 mChannelLayoutTag;  ///< The layout of its channels.
} CAFAudioFormatListItem;

/// The start of `pakt`; the packet sizes follow.
typedef struct CAFPacketTableHeader {
  SInt64 mNumberPackets;  ///< The number of packets in the file.
  SInt64 mNumberValidFrames;  ///< The number of frames to play.
  SInt32 mPrimingFrames;  ///< The decoded frames to drop at the start.
  SInt32 mRemainderFrames;  ///< The decoded frames to drop at the end.
  UInt8 mPacketDescriptions;  ///< The first byte of the sizes, in a variable-length code.
} CAFPacketTableHeader;

/// The start of `data`; the packets follow.
typedef struct CAFDataChunk {
  UInt32 mEditCount;  ///< The number of edits, to compare with that of other chunks.
  UInt8 mData[1];  ///< The packets: a variable number of bytes.
} CAFDataChunk;

// MARK: - Markers and regions

/// The meaning of a marker.
OCA_CONSTANTS(UInt32) {
  kCAFMarkerType_Generic = 0,  ///< A marker without a special meaning.
  kCAFMarkerType_ProgramStart = 'pbeg',  ///< The start of the program.
  kCAFMarkerType_ProgramEnd = 'pend',  ///< The end of the program.
  kCAFMarkerType_TrackStart = 'tbeg',  ///< The start of a track.
  kCAFMarkerType_TrackEnd = 'tend',  ///< The end of a track.
  kCAFMarkerType_Index = 'indx',  ///< An index point within a track.
  kCAFMarkerType_RegionStart = 'rbeg',  ///< The start of a region.
  kCAFMarkerType_RegionEnd = 'rend',  ///< The end of a region.
  /// The point of a region that aligns with other sounds.
  kCAFMarkerType_RegionSyncPoint = 'rsyc',
  kCAFMarkerType_SelectionStart = 'sbeg',  ///< The start of an editor's selection.
  kCAFMarkerType_SelectionEnd = 'send',  ///< The end of an editor's selection.
  kCAFMarkerType_EditSourceBegin = 'cbeg',  ///< The start of the source of a copy.
  kCAFMarkerType_EditSourceEnd = 'cend',  ///< The end of the source of a copy.
  kCAFMarkerType_EditDestinationBegin = 'dbeg',  ///< The start of the target of a copy.
  kCAFMarkerType_EditDestinationEnd = 'dend',  ///< The end of the target of a copy.
  kCAFMarkerType_SustainLoopStart = 'slbg',  ///< The start of the loop while a key is held.
  kCAFMarkerType_SustainLoopEnd = 'slen',  ///< The end of the loop while a key is held.
  kCAFMarkerType_ReleaseLoopStart = 'rlbg',  ///< The start of the loop after the key is released.
  kCAFMarkerType_ReleaseLoopEnd = 'rlen',  ///< The end of the loop after the key is released.
  kCAFMarkerType_SavedPlayPosition = 'sply',  ///< The position at which playback stopped.
  kCAFMarkerType_Tempo = 'tmpo',  ///< A change of tempo.
  kCAFMarkerType_TimeSignature = 'tsig',  ///< A change of time signature.
  kCAFMarkerType_KeySignature = 'ksig',  ///< A change of key.
};

/// The types of SMPTE time codes in a file.
OCA_CONSTANTS(UInt32) {
  kCAF_SMPTE_TimeTypeNone = 0,  ///< No SMPTE times.
  kCAF_SMPTE_TimeType24 = 1,  ///< 24 frames per second.
  kCAF_SMPTE_TimeType25 = 2,  ///< 25 frames per second.
  kCAF_SMPTE_TimeType30Drop = 3,  ///< 30 frames per second, with dropped numbers.
  kCAF_SMPTE_TimeType30 = 4,  ///< 30 frames per second.
  kCAF_SMPTE_TimeType2997 = 5,  ///< 29.97 frames per second.
  kCAF_SMPTE_TimeType2997Drop = 6,  ///< 29.97 frames per second, with dropped numbers.
  kCAF_SMPTE_TimeType60 = 7,  ///< 60 frames per second.
  kCAF_SMPTE_TimeType5994 = 8,  ///< 59.94 frames per second.
  kCAF_SMPTE_TimeType60Drop = 9,  ///< 60 frames per second, with dropped numbers.
  kCAF_SMPTE_TimeType5994Drop = 10,  ///< 59.94 frames per second, with dropped numbers.
  kCAF_SMPTE_TimeType50 = 11,  ///< 50 frames per second.
  kCAF_SMPTE_TimeType2398 = 12,  ///< 23.98 frames per second.
};

/// A time of day as SMPTE time code. In hours, minutes, seconds, and frames, -1 means unknown.
typedef struct CAF_SMPTE_Time {
  SInt8 mHours;  ///< The hours.
  SInt8 mMinutes;  ///< The minutes, 0 to 59.
  SInt8 mSeconds;  ///< The seconds, 0 to 59.
  SInt8 mFrames;  ///< The frames within the second.
  UInt32 mSubFrameSampleOffset;  ///< The offset in samples within the frame.
} CAF_SMPTE_Time;

/// A position in the audio.
typedef struct CAFMarker {
  UInt32 mType;  ///< The type of the marker.
  Float64 mFramePosition;  ///< The position in frames from the start.
  UInt32 mMarkerID;  ///< An identifier, which names in the strings chunk refer to.
  CAF_SMPTE_Time mSMPTETime;  ///< The position as a SMPTE time.
  UInt32 mChannel;  ///< The channel, counted from 1; 0 for all.
} CAFMarker;

/// The content of `mark`.
typedef struct CAFMarkerChunk {
  UInt32 mSMPTE_TimeType;  ///< The frame rate of the SMPTE times.
  UInt32 mNumberMarkers;  ///< The number of markers.
  CAFMarker mMarkers[1];  ///< A variable number.
} CAFMarkerChunk;

/// The playback of a region.
OCA_OPTIONS(CAFRegionFlags, UInt32) {
  kCAFRegionFlag_LoopEnable = 1U << 0,  ///< The region repeats.
  kCAFRegionFlag_PlayForward = 1U << 1,  ///< The region plays forwards.
  kCAFRegionFlag_PlayBackward = 1U << 2,  ///< The region plays backwards.
};
OCA_OPTIONS_TYPE(CAFRegionFlags, UInt32);

/// A range of the audio, defined by markers.
typedef struct CAFRegion {
  UInt32 mRegionID;  ///< An identifier, which names in the strings chunk refer to.
  CAFRegionFlags mFlags;  ///< How the region plays.
  UInt32 mNumberMarkers;  ///< The number of markers.
  CAFMarker mMarkers[1];  ///< A variable number.
} CAFRegion;

/// The content of `regn`; each region states its number of markers.
typedef struct CAFRegionChunk {
  UInt32 mSMPTE_TimeType;  ///< The frame rate of the SMPTE times.
  UInt32 mNumberRegions;  ///< The number of regions.
  CAFRegion mRegions[1];  ///< A variable number.
} CAFRegionChunk;

/// The size in bytes of the chunk before its first marker.
#define kCAFMarkerChunkHdrSize offsetof(CAFMarkerChunk, mMarkers)
/// The size in bytes of the chunk before its first region.
#define kCAFRegionChunkHdrSize offsetof(CAFRegionChunk, mRegions)

// MARK: - Other chunks

/// The content of `inst`: a sampler's parameters for the audio.
typedef struct CAFInstrumentChunk {
  Float32 mBaseNote;  ///< The MIDI note of the recorded pitch; the fraction is in semitones.
  UInt8 mMIDILowNote;  ///< The lowest MIDI note, 0 to 127.
  UInt8 mMIDIHighNote;  ///< The highest MIDI note, 0 to 127.
  UInt8 mMIDILowVelocity;  ///< The lowest velocity, 0 to 127.
  UInt8 mMIDIHighVelocity;  ///< The highest velocity, 0 to 127.
  Float32 mdBGain;  ///< The gain in decibels.
  UInt32 mStartRegionID;  ///< The region to start with.
  UInt32 mSustainRegionID;  ///< The region while a key is held.
  UInt32 mReleaseRegionID;  ///< The region after the key is released.
  UInt32 mInstrumentID;  ///< An identifier, which names in the strings chunk refer to.
} CAFInstrumentChunk;

/// The start of a string in `strg`.
typedef struct CAFStringID {
  UInt32 mStringID;  ///< The identifier of the marker, region, or instrument.
  SInt64 mStringStartByteOffset;  ///< The offset in bytes from the first string.
} CAFStringID;

/// The start of `strg`; the null-terminated strings follow.
typedef struct CAFStrings {
  UInt32 mNumEntries;  ///< The number of identifiers and strings.
  CAFStringID mStringsIDs[1];  ///< A variable number.
} CAFStrings;

/// The start of `info`; pairs of null-terminated keys and values follow.
typedef struct CAFInfoStrings {
  UInt32 mNumEntries;  ///< The number of pairs of a key and a value that follow.
} CAFInfoStrings;

/// The loudest sample of a channel, with 1 for full scale, and its frame.
typedef struct CAFPositionPeak {
  Float32 mValue;  ///< The highest absolute value; 1 is full scale.
  UInt64 mFrameNumber;  ///< The frame with that value.
} CAFPositionPeak;

/// The content of `peak`: one value for each channel.
typedef struct CAFPeakChunk {
  UInt32 mEditCount;  ///< The edit count of the audio when the peaks were measured.
  CAFPositionPeak mPeaks[1];  ///< A variable number.
} CAFPeakChunk;

/// The lowest and highest sample of a range.
typedef struct CAFOverviewSample {
  SInt16 mMinValue;  ///< The lowest sample of the group.
  SInt16 mMaxValue;  ///< The highest sample of the group.
} CAFOverviewSample;

/// The content of `ovvw`: an overview of the waveform.
typedef struct CAFOverviewChunk {
  UInt32 mEditCount;  ///< The edit count of the audio when the overview was made.
  UInt32 mNumFramesPerOVWSample;  ///< The number of frames in a group.
  CAFOverviewSample mData[1];  ///< A variable number.
} CAFOverviewChunk;

/// The content of `umid`: the identifier from SMPTE 330M.
typedef struct CAFUMIDChunk {
  UInt8 mBytes[64];  ///< The identifier; half of it is 0 in the basic form.
} CAFUMIDChunk;

#pragma pack(pop)

OCA_HEADER_END

#endif
