/// System Sound Services: plays short sounds that need no further control.
#ifndef AudioToolbox_AudioServices_h
#define AudioToolbox_AudioServices_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A sound, created by a client or one of the system sounds below.
typedef UInt32 SystemSoundID;
/// A sound property: a four-character code.
typedef UInt32 AudioServicesPropertyID;

/// Called when a sound finishes.
typedef void (*AudioServicesSystemSoundCompletionProc)(
    SystemSoundID ssID, void *_Nullable clientData);

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioServicesNoError = 0,  ///< Success.
  kAudioServicesUnsupportedPropertyError = 'pty?',  ///< The property does not exist.
  kAudioServicesBadPropertySizeError = '!siz',  ///< The property buffer has the wrong size.
  kAudioServicesBadSpecifierSizeError = '!spc',  ///< The specifier is not a sound.
  kAudioServicesSystemSoundUnspecifiedError = -1500,  ///< An error without its own code.
  kAudioServicesSystemSoundClientTimedOutError = -1501,  ///< The sound took too long.
  kAudioServicesSystemSoundExceededMaximumDurationError = -1502,  ///< Longer than 30 seconds.
};

// MARK: - System sounds

OCA_CONSTANTS(SystemSoundID) {
  kSystemSoundID_FlashScreen = 0x00000FFE,  ///< Flashes the screen.
  kSystemSoundID_Vibrate = 0x00000FFF,  ///< Vibrates the device.
  kSystemSoundID_UserPreferredAlert = 0x00001000,  ///< Plays the alert sound of the user's choice.
  /// The earlier name of the alert sound.
  kUserPreferredAlert = kSystemSoundID_UserPreferredAlert,
};

// MARK: - Properties

OCA_CONSTANTS(AudioServicesPropertyID) {
  /// UInt32: 1 applies the user's settings for interface sounds; 1 by default.
  kAudioServicesPropertyIsUISound = 'isui',
  /// UInt32: 1 lets the sound finish after the process exits; 0 by default.
  kAudioServicesPropertyCompletePlaybackIfAppDies = 'ifdi',
};

// MARK: - Functions

#if !defined(__swift__)
/// Creates a sound from an audio file of at most 30 seconds.
extern OSStatus AudioServicesCreateSystemSoundID(
    CFURLRef inFileURL, SystemSoundID *outSystemSoundID);
#endif

/// Stops a sound and disposes of it.
extern OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a sound as an alert.
extern void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

/// Plays a sound.
extern void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

#if !defined(__swift__)
/// Adds a callback for when a sound finishes.
///
/// - Parameters:
///   - inRunLoop: The run loop for the callback; null for the main run loop.
///   - inRunLoopMode: Null for the default mode.
extern OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID, CFRunLoopRef _Nullable inRunLoop,
    CFStringRef _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine, void *_Nullable inClientData);
#endif

/// Removes the callback of a sound.
extern void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

/// Gets the size of a property's value, and whether it is writable.
extern OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void *_Nullable inSpecifier, UInt32 *_Nullable outPropertyDataSize,
    DarwinBoolean *_Nullable outWritable);

/// Gets a property.
///
/// - Parameters:
///   - inSpecifier: A `SystemSoundID`.
///   - ioPropertyDataSize: On input, the capacity in bytes; on output, the size of the value.
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
