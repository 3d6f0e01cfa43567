/// Media Formats: a type, a subtype, and the other facts for decoding.
#ifndef CoreMedia_CMFormatDescription_h
#define CoreMedia_CMFormatDescription_h

#include <CoreMedia/CMBase.h>

OCA_HEADER_BEGIN

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kCMFormatDescriptionError_InvalidParameter = -12710,  ///< An argument is null or invalid.
  kCMFormatDescriptionError_AllocationFailed = -12711,  ///< Memory is exhausted.
  /// The description has no such value.
  kCMFormatDescriptionError_ValueNotAvailable = -12718,
};

// MARK: - Media types

/// A type of media: a four-character code.
typedef FourCharCode CMMediaType;

OCA_CONSTANTS(CMMediaType) {
  kCMMediaType_Video = 'vide',  ///< Pictures that move.
  kCMMediaType_Audio = 'soun',  ///< Sound.
  kCMMediaType_Muxed = 'muxx',  ///< Sound and pictures in one stream.
  kCMMediaType_Text = 'text',  ///< Text that appears over time.
  kCMMediaType_ClosedCaption = 'clcp',  ///< Captions of television.
  kCMMediaType_Subtitle = 'sbtl',  ///< Subtitles.
  kCMMediaType_TimeCode = 'tmcd',  ///< The times of a recording.
  kCMMediaType_Metadata = 'meta',  ///< Information that changes over time.
  kCMMediaType_AuxiliaryPicture = 'auxv',  ///< Pictures in addition to a video, such as its depth.
};

// MARK: - Audio

/// A subtype of audio: an audio format, or one of these.
typedef FourCharCode CMAudioCodecType;

OCA_CONSTANTS(CMAudioCodecType) {
  kCMAudioCodecType_AAC_LCProtected = 'paac',  ///< AAC with copy protection.
  kCMAudioCodecType_AAC_AudibleProtected = 'aaac',  ///< Audible's AAC with copy protection.
};

/// The parts of an audio description.
typedef uint32_t CMAudioFormatDescriptionMask;

OCA_CONSTANTS(CMAudioFormatDescriptionMask) {
  kCMAudioFormatDescriptionMask_StreamBasicDescription = 1U << 0,  ///< The stream format.
  kCMAudioFormatDescriptionMask_MagicCookie = 1U << 1,  ///< The codec's configuration.
  kCMAudioFormatDescriptionMask_ChannelLayout = 1U << 2,  ///< The channel layout.
  kCMAudioFormatDescriptionMask_Extensions = 1U << 3,  ///< The extensions.
  kCMAudioFormatDescriptionMask_All = 0xF,  ///< All parts.
};

// MARK: - Descriptions

#if !defined(__swift__)
/// The description of a media format, which never changes. `CFRelease` releases it.
typedef const struct opaqueCMFormatDescription *CMFormatDescriptionRef;
/// The description of an audio format.
typedef CMFormatDescriptionRef CMAudioFormatDescriptionRef;

/// Creates a description of any media. The extensions are copied.
extern OSStatus CMFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMMediaType mediaType, FourCharCode mediaSubType,
    CFDictionaryRef _Nullable extensions,
    CMFormatDescriptionRef _Nullable *_Nonnull formatDescriptionOut);

/// Returns whether all parts of two descriptions are equal.
extern Boolean CMFormatDescriptionEqual(
    CMFormatDescriptionRef _Nullable formatDescription,
    CMFormatDescriptionRef _Nullable otherFormatDescription);

/// Returns the type of the media.
extern CMMediaType CMFormatDescriptionGetMediaType(CMFormatDescriptionRef desc);

/// Returns the subtype of the media: the format ID for audio.
extern FourCharCode CMFormatDescriptionGetMediaSubType(CMFormatDescriptionRef desc);

/// Creates a description of audio. All parts are copied.
///
/// - Parameters:
///   - layoutSize: The size of the layout in bytes; 0 if the layout is unknown.
///   - magicCookieSize: The size of the codec's configuration in bytes; 0 if the codec needs none.
extern OSStatus CMAudioFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, const AudioStreamBasicDescription *asbd,
    size_t layoutSize, const AudioChannelLayout *_Nullable layout, size_t magicCookieSize,
    const void *_Nullable magicCookie, CFDictionaryRef _Nullable extensions,
    CMAudioFormatDescriptionRef _Nullable *_Nonnull formatDescriptionOut);

/// Returns the stream description; null if the media is not audio.
extern const AudioStreamBasicDescription *_Nullable
CMAudioFormatDescriptionGetStreamBasicDescription(CMAudioFormatDescriptionRef desc);

/// Returns the codec's configuration; null if the description has no configuration.
extern const void *_Nullable CMAudioFormatDescriptionGetMagicCookie(
    CMAudioFormatDescriptionRef desc, size_t *_Nullable sizeOut);

/// Returns the channel layout; null if it is unknown.
extern const AudioChannelLayout *_Nullable CMAudioFormatDescriptionGetChannelLayout(
    CMAudioFormatDescriptionRef desc, size_t *_Nullable sizeOut);
#endif

OCA_HEADER_END

#endif
