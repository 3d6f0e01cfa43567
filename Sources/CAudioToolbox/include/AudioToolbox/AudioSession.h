/// Audio Session Services in C, which `AVAudioSession` has taken the place of: one session in a program.
#ifndef AudioToolbox_AudioSession_h
#define AudioToolbox_AudioSession_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A property of the session: a four-character code.
typedef UInt32 AudioSessionPropertyID;
/// Whether playing may go on after an interruption.
typedef UInt32 AudioSessionInterruptionType;

/// Called with `kAudioSessionBeginInterruption` or `kAudioSessionEndInterruption`.
typedef void (*AudioSessionInterruptionListener)(
    void *_Nullable inClientData, UInt32 inInterruptionState);

/// Called with the value of a property that has changed.
typedef void (*AudioSessionPropertyListener)(
    void *_Nullable inClientData, AudioSessionPropertyID inID, UInt32 inDataSize,
    const void *_Nullable inData);

// MARK: - Errors

enum {
  kAudioSessionNoError = 0,
  kAudioSessionNotInitialized = '!ini',
  kAudioSessionAlreadyInitialized = 'init',
  kAudioSessionInitializationError = 'ini?',
  kAudioSessionUnsupportedPropertyError = 'pty?',
  kAudioSessionBadPropertySizeError = '!siz',
  kAudioSessionNotActiveError = '!act',
  kAudioServicesNoHardwareError = 'nohw',
  kAudioSessionNoCategorySet = '?cat',
  kAudioSessionIncompatibleCategory = '!cat',
  kAudioSessionUnspecifiedError = 'what',
};

// MARK: - Values

enum {
  kAudioSessionBeginInterruption = 1,
  kAudioSessionEndInterruption = 0,
};

/// Values of `kAudioSessionProperty_AudioCategory`.
enum {
  kAudioSessionCategory_AmbientSound = 'ambi',
  kAudioSessionCategory_SoloAmbientSound = 'solo',
  kAudioSessionCategory_MediaPlayback = 'medi',
  kAudioSessionCategory_RecordAudio = 'reca',
  kAudioSessionCategory_PlayAndRecord = 'plar',
  kAudioSessionCategory_AudioProcessing = 'proc',
  /// Names of the first systems, for ambient and solo ambient sound.
  kAudioSessionCategory_UserInterfaceSoundEffects = 'uifx',
  kAudioSessionCategory_LiveAudio = 'live',
};

/// Values of `kAudioSessionProperty_OverrideAudioRoute`.
enum {
  kAudioSessionOverrideAudioRoute_None = 0,
  kAudioSessionOverrideAudioRoute_Speaker = 'spkr',
};

/// Why sound goes another way.
enum {
  kAudioSessionRouteChangeReason_Unknown = 0,
  kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,
  kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,
  kAudioSessionRouteChangeReason_CategoryChange = 3,
  kAudioSessionRouteChangeReason_Override = 4,
  kAudioSessionRouteChangeReason_WakeFromSleep = 6,
  kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,
  kAudioSessionRouteChangeReason_RouteConfigurationChange = 8,
};

/// Values of `kAudioSessionProperty_InterruptionType`.
enum {
  kAudioSessionInterruptionType_ShouldResume = 'irsm',
  kAudioSessionInterruptionType_ShouldNotResume = '!rsm',
};

/// Values of `kAudioSessionProperty_Mode`.
enum {
  kAudioSessionMode_Default = 'dflt',
  kAudioSessionMode_VoiceChat = 'vcct',
  kAudioSessionMode_VideoRecording = 'vrcd',
  kAudioSessionMode_Measurement = 'msmt',
  kAudioSessionMode_GameChat = 'gmct',
};

/// Flags of `AudioSessionSetActiveWithFlags`.
enum {
  kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1,
};

/// Keys of the dictionary of a route change: the reason, a CFNumber, and the name of the route before.
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

// MARK: - Properties

enum {
  /// Float64 in hertz.
  kAudioSessionProperty_PreferredHardwareSampleRate = 'hwsr',
  /// Float32 in seconds.
  kAudioSessionProperty_PreferredHardwareIOBufferDuration = 'iobd',
  /// UInt32, from the list above.
  kAudioSessionProperty_AudioCategory = 'acat',
  /// A CFDictionary, for listeners only.
  kAudioSessionProperty_AudioRouteChange = 'roch',
  /// A CFString; the caller owns it.
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
  /// UInt32, from the list above; to be set only.
  kAudioSessionProperty_OverrideAudioRoute = 'ovrd',
  /// UInt32.
  kAudioSessionProperty_AudioInputAvailable = 'aiav',
  /// UInt32, for listeners only: the sound server is gone.
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
  /// Not to be had on Linux, where sources and destinations are devices of the route.
  kAudioSessionProperty_InputSources = 'srcs',
  kAudioSessionProperty_OutputDestinations = 'dsts',
  kAudioSessionProperty_InputSource = 'isrc',
  kAudioSessionProperty_OutputDestination = 'odst',
  /// UInt32.
  kAudioSessionProperty_InputGainAvailable = 'igav',
  /// Float32, 0 to 1.
  kAudioSessionProperty_InputGainScalar = 'igsc',
  /// A CFDictionary; the caller owns it.
  kAudioSessionProperty_AudioRouteDescription = 'crar',
};

// MARK: - Functions

#if !defined(__swift__)
/// Initialises the session, before any other call.
///
/// - Parameters:
///   - inRunLoop: Where listeners are called; null for the main run loop.
///   - inRunLoopMode: null for the default mode.
extern OSStatus AudioSessionInitialize(
    CFRunLoopRef _Nullable inRunLoop, CFStringRef _Nullable inRunLoopMode,
    AudioSessionInterruptionListener _Nullable inInterruptionListener,
    void *_Nullable inClientData);
#endif

/// Makes the session active, or no more so.
extern OSStatus AudioSessionSetActive(Boolean active);

/// Makes the session active, or no more so.
extern OSStatus AudioSessionSetActiveWithFlags(Boolean active, UInt32 inFlags);

/// Tells the value of a property.
///
/// - Parameter ioDataSize: The size of the memory, then that of the value.
extern OSStatus AudioSessionGetProperty(
    AudioSessionPropertyID inID, UInt32 *ioDataSize, void *outData);

/// Sets a property.
extern OSStatus AudioSessionSetProperty(
    AudioSessionPropertyID inID, UInt32 inDataSize, const void *inData);

/// Tells the size of a property's value.
extern OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, UInt32 *outDataSize);

/// Has a function called when a property has changed.
extern OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc,
    void *_Nullable inClientData);

/// Has none of the functions for a property called any more.
extern OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID inID);

/// Has a function that was added with the same data called no more.
extern OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID inID, AudioSessionPropertyListener inProc,
    void *_Nullable inClientData);

OCA_HEADER_END

#endif
