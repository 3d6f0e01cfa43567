/// Audio Component Services: finds the codecs and units of this library by description.
#ifndef AudioToolbox_AudioComponent_h
#define AudioToolbox_AudioComponent_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A component; valid for the lifetime of the process.
typedef struct OpaqueAudioComponent *AudioComponent;
/// An instance of a component, such as an audio unit.
typedef struct OpaqueAudioComponentInstance *AudioComponentInstance;

/// The characteristics of a component.
OCA_OPTIONS(AudioComponentFlags, UInt32) {
  /// Only searches that include this flag find the component.
  kAudioComponentFlag_Unsearchable = 1U << 0,
  kAudioComponentFlag_SandboxSafe = 1U << 1,  ///< The component works within a sandbox.
  kAudioComponentFlag_IsV3AudioUnit = 1U << 2,  ///< The component is an audio unit of version 3.
  /// The component only opens asynchronously.
  kAudioComponentFlag_RequiresAsyncInstantiation = 1U << 3,
  /// The component can run in the client's process.
  kAudioComponentFlag_CanLoadInProcess = 1U << 4,
};
OCA_OPTIONS_TYPE(AudioComponentFlags, UInt32);

/// Where an instance of a component runs. Instances of this library run in the client's process,
/// whatever the options say.
OCA_OPTIONS(AudioComponentInstantiationOptions, UInt32) {
  kAudioComponentInstantiation_LoadOutOfProcess = 1U << 0,  ///< In a process of its own.
  kAudioComponentInstantiation_LoadInProcess = 1U << 1,  ///< In the client's process.
  kAudioComponentInstantiation_LoadedRemotely = 1U << 31,  ///< On another machine.
};
OCA_OPTIONS_TYPE(AudioComponentInstantiationOptions, UInt32);

/// A function of a component's instance, cast to the type of its selector.
typedef OSStatus (*AudioComponentMethod)(void *self, ...);

/// The table of functions at the start of an instance of a client's component.
typedef struct AudioComponentPlugInInterface {
  /// Prepares the instance.
  OSStatus (*Open)(void *self, AudioComponentInstance mInstance);
  OSStatus (*Close)(void *self);  ///< Ends the instance, and frees the structure.
  /// Returns the function with a selector, or null.
  AudioComponentMethod _Nullable (*_Nonnull Lookup)(SInt16 selector);
  void *_Nullable reserved;  ///< Reserved; null.
} AudioComponentPlugInInterface;

/// The description of a component, or of a search, in which 0 matches any value.
typedef struct AudioComponentDescription {
  /// For example `kAudioDecoderComponentType`.
  OSType componentType;
  /// The format, for codecs.
  OSType componentSubType;
  OSType componentManufacturer;  ///< The maker; 0 in a search for any.
  /// The characteristics.
  UInt32 componentFlags;
  /// The flags to compare in a search; otherwise 0.
  UInt32 componentFlagsMask;
} AudioComponentDescription;

/// A function that makes an instance of a client's component.
typedef AudioComponentPlugInInterface *_Nullable (*AudioComponentFactoryFunction)(
    const AudioComponentDescription *inDesc);

// MARK: - Errors

/// The errors of components on Apple's systems, for clients that compare with them.
OCA_CONSTANTS(OSStatus) {
  kAudioComponentErr_InstanceTimedOut = -66754,  ///< The component took too long to open.
  /// Another component has the same description.
  kAudioComponentErr_DuplicateDescription = -66752,
  kAudioComponentErr_UnsupportedType = -66751,  ///< The type of component is unsupported.
  kAudioComponentErr_TooManyInstances = -66750,  ///< The component allows no more instances.
  kAudioComponentErr_InstanceInvalidated = -66749,  ///< The instance has ended.
  kAudioComponentErr_NotPermitted = -66748,  ///< The program may not open the component.
  kAudioComponentErr_InitializationTimedOut = -66747,  ///< The component took too long to start.
  kAudioComponentErr_InvalidFormat = -66746,  ///< The component does not support the format.
};

// MARK: - Validation

/// The result of a validation.
OCA_ENUM(AudioComponentValidationResult, UInt32) {
  kAudioComponentValidationResult_Unknown = 0,  ///< The component has not been validated.
  kAudioComponentValidationResult_Passed = 1,  ///< The component passed all checks.
  kAudioComponentValidationResult_Failed = 2,  ///< The component failed a check.
  kAudioComponentValidationResult_TimedOut = 3,  ///< The component took too long.
  /// The program may not open the component.
  kAudioComponentValidationResult_UnauthorizedError_Open = 4,
  /// The program may not initialize the component.
  kAudioComponentValidationResult_UnauthorizedError_Init = 5,
};
OCA_ENUM_TYPE(AudioComponentValidationResult, UInt32);

/// The result of a validation, as a key.
#define kAudioComponentConfigurationInfo_ValidationResult "ValidationResult"
#define kAudioComponentValidationParameter_TimeOut "TimeOut"  ///< The time limit in seconds.
/// Whether to validate again. Each call validates here.
#define kAudioComponentValidationParameter_ForceValidation "ForceValidation"
/// Whether to use another process. Validation uses that of the client here.
#define kAudioComponentValidationParameter_LoadOutOfProcess "LoadOutOfProcess"

// MARK: - Functions

/// Returns the next component that matches a description.
///
/// - Parameter inComponent: The component after which to continue; null for the first.
/// - Returns: The component, or null at the end.
extern AudioComponent _Nullable AudioComponentFindNext(
    AudioComponent _Nullable inComponent, const AudioComponentDescription *inDesc);

/// Counts the components that match a description.
extern UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);

#if !defined(__swift__)
/// Gets a component's name, which the caller owns.
extern OSStatus AudioComponentCopyName(
    AudioComponent inComponent, CFStringRef _Nullable *_Nonnull outName);
#endif

/// Gets a component's description.
extern OSStatus AudioComponentGetDescription(
    AudioComponent inComponent, AudioComponentDescription *outDesc);

/// Gets a component's version, with the major number in the upper half.
extern OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);

#if !defined(__swift__)
/// Registers a component of the client.
extern AudioComponent AudioComponentRegister(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion,
    AudioComponentFactoryFunction inFactory);
#endif

/// Makes an instance of a component.
extern OSStatus AudioComponentInstanceNew(
    AudioComponent inComponent, AudioComponentInstance _Nullable *_Nonnull outInstance);

/// Disposes of an instance.
extern OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);

/// Returns the component of an instance.
extern AudioComponent AudioComponentInstanceGetComponent(AudioComponentInstance inInstance);

/// Returns whether an instance has the function with a selector.
extern Boolean AudioComponentInstanceCanDo(
    AudioComponentInstance inInstance, SInt16 inSelectorID);

OCA_HEADER_END

#endif
