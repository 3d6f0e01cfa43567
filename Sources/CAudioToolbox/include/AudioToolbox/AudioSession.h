/// Audio Session Services: one session for each program, which `AVAudioSession` replaces.
#ifndef AudioToolbox_AudioSession_h
#define AudioToolbox_AudioSession_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A session property: a four-character code.
typedef UInt32 AudioSessionPropertyID;
/// Whether playback may resume after an interruption.
typedef UInt32 AudioSessionInterruptionType;

/// Called with `kAudioSessionBeginInterruption` or `kAudioSessionEndInterruption`.
typedef void (*AudioSessionInterruptionListener)(
    void *_Nullable inClientData, UInt32 inInterruptionState);

/// Called with the new value of a property.
typedef void (*AudioSessionPropertyListener)(
    void *_Nullable inClientData, AudioSessionPropertyID inID, UInt32 inDataSize,
    const void *_Nullable inData);

// MARK: - Errors

enum {
  kAudioSessionNoError = 0,  ///< Success.
  kAudioSessionNotInitialized = '!ini',  ///< `AudioSessionInitialize` has not been called.
  kAudioSessionAlreadyInitialized = 'init',  ///< The session is initialized already.
  kAudioSessionInitializationError = 'ini?',  ///< The session cannot start.
  kAudioSessionUnsupportedPropertyError = 'pty?',  ///< The session does not have the property.
  kAudioSessionBadPropertySizeError = '!siz',  ///< The property buffer has the wrong size.
  kAudioSessionNotActiveError = '!act',  ///< The session is inactive.
  kAudioServicesNoHardwareError = 'nohw',  ///< The machine has no audio device.
  kAudioSessionNoCategorySet = '?cat',  ///< The operation needs a category.
  kAudioSessionIncompatibleCategory = '!cat',  ///< The category does not allow the operation.
  kAudioSessionUnspecifiedError = 'what',  ///< An error without its own code.
};

// MARK: - Values

enum {
  kAudioSessionBeginInterruption = 1,  ///< Another sound interrupts the session.
  kAudioSessionEndInterruption = 0,  ///< The interruption is over.
};

/// Values of `kAudioSessionProperty_AudioCategory`.
enum {
  kAudioSessionCategory_AmbientSound = 'ambi',  ///< Sounds that mix with those of other programs.
  kAudioSessionCategory_SoloAmbientSound = 'solo',  ///< Sounds that silence other programs.
  kAudioSessionCategory_MediaPlayback = 'medi',  ///< Playback is the purpose of the program.
  kAudioSessionCategory_RecordAudio = 'reca',  ///< Recording only.
  kAudioSessionCategory_PlayAndRecord = 'plar',  ///< Both at once, as for telephone calls.
  kAudioSessionCategory_AudioProcessing = 'proc',  ///< Conversion only, without sound.
  /// The earlier name of ambient sound.
  kAudioSessionCategory_UserInterfaceSoundEffects = 'uifx',
  kAudioSessionCategory_LiveAudio = 'live',  ///< The earlier name of solo ambient sound.
};

/// Values of `kAudioSessionProperty_OverrideAudioRoute`.
enum {
  kAudioSessionOverrideAudioRoute_None = 0,  ///< The route of the category.
  kAudioSessionOverrideAudioRoute_Speaker = 'spkr',  ///< The built-in speaker.
};

/// The reason for a route change.
enum {
  kAudioSessionRouteChangeReason_Unknown = 0,  ///< The reason is unknown.
  kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,  ///< A device has appeared.
  kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,  ///< The device in use has disappeared.
  kAudioSessionRouteChangeReason_CategoryChange = 3,  ///< The category has changed.
  kAudioSessionRouteChangeReason_Override = 4,  ///< The program has overridden the route.
  kAudioSessionRouteChangeReason_WakeFromSleep = 6,  ///< The machine has woken up.
  kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,  ///< No device suits the category.
  /// The devices are the same; their settings have changed.
  kAudioSessionRouteChangeReason_RouteConfigurationChange = 8,
};

/// Values of `kAudioSessionProperty_InterruptionType`.
enum {
  kAudioSessionInterruptionType_ShouldResume = 'irsm',  ///< The program may resume its sound.
  /// The program must not resume its sound.
  kAudioSessionInterruptionType_ShouldNotResume = '!rsm',
};

/// Values of `kAudioSessionProperty_Mode`.
enum {
  kAudioSessionMode_Default = 'dflt',  ///< The usual mode of the category.
  kAudioSessionMode_VoiceChat = 'vcct',  ///< Two-way speech.
  kAudioSessionMode_VideoRecording = 'vrcd',  ///< Sound for a film.
  kAudioSessionMode_Measurement = 'msmt',  ///< As little processing as possible.
  kAudioSessionMode_GameChat = 'gmct',  ///< Speech within a game.
};

/// Flags of `AudioSessionSetActiveWithFlags`.
enum {
  /// Other programs hear that they may resume.
  kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1,
};

