/// Core Audio Clock: media time, beats and SMPTE time of a running clock.
#ifndef AudioToolbox_CoreAudioClock_h
#define AudioToolbox_CoreAudioClock_h

#include <AudioToolbox/MIDIPackets.h>
#include <AudioToolbox/MusicPlayer.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A clock.
typedef struct OpaqueCAClock *CAClockRef;
/// A time in beats.
typedef Float64 CAClockBeats;
/// Beats a minute.
typedef Float64 CAClockTempo;
/// A time in frames of audio.
typedef Float64 CAClockSamples;
/// A time in seconds.
typedef Float64 CAClockSeconds;
/// The frame rate of SMPTE times.
typedef SMPTETimeType CAClockSMPTEFormat;

/// A property of a clock.
OCA_ENUM(CAClockPropertyID, UInt32) {
  kCAClockProperty_InternalTimebase = 'intb',  ///< A `CAClockTimebase`.
  kCAClockProperty_TimebaseSource = 'itbs',  ///< Unsupported.
  kCAClockProperty_SyncMode = 'synm',  ///< A `CAClockSyncMode`.
  /// 0, because messages come through ``CAClockParseMIDI``.
  kCAClockProperty_SyncSource = 'syns',
  kCAClockProperty_SMPTEFormat = 'smpf',  ///< A `CAClockSMPTEFormat`.
  /// The SMPTE time at media time 0, in seconds, as a `CAClockSeconds`.
  kCAClockProperty_SMPTEOffset = 'smpo',
  kCAClockProperty_MIDIClockDestinations = 'mbcd',  ///< Unsupported.
  kCAClockProperty_MTCDestinations = 'mtcd',  ///< Unsupported.
  /// The seconds for which the clock continues when MIDI Time Code stops, as a `CAClockSeconds`.
  kCAClockProperty_MTCFreewheelTime = 'mtfw',
  kCAClockProperty_TempoMap = 'tmpo',  ///< `CATempoMapEntry` structures.
  kCAClockProperty_MeterTrack = 'metr',  ///< `CAMeterTrackEntry` structures.
  kCAClockProperty_Name = 'name',  ///< The name, as a `CFStringRef`.
  kCAClockProperty_SendMIDISPP = 'mspp',  ///< Unsupported.
};
OCA_ENUM_TYPE(CAClockPropertyID, UInt32);

/// What advances a clock.
OCA_ENUM(CAClockTimebase, UInt32) {
  kCAClockTimebase_HostTime = 'host',  ///< The machine's clock.
  kCAClockTimebase_AudioDevice = 'audi',  ///< A device; unsupported.
  kCAClockTimebase_AudioOutputUnit = 'auou',  ///< An output unit; unsupported.
};
OCA_ENUM_TYPE(CAClockTimebase, UInt32);

/// What starts and stops a clock.
OCA_ENUM(CAClockSyncMode, UInt32) {
  kCAClockSyncMode_Internal = 'intr',  ///< Calls of the client.
  kCAClockSyncMode_MIDIClockTransport = 'mclk',  ///< MIDI clock messages.
  kCAClockSyncMode_MTCTransport = 'mmtc',  ///< MIDI Time Code.
};
OCA_ENUM_TYPE(CAClockSyncMode, UInt32);

/// What a listener learns.
OCA_ENUM(CAClockMessage, UInt32) {
  kCAClockMessage_StartTimeSet = 'stim',  ///< The client has set the time.
  kCAClockMessage_Started = 'strt',  ///< The clock has started.
  kCAClockMessage_Stopped = 'stop',  ///< The clock has stopped.
  kCAClockMessage_Armed = 'armd',  ///< The clock waits for messages.
  kCAClockMessage_Disarmed = 'darm',  ///< The clock ignores messages.
  kCAClockMessage_PropertyChanged = 'pchg',  ///< A `CAClockPropertyID` has changed.
  /// MIDI Time Code has another format than the clock.
  kCAClockMessage_WrongSMPTEFormat = '?smp',
};
OCA_ENUM_TYPE(CAClockMessage, UInt32);

