/// Audio Component Services: the codecs of this library, found by what they are.
#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A component; valid as long as the process.
typedef struct OpaqueAudioComponent *AudioComponent;

/// What a component is like.
OCA_OPTIONS(AudioComponentFlags, UInt32) {
  /// Found only by who asks for this flag.
  kAudioComponentFlag_Unsearchable = 1U << 0,
  kAudioComponentFlag_SandboxSafe = 1U << 1,
  kAudioComponentFlag_IsV3AudioUnit = 1U << 2,
  kAudioComponentFlag_RequiresAsyncInstantiation = 1U << 3,
  kAudioComponentFlag_CanLoadInProcess = 1U << 4,
};
OCA_OPTIONS_TYPE(AudioComponentFlags, UInt32);

/// What a component is, or what is looked for: there 0 stands for anything.
typedef struct AudioComponentDescription {
  /// Such as `kAudioDecoderComponentType`.
  OSType componentType;
  /// Of codecs the format.
  OSType componentSubType;
  OSType componentManufacturer;
  /// What it is like.
  UInt32 componentFlags;
  /// Of what is looked for, the flags that count; else 0.
  UInt32 componentFlagsMask;
} AudioComponentDescription;

// MARK: - Errors

/// What components report on Apple's systems, for clients that compare with it.
OCA_CONSTANTS(OSStatus) {
  kAudioComponentErr_InstanceTimedOut = -66754,
  kAudioComponentErr_DuplicateDescription = -66752,
  kAudioComponentErr_UnsupportedType = -66751,
  kAudioComponentErr_TooManyInstances = -66750,
  kAudioComponentErr_InstanceInvalidated = -66749,
  kAudioComponentErr_NotPermitted = -66748,
  kAudioComponentErr_InitializationTimedOut = -66747,
  kAudioComponentErr_InvalidFormat = -66746,
};

// MARK: - Functions

/// The next component that is as described.
///
/// - Parameter inComponent: Where to go on from; null for the first.
/// - Returns: The component, or null where there is none any more.
extern AudioComponent _Nullable AudioComponentFindNext(
    AudioComponent _Nullable inComponent, const AudioComponentDescription *inDesc);

/// How many components are as described.
extern UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);

#if !defined(__swift__)
/// A component's name, of which the caller becomes the owner.
extern OSStatus AudioComponentCopyName(
    AudioComponent inComponent, CFStringRef _Nullable *_Nonnull outName);
#endif

/// What a component is.
extern OSStatus AudioComponentGetDescription(
    AudioComponent inComponent, AudioComponentDescription *outDesc);

/// A component's version: its major number in the upper half.
extern OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);

OCA_HEADER_END

#endif