/// Keys of the dictionary that describes a route change. This one has the reason as a CFNumber.
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
/// The name of the previous route: a CFString.
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

// MARK: - Properties

enum {
  /// Float64 in hertz.
  kAudioSessionProperty_PreferredHardwareSampleRate = 'hwsr',
  /// Float32 in seconds.
  kAudioSessionProperty_PreferredHardwareIOBufferDuration = 'iobd',
  /// UInt32, from the list above.
  kAudioSessionProperty_AudioCategory = 'acat',
  /// CFDictionary, for listeners only.
  kAudioSessionProperty_AudioRouteChange = 'roch',
  /// CFString; the caller owns it.
  kAudioSessionProperty_AudioRoute = 'rout',
  /// Float64 in hertz.
  kAudioSessionProperty_CurrentHardwareSampleRate = 'chsr',
  /// UInt32.
  kAudioSessionProperty_CurrentHardwareInputNumberChannels = 'chic',
  /// UInt32.
  kAudioSessionProperty_CurrentHardwareOutputNumberChannels = 'choc',
  /// Float32, 0 to 1.
  kAudioSessionProperty_CurrentHardwareOutputVolume = 'chov',
  /// Float32 in seconds.
  kAudioSessionProperty_CurrentHardwareInputLatency = 'cilt',
  /// Float32 in seconds.
  kAudioSessionProperty_CurrentHardwareOutputLatency = 'colt',
  /// Float32 in seconds.
  kAudioSessionProperty_CurrentHardwareIOBufferDuration = 'chbd',
  /// UInt32.
  kAudioSessionProperty_OtherAudioIsPlaying = 'othr',
  /// UInt32, from the list above; write only.
  kAudioSessionProperty_OverrideAudioRoute = 'ovrd',
  /// UInt32.
  kAudioSessionProperty_AudioInputAvailable = 'aiav',
  /// UInt32, for listeners only: the sound server is unavailable.
  kAudioSessionProperty_ServerDied = 'died',
  /// UInt32.
  kAudioSessionProperty_OtherMixableAudioShouldDuck = 'duck',
  /// UInt32.
  kAudioSessionProperty_OverrideCategoryMixWithOthers = 'cmix',
  /// UInt32.
  kAudioSessionProperty_OverrideCategoryDefaultToSpeaker = 'cspk',
  /// UInt32.
  kAudioSessionProperty_OverrideCategoryEnableBluetoothInput = 'cblu',
  /// UInt32, from the list above; after an interruption.
  kAudioSessionProperty_InterruptionType = 'type',
  /// UInt32, from the list above.
  kAudioSessionProperty_Mode = 'mode',
  /// The inputs; unsupported on Linux, which has the devices of the route instead.
  kAudioSessionProperty_InputSources = 'srcs',
  kAudioSessionProperty_OutputDestinations = 'dsts',  ///< The outputs; unsupported on Linux.
  kAudioSessionProperty_InputSource = 'isrc',  ///< The selected input; unsupported on Linux.
  kAudioSessionProperty_OutputDestination = 'odst',  ///< The selected output; unsupported on Linux.
  /// UInt32.
  kAudioSessionProperty_InputGainAvailable = 'igav',
  /// Float32, 0 to 1.
  kAudioSessionProperty_InputGainScalar = 'igsc',
  /// CFDictionary; the caller owns it.
  kAudioSessionProperty_AudioRouteDescription = 'crar',
};

// MARK: - Functions

#if !defined(__swift__)
/// Initializes the session, before any other call.
///
/// - Parameters:
///   - inRunLoop: The run loop for listeners; null for the main run loop.
///   - inRunLoopMode: Null for the default mode.
extern OSStatus AudioSessionInitialize(
    CFRunLoopRef _Nullable inRunLoop, CFStringRef _Nullable inRunLoopMode,
    AudioSessionInterruptionListener _Nullable inInterruptionListener,
    void *_Nullable inClientData);
#endif

/// Activates or deactivates the session.
extern OSStatus AudioSessionSetActive(Boolean active);

/// Activates or deactivates the session.
extern OSStatus AudioSessionSetActiveWithFlags(Boolean active, UInt32 inFlags);

/// Gets a property.
///
/// - Parameter ioDataSize: On input, the capacity in bytes; on output, the size of the value.
extern OSStatus AudioSessionGetProperty(
    AudioSessionPropertyID inID, UInt32 *ioDataSize, void *outData);

/// Sets a property.
extern OSStatus AudioSessionSetProperty(
    AudioSessionPropertyID inID, UInt32 inDataSize, const void *inData);

/// Gets the size of a property's value.
extern OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, UInt32 *outDataSize);

/// Adds a listener for a property.
extern OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc,
    void *_Nullable inClientData);

/// Removes all listeners of a property.
extern OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID inID);

/// Removes a listener that was added with the same data.
extern OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc,
    void *_Nullable inClientData);

OCA_HEADER_END

#endif