/// A form of time.
OCA_ENUM(CAClockTimeFormat, UInt32) {
  kCAClockTimeFormat_HostTime = 'host',  ///< The host time.
  kCAClockTimeFormat_Samples = 'samp',  ///< Frames of a device; unsupported.
  kCAClockTimeFormat_Beats = 'beat',  ///< Beats of the media.
  kCAClockTimeFormat_Seconds = 'secs',  ///< Seconds of the media.
  kCAClockTimeFormat_SMPTESeconds = 'smps',  ///< Seconds of the media, with the SMPTE offset.
  kCAClockTimeFormat_SMPTETime = 'smpt',  ///< A SMPTE time.
  kCAClockTimeFormat_AbsoluteSeconds = 'asec',  ///< Seconds of the timebase.
};
OCA_ENUM_TYPE(CAClockTimeFormat, UInt32);

/// A time in one of the forms.
typedef struct CAClockTime {
  CAClockTimeFormat format;  ///< The form.
  UInt32 reserved;  ///< 0.
  /// The forms of a time.
  union {
    UInt64 hostTime;  ///< The host time.
    CAClockSamples samples;  ///< Frames of a device.
    CAClockBeats beats;  ///< Beats of the media.
    CAClockSeconds seconds;  ///< Seconds of the media, of SMPTE, or of the timebase.
    SMPTETime smpte;  ///< A SMPTE time.
  } time;  ///< The time, by its form.
} CAClockTime;

/// A tempo from a beat on.
typedef struct CATempoMapEntry {
  CAClockBeats beats;  ///< The beat.
  CAClockTempo tempoBPM;  ///< Beats a minute.
} CATempoMapEntry;

/// A time signature from a beat on.
typedef struct CAMeterTrackEntry {
  CAClockBeats beats;  ///< The beat, which starts a bar.
  UInt16 meterNumer;  ///< The number of beats in a bar.
  UInt16 meterDenom;  ///< The note value of a beat: a power of two.
} CAMeterTrackEntry;

/// The function that a clock calls when it changes.
///
/// - Parameters:
///   - userData: The client's data.
///   - message: What has happened.
///   - param: The `CAClockPropertyID` after `kCAClockMessage_PropertyChanged`.
typedef void (*CAClockListenerProc)(
    void *userData, CAClockMessage message, const void *param);

/// The errors of clocks.
OCA_CONSTANTS(OSStatus) {
  kCAClock_UnknownPropertyError = -66816,  ///< The property does not exist, or is unsupported.
  kCAClock_InvalidPropertySizeError = -66815,  ///< The size of the value is wrong.
  kCAClock_InvalidTimeFormatError = -66814,  ///< The clock has no time of this form.
  kCAClock_InvalidSyncModeError = -66813,  ///< The call does not fit the sync mode.
  kCAClock_InvalidSyncSourceError = -66812,  ///< The source of messages does not exist.
  kCAClock_InvalidTimebaseError = -66811,  ///< The timebase is unsupported.
  kCAClock_InvalidTimebaseSourceError = -66810,  ///< The timebase has no source.
  kCAClock_InvalidSMPTEFormatError = -66809,  ///< The SMPTE format does not exist.
  kCAClock_InvalidSMPTEOffsetError = -66808,  ///< The SMPTE offset is no number.
  kCAClock_InvalidUnitError = -66807,  ///< The divisor is 0.
  kCAClock_InvalidPlayRateError = -66806,  ///< The rate is not positive.
  kCAClock_CannotSetTimeError = -66805,  ///< The clock runs.
};

// MARK: - Clocks

/// Makes a stopped clock at time 0, with 120 beats a minute.
extern OSStatus CAClockNew(UInt32 inReservedFlags, CAClockRef _Nullable *_Nonnull outCAClock);

/// Stops and disposes of a clock.
extern OSStatus CAClockDispose(CAClockRef inCAClock);

