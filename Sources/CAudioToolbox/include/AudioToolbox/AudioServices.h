/// System Sound Services: short sounds that a call starts and nobody has to look after.
#ifndef AudioToolbox_AudioServices_h
#define AudioToolbox_AudioServices_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A sound: one that a client has made, or one of the system's own below.
typedef UInt32 SystemSoundID;
/// A property of a sound: a four-character code.
typedef UInt32 AudioServicesPropertyID;

/// Called when a sound has been heard to its end.
typedef void (*AudioServicesSystemSoundCompletionProc)(
    SystemSoundID ssID, void *_Nullable clientData);

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioServicesNoError = 0,
  kAudioServicesUnsupportedPropertyError = 'pty?',  ///< No such property.
  kAudioServicesBadPropertySizeError = '!siz',  ///< The memory for the value has the wrong size.
  kAudioServicesBadSpecifierSizeError = '!spc',  ///< The specifier is none of a sound.
  kAudioServicesSystemSoundUnspecifiedError = -1500,
  kAudioServicesSystemSoundClientTimedOutError = -1501,
  kAudioServicesSystemSoundExceededMaximumDurationError = -1502,  ///< Longer than 30 seconds.
};

// MARK: - Sounds of the system's own

OCA_CONSTANTS(SystemSoundID) {
  kSystemSoundID_FlashScreen = 0x00000FFE,
  kSystemSoundID_Vibrate = 0x00000FFF,
  kSystemSoundID_UserPreferredAlert = 0x00001000,
  kUserPreferredAlert = kSystemSoundID_UserPreferredAlert,
};

// MARK: - Properties

OCA_CONSTANTS(AudioServicesPropertyID) {
  /// UInt32: 1 where the user's settings for sounds of programs count; 1 at first.
  kAudioServicesPropertyIsUISound = 'isui',
  /// UInt32: 1 where the sound is heard to its end though the program has come to its own; 0 at first.
  kAudioServicesPropertyCompletePlaybackIfAppDies = 'ifdi',
};

// MARK: - Functions

#if !defined(__swift__)
/// Makes a sound of an audio file of at most 30 seconds.
extern OSStatus AudioServicesCreateSystemSoundID(
    CFURLRef inFileURL, SystemSoundID *outSystemSoundID);
#endif

/// Ends a sound, which falls silent.
extern OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a sound as an alert.
extern void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

/// Plays a sound.
extern void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

#if !defined(__swift__)
/// Has a function called when a sound has been heard to its end.
///
/// - Parameters:
///   - inRunLoop: Where it is called; null for the main run loop.
///   - inRunLoopMode: null for the default mode.
extern OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID, CFRunLoopRef _Nullable inRunLoop,
    CFStringRef _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine, void *_Nullable inClientData);
#endif

/// Has no function called any more.
extern void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

/// Tells the size of a property's value, and whether it can be set.
extern OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier, UInt32 *_Nullable outPropertyDataSize,
    DarwinBoolean *_Nullable outWritable);

/// Tells the value of a property.
///
/// - Parameters:
///   - inSpecifier: A `SystemSoundID`.
///   - ioPropertyDataSize: The size of the memory, then that of the value.
extern OSStatus AudioServicesGetProperty(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier, UInt32 *ioPropertyDataSize,
    void *_Nullable outPropertyData);

/// Sets a property.
extern OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier, UInt32 inPropertyDataSize, const void *inPropertyData);

OCA_HEADER_END

#endif