/// Gets the size of a property's value, and whether it can be set.
extern OSStatus CAClockGetPropertyInfo(
    CAClockRef inCAClock, CAClockPropertyID inPropertyID, UInt32 *_Nullable outSize,
    DarwinBoolean *_Nullable outWritable);

/// Gets a property.
extern OSStatus CAClockGetProperty(
    CAClockRef inCAClock, CAClockPropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);

/// Sets a property.
extern OSStatus CAClockSetProperty(
    CAClockRef inCAClock, CAClockPropertyID inPropertyID, UInt32 inPropertyDataSize,
    const void *inPropertyData);

/// Adds a listener.
extern OSStatus CAClockAddListener(
    CAClockRef inCAClock, CAClockListenerProc inListenerProc, void *inUserData);

/// Removes a listener.
extern OSStatus CAClockRemoveListener(
    CAClockRef inCAClock, CAClockListenerProc inListenerProc, void *inUserData);

// MARK: - Times

/// Sets the media time at which a stopped clock starts.
extern OSStatus CAClockSetCurrentTime(CAClockRef inCAClock, const CAClockTime *inTime);

/// Gets the current time.
extern OSStatus CAClockGetCurrentTime(
    CAClockRef inCAClock, CAClockTimeFormat inTimeFormat, CAClockTime *outTime);

/// Gets the time at which the clock starts or has started.
extern OSStatus CAClockGetStartTime(
    CAClockRef inCAClock, CAClockTimeFormat inTimeFormat, CAClockTime *outTime);

/// Converts a time to another form.
extern OSStatus CAClockTranslateTime(
    CAClockRef inCAClock, const CAClockTime *inTime, CAClockTimeFormat inOutputTimeFormat,
    CAClockTime *outTime);

// MARK: - Transport

/// Starts a clock.
extern OSStatus CAClockStart(CAClockRef inCAClock);

/// Stops a clock.
extern OSStatus CAClockStop(CAClockRef inCAClock);

/// Lets messages start and stop a clock.
extern OSStatus CAClockArm(CAClockRef inCAClock);

/// Ignores messages again.
extern OSStatus CAClockDisarm(CAClockRef inCAClock);

/// Sets the rate of media time.
extern OSStatus CAClockSetPlayRate(CAClockRef inCAClock, Float64 inPlayRate);

/// Gets the rate of media time.
extern OSStatus CAClockGetPlayRate(CAClockRef inCAClock, Float64 *outPlayRate);

/// Sets the tempo from now on, or from a time on.
extern OSStatus CAClockSetCurrentTempo(
    CAClockRef inCAClock, CAClockTempo inTempo, const CAClockTime *_Nullable inTimestamp);

/// Gets the tempo and the current time.
extern OSStatus CAClockGetCurrentTempo(
    CAClockRef inCAClock, CAClockTempo *outTempo, CAClockTime *_Nullable outTimestamp);

/// Passes received MIDI messages to a clock.
extern OSStatus CAClockParseMIDI(
    CAClockRef inCAClock, const MIDIPacketList *inMIDIPacketList);

// MARK: - Conversions

/// Converts seconds of SMPTE to a SMPTE time.
extern OSStatus CAClockSecondsToSMPTETime(
    CAClockRef inCAClock, CAClockSeconds inSeconds, UInt16 inSubframeDivisor,
    SMPTETime *outSMPTETime);

/// Converts a SMPTE time to seconds of SMPTE.
extern OSStatus CAClockSMPTETimeToSeconds(
    CAClockRef inCAClock, const SMPTETime *inSMPTETime, CAClockSeconds *outSeconds);

/// Converts beats to a place in a bar.
extern OSStatus CAClockBeatsToBarBeatTime(
    CAClockRef inCAClock, CAClockBeats inBeats, UInt16 inSubbeatDivisor,
    CABarBeatTime *outBarBeatTime);

/// Converts a place in a bar to beats.
extern OSStatus CAClockBarBeatTimeToBeats(
    CAClockRef inCAClock, const CABarBeatTime *inBarBeatTime, CAClockBeats *outBeats);

OCA_HEADER_END

#endif
