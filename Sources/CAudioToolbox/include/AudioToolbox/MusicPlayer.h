/// Music Player: sequences of events, and their files.
#ifndef AudioToolbox_MusicPlayer_h
#define AudioToolbox_MusicPlayer_h

#include <AudioToolbox/AUGraph.h>
#include <AudioToolbox/MusicDevice.h>

// Programs in C get Core MIDI with this header, as on Apple's systems.
#if !defined(__swift__) && defined(__has_include)
#if __has_include(<CoreMIDI/CoreMIDI.h>)
#include <CoreMIDI/CoreMIDI.h>
#endif
#endif

OCA_HEADER_BEGIN

// MARK: - Types

/// A time in beats, or in the unit of a sequence's type.
typedef Float64 MusicTimeStamp;
/// The time after the last event of a track.
#define kMusicTimeStamp_EndOfTrack 1.7976931348623157e308

/// A player of a sequence.
typedef struct OpaqueMusicPlayer *MusicPlayer;
/// A sequence: tracks that share one tempo track.
typedef struct OpaqueMusicSequence *MusicSequence;
/// A track of a sequence.
typedef struct OpaqueMusicTrack *MusicTrack;
/// A position among the events of a track.
typedef struct OpaqueMusicEventIterator *MusicEventIterator;

/// A source or destination of MIDI messages.
typedef UInt32 MIDIEndpointRef;

/// The unit of the times of a sequence.
OCA_ENUM(MusicSequenceType, UInt32) {
  kMusicSequenceType_Beats = 'beat',  ///< Beats, whose length the tempo track determines.
  kMusicSequenceType_Seconds = 'secs',  ///< Seconds.
  kMusicSequenceType_Samples = 'samp',  ///< Frames of audio.
};
OCA_ENUM_TYPE(MusicSequenceType, UInt32);

/// How a file's events become tracks.
OCA_OPTIONS(MusicSequenceLoadFlags, UInt32) {
#if !defined(__swift__)
  kMusicSequenceLoadSMF_PreserveTracks = 0,  ///< The tracks of the file.
#endif
  /// A track for each channel, and a last one for other events.
  kMusicSequenceLoadSMF_ChannelsToTracks = 1U << 0,
};
OCA_OPTIONS_TYPE(MusicSequenceLoadFlags, UInt32);

/// A type of file.
OCA_ENUM(MusicSequenceFileTypeID, UInt32) {
  kMusicSequenceFile_AnyType = 0,  ///< The content decides.
  kMusicSequenceFile_MIDIType = 'midi',  ///< A Standard MIDI File.
  kMusicSequenceFile_iMelodyType = 'imel',  ///< iMelody, which is unsupported.
};
OCA_ENUM_TYPE(MusicSequenceFileTypeID, UInt32);

/// The treatment of an existing file.
OCA_OPTIONS(MusicSequenceFileFlags, UInt32) {
  kMusicSequenceFileFlags_Default = 0,  ///< An existing file is an error.
  kMusicSequenceFileFlags_EraseFile = 1,  ///< The new file replaces an existing one.
};
OCA_OPTIONS_TYPE(MusicSequenceFileFlags, UInt32);

// MARK: - Events

/// A kind of event.
typedef UInt32 MusicEventType;

/// The kinds of events.
OCA_CONSTANTS(UInt32) {
  kMusicEventType_NULL = 0,  ///< No event.
  kMusicEventType_ExtendedNote = 1,  ///< An `ExtendedNoteOnEvent`.
  kMusicEventType_ExtendedControl = 2,  ///< An `ExtendedControlEvent`.
  kMusicEventType_ExtendedTempo = 3,  ///< An `ExtendedTempoEvent`.
  kMusicEventType_User = 4,  ///< A `MusicEventUserData`.
  kMusicEventType_Meta = 5,  ///< A `MIDIMetaEvent`.
  kMusicEventType_MIDINoteMessage = 6,  ///< A `MIDINoteMessage`.
  kMusicEventType_MIDIChannelMessage = 7,  ///< A `MIDIChannelMessage`.
  kMusicEventType_MIDIRawData = 8,  ///< A `MIDIRawData`.
  kMusicEventType_Parameter = 9,  ///< A `ParameterEvent`.
  kMusicEventType_AUPreset = 10,  ///< An `AUPresetEvent`.
};

/// A note with its length.
typedef struct MIDINoteMessage {
  UInt8 channel;  ///< 0 to 15.
  UInt8 note;  ///< The key, 0 to 127.
  UInt8 velocity;  ///< 0 to 127.
  UInt8 releaseVelocity;  ///< 0 to 127.
  Float32 duration;  ///< The length in beats.
} MIDINoteMessage;

/// A channel message that is not a note.
typedef struct MIDIChannelMessage {
  UInt8 status;  ///< The kind of message and the channel.
  UInt8 data1;  ///< The first data byte.
  UInt8 data2;  ///< The second data byte, if the message has one.
  UInt8 reserved;  ///< 0.
} MIDIChannelMessage;

/// Bytes to send, such as a system exclusive message.
typedef struct MIDIRawData {
  UInt32 length;  ///< The number of bytes.
  UInt8 data[1];  ///< The first byte. The others follow in memory.
} MIDIRawData;

/// Information that is not sent.
typedef struct MIDIMetaEvent {
  UInt8 metaEventType;  ///< The kind of information.
  UInt8 unused1;  ///< 0.
  UInt8 unused2;  ///< 0.
  UInt8 unused3;  ///< 0.
  UInt32 dataLength;  ///< The number of bytes.
  UInt8 data[1];  ///< The first byte. The others follow in memory.
} MIDIMetaEvent;

/// Bytes for the callback of a sequence.
typedef struct MusicEventUserData {
  UInt32 length;  ///< The number of bytes.
  UInt8 data[1];  ///< The first byte. The others follow in memory.
} MusicEventUserData;

/// A note with a fractional pitch and more controls.
typedef struct ExtendedNoteOnEvent {
  MusicDeviceInstrumentID instrumentID;  ///< The instrument.
  MusicDeviceGroupID groupID;  ///< The group.
  Float32 duration;  ///< The length in beats.
  MusicDeviceNoteParams extendedParams;  ///< The pitch, the velocity, and controls.
} ExtendedNoteOnEvent;

/// A change of a control of a group.
typedef struct ExtendedControlEvent {
  MusicDeviceGroupID groupID;  ///< The group.
  AudioUnitParameterID controlID;  ///< The control.
  AudioUnitParameterValue value;  ///< The value.
} ExtendedControlEvent;

/// A change of a parameter of a unit.
typedef struct ParameterEvent {
  AudioUnitParameterID parameterID;  ///< The parameter.
  AudioUnitScope scope;  ///< The scope.
  AudioUnitElement element;  ///< The element.
  AudioUnitParameterValue value;  ///< The value.
} ParameterEvent;

/// A tempo.
typedef struct ExtendedTempoEvent {
  Float64 bpm;  ///< Beats a minute.
} ExtendedTempoEvent;

/// A change of all settings of a unit.
typedef struct AUPresetEvent {
  AudioUnitScope scope;  ///< The scope.
  AudioUnitElement element;  ///< The element.
#if defined(__swift__)
  const void *preset OCA_REFINED_FOR_SWIFT;
#else
  CFPropertyListRef preset;  ///< The settings.
#endif
} AUPresetEvent;

/// A place in a bar.
typedef struct CABarBeatTime {
  SInt32 bar;  ///< The bar; the first one is 1.
  UInt16 beat;  ///< The beat; the first one of a bar is 1.
  UInt16 subbeat;  ///< Parts of a beat.
  UInt16 subbeatDivisor;  ///< The number of parts that make a beat.
  UInt16 reserved;  ///< 0.
} CABarBeatTime;

/// The repetition of the end of a track.
typedef struct MusicTrackLoopInfo {
  MusicTimeStamp loopDuration;  ///< The length of the loop, which ends with the track; 0 for none.
  SInt32 numberOfLoops;  ///< How often the loop plays; 0 for ever.
} MusicTrackLoopInfo;

/// A function that is called when a user event plays.
///
/// - Parameter inClientData: The client's pointer.
/// - Parameter inEventTime: The time of the event.
/// - Parameter inStartSliceBeat: The start of the stretch that is played now.
/// - Parameter inEndSliceBeat: The end of this stretch.
typedef void (*MusicSequenceUserCallback)(
    void *_Nullable inClientData, MusicSequence inSequence, MusicTrack inTrack,
    MusicTimeStamp inEventTime, const MusicEventUserData *inEventData,
    MusicTimeStamp inStartSliceBeat, MusicTimeStamp inEndSliceBeat);

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioToolboxErr_InvalidSequenceType = -10846,  ///< The sequence's type does not allow this.
  kAudioToolboxErr_CannotDoInCurrentContext = -10863,  ///< Not possible now: try again.
  kAudioToolboxErr_TrackIndexError = -10859,  ///< The index is out of range.
  kAudioToolboxErr_TrackNotFound = -10858,  ///< The sequence does not have the track.
  kAudioToolboxErr_EndOfTrack = -10857,  ///< No event follows.
  kAudioToolboxErr_StartOfTrack = -10856,  ///< No event precedes.
  kAudioToolboxErr_IllegalTrackDestination = -10855,  ///< The destination is invalid.
  kAudioToolboxErr_NoSequence = -10854,  ///< The player has no sequence.
  kAudioToolboxErr_InvalidEventType = -10853,  ///< The kind of event is invalid.
  kAudioToolboxErr_InvalidPlayerState = -10852,  ///< Not possible while playing.
  kAudioToolboxError_NoTrackDestination = -66720,  ///< A track has no destination.
};

// MARK: - Sequences

/// Makes a sequence without tracks.
extern OSStatus NewMusicSequence(MusicSequence _Nullable *_Nonnull outSequence);

/// Disposes of a sequence and its tracks.
extern OSStatus DisposeMusicSequence(MusicSequence inSequence);

/// Adds a track.
extern OSStatus MusicSequenceNewTrack(
    MusicSequence inSequence, MusicTrack _Nullable *_Nonnull outTrack);

/// Removes a track.
extern OSStatus MusicSequenceDisposeTrack(MusicSequence inSequence, MusicTrack inTrack);

/// Gets the number of tracks, without the tempo track.
extern OSStatus MusicSequenceGetTrackCount(MusicSequence inSequence, UInt32 *outNumberOfTracks);

/// Gets a track by its index.
extern OSStatus MusicSequenceGetIndTrack(
    MusicSequence inSequence, UInt32 inTrackIndex, MusicTrack _Nullable *_Nonnull outTrack);

/// Gets the index of a track.
extern OSStatus MusicSequenceGetTrackIndex(
    MusicSequence inSequence, MusicTrack inTrack, UInt32 *outTrackIndex);

/// Gets the track with the tempo and the time signatures.
extern OSStatus MusicSequenceGetTempoTrack(
    MusicSequence inSequence, MusicTrack _Nullable *_Nonnull outTrack);

/// Sets the graph whose nodes play the tracks.
extern OSStatus MusicSequenceSetAUGraph(MusicSequence inSequence, AUGraph _Nullable inGraph);

/// Gets the graph of a sequence.
extern OSStatus MusicSequenceGetAUGraph(
    MusicSequence inSequence, AUGraph _Nullable *_Nonnull outGraph);

/// Sets the MIDI destination of all tracks.
///
/// The destination receives the events at their host times. If the destination does not exist, the
/// sequence does not play (`kAudioToolboxErr_IllegalTrackDestination`).
extern OSStatus MusicSequenceSetMIDIEndpoint(
    MusicSequence inSequence, MIDIEndpointRef inEndpoint);

/// Sets the unit of all times.
extern OSStatus MusicSequenceSetSequenceType(MusicSequence inSequence, MusicSequenceType inType);

/// Gets the unit of all times.
extern OSStatus MusicSequenceGetSequenceType(
    MusicSequence inSequence, MusicSequenceType *outType);

/// Reverses the order of all events, and the tempo.
extern OSStatus MusicSequenceReverse(MusicSequence inSequence);

/// Sets the function that is called when a user event plays.
extern OSStatus MusicSequenceSetUserCallback(
    MusicSequence inSequence, MusicSequenceUserCallback _Nullable inCallback,
    void *_Nullable inClientData);

#if !defined(__swift__)
/// Gets information about a sequence: title, tempo, length. The caller releases the dictionary.
extern CFDictionaryRef MusicSequenceGetInfoDictionary(MusicSequence inSequence);
#endif

// MARK: - Time

/// Converts beats to seconds by the tempo track.
extern OSStatus MusicSequenceGetSecondsForBeats(
    MusicSequence inSequence, MusicTimeStamp inBeats, Float64 *outSeconds);

/// Converts seconds to beats by the tempo track.
extern OSStatus MusicSequenceGetBeatsForSeconds(
    MusicSequence inSequence, Float64 inSeconds, MusicTimeStamp *outBeats);

/// Converts beats to a place in a bar by the time signatures of the tempo track.
extern OSStatus MusicSequenceBeatsToBarBeatTime(
    MusicSequence inSequence, MusicTimeStamp inBeats, UInt32 inSubbeatDivisor,
    CABarBeatTime *outBarBeatTime);

/// Converts a place in a bar to beats.
extern OSStatus MusicSequenceBarBeatTimeToBeats(
    MusicSequence inSequence, const CABarBeatTime *inBarBeatTime, MusicTimeStamp *outBeats);

/// Makes the resolution of a file in time code.
extern SInt16 MusicSequenceSetSMPTEResolution(SInt8 fps, UInt8 ticks);

/// Gets the parts of a resolution in time code.
extern void MusicSequenceGetSMPTEResolution(SInt16 inRes, SInt8 *fps, UInt8 *ticks);

// MARK: - Files

#if !defined(__swift__)
/// Adds the tracks of a file.
extern OSStatus MusicSequenceFileLoad(
    MusicSequence inSequence, CFURLRef inFileRef, MusicSequenceFileTypeID inFileTypeHint,
    MusicSequenceLoadFlags inFlags);

/// Adds the tracks of a file's bytes.
extern OSStatus MusicSequenceFileLoadData(
    MusicSequence inSequence, CFDataRef inData, MusicSequenceFileTypeID inFileTypeHint,
    MusicSequenceLoadFlags inFlags);

/// Writes a file.
///
/// - Parameter inResolution: Ticks for each beat, or a resolution in time code; 0 for the standard.
extern OSStatus MusicSequenceFileCreate(
    MusicSequence inSequence, CFURLRef inFileRef, MusicSequenceFileTypeID inFileType,
    MusicSequenceFileFlags inFlags, SInt16 inResolution);

/// Makes the bytes of a file, which the caller releases.
extern OSStatus MusicSequenceFileCreateData(
    MusicSequence inSequence, MusicSequenceFileTypeID inFileType, MusicSequenceFileFlags inFlags,
    SInt16 inResolution, CFDataRef _Nullable *_Nonnull outData);

/// Adds the tracks of a file's bytes.
extern OSStatus MusicSequenceLoadSMFDataWithFlags(
    MusicSequence inSequence, CFDataRef inData, MusicSequenceLoadFlags inFlags)
    OCA_DEPRECATED("use MusicSequenceFileLoadData");

/// Makes the bytes of a file, which the caller releases.
extern OSStatus MusicSequenceSaveSMFData(
    MusicSequence inSequence, CFDataRef _Nullable *_Nonnull outData, UInt16 inResolution)
    OCA_DEPRECATED("use MusicSequenceFileCreateData");
#endif

// MARK: - Tracks

/// Properties of tracks.
OCA_CONSTANTS(UInt32) {
  kSequenceTrackProperty_LoopInfo = 0,  ///< MusicTrackLoopInfo.
  kSequenceTrackProperty_OffsetTime = 1,  ///< MusicTimeStamp: the beats by which events are later.
  kSequenceTrackProperty_MuteStatus = 2,  ///< Boolean: the track is silent.
  kSequenceTrackProperty_SoloStatus = 3,  ///< Boolean: only tracks with this status play.
  kSequenceTrackProperty_AutomatedParameters = 4,  ///< UInt32: the track has only parameters.
  kSequenceTrackProperty_TrackLength = 5,  ///< MusicTimeStamp: the length.
  kSequenceTrackProperty_TimeResolution = 6,  ///< SInt16, tempo track: the file's resolution.
};

/// Gets the sequence of a track.
extern OSStatus MusicTrackGetSequence(
    MusicTrack inTrack, MusicSequence _Nullable *_Nonnull outSequence);

/// Sets the node that plays a track.
extern OSStatus MusicTrackSetDestNode(MusicTrack inTrack, AUNode inNode);

/// Sets the MIDI destination of a track.
///
/// The destination receives the events at their host times. If the destination does not exist, the
/// sequence does not play (`kAudioToolboxErr_IllegalTrackDestination`).
extern OSStatus MusicTrackSetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef inEndpoint);

/// Gets the node that plays a track.
extern OSStatus MusicTrackGetDestNode(MusicTrack inTrack, AUNode *outNode);

/// Gets the MIDI destination of a track.
extern OSStatus MusicTrackGetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef *outEndpoint);

/// Sets a property of a track.
extern OSStatus MusicTrackSetProperty(
    MusicTrack inTrack, UInt32 inPropertyID, void *inData, UInt32 inLength);

/// Gets a property of a track.
extern OSStatus MusicTrackGetProperty(
    MusicTrack inTrack, UInt32 inPropertyID, void *outData, UInt32 *ioLength);

/// Moves the events of a range.
extern OSStatus MusicTrackMoveEvents(
    MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime,
    MusicTimeStamp inMoveTime);

/// Makes a track with the events of a range of another one.
extern OSStatus NewMusicTrackFrom(
    MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime, MusicTimeStamp inSourceEndTime,
    MusicTrack _Nullable *_Nonnull outNewTrack)
    OCA_DEPRECATED("use MusicSequenceNewTrack and MusicTrackCopyInsert");

/// Removes the events of a range.
extern OSStatus MusicTrackClear(
    MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);

/// Removes a range, and moves later events to its start.
extern OSStatus MusicTrackCut(
    MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);

/// Inserts the events of a range, and moves later events.
extern OSStatus MusicTrackCopyInsert(
    MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime, MusicTimeStamp inSourceEndTime,
    MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);

/// Adds the events of a range.
extern OSStatus MusicTrackMerge(
    MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime, MusicTimeStamp inSourceEndTime,
    MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);

// MARK: - Adding Events

/// Adds a note.
extern OSStatus MusicTrackNewMIDINoteEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDINoteMessage *inMessage);

/// Adds a message of a channel.
extern OSStatus MusicTrackNewMIDIChannelEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIChannelMessage *inMessage);

/// Adds bytes to send.
extern OSStatus MusicTrackNewMIDIRawDataEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIRawData *inRawData);

/// Adds a note with more controls.
extern OSStatus MusicTrackNewExtendedNoteEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const ExtendedNoteOnEvent *inInfo);

/// Adds a change of a control of a group.
extern OSStatus MusicTrackNewExtendedControlEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const ExtendedControlEvent *inInfo)
    OCA_DEPRECATED("use MusicTrackNewParameterEvent");

/// Adds a change of a parameter.
extern OSStatus MusicTrackNewParameterEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const ParameterEvent *inInfo);

/// Adds a tempo.
extern OSStatus MusicTrackNewExtendedTempoEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, Float64 inBPM);

/// Adds information.
extern OSStatus MusicTrackNewMetaEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MIDIMetaEvent *inMetaEvent);

/// Adds bytes for the callback.
extern OSStatus MusicTrackNewUserEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const MusicEventUserData *inUserData);

/// Adds a change of all settings of a unit.
extern OSStatus MusicTrackNewAUPresetEvent(
    MusicTrack inTrack, MusicTimeStamp inTimeStamp, const AUPresetEvent *inPresetEvent);

// MARK: - Iterators

/// Makes an iterator at the first event of a track.
extern OSStatus NewMusicEventIterator(
    MusicTrack inTrack, MusicEventIterator _Nullable *_Nonnull outIterator);

/// Disposes of an iterator.
extern OSStatus DisposeMusicEventIterator(MusicEventIterator inIterator);

/// Moves to the first event at or after a time.
extern OSStatus MusicEventIteratorSeek(MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);

/// Moves to the next event, or after the last one.
extern OSStatus MusicEventIteratorNextEvent(MusicEventIterator inIterator);

/// Moves to the previous event.
extern OSStatus MusicEventIteratorPreviousEvent(MusicEventIterator inIterator);

/// Gets the current event.
extern OSStatus MusicEventIteratorGetEventInfo(
    MusicEventIterator inIterator, MusicTimeStamp *outTimeStamp, MusicEventType *outEventType,
    const void *_Nullable *_Nonnull outEventData, UInt32 *outEventDataSize);

/// Replaces the current event.
extern OSStatus MusicEventIteratorSetEventInfo(
    MusicEventIterator inIterator, MusicEventType inEventType, const void *inEventData);

/// Moves the current event to another time.
extern OSStatus MusicEventIteratorSetEventTime(
    MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);

/// Removes the current event, so that the next one becomes the current one.
extern OSStatus MusicEventIteratorDeleteEvent(MusicEventIterator inIterator);

/// Gets whether an event precedes the current one.
extern OSStatus MusicEventIteratorHasPreviousEvent(
    MusicEventIterator inIterator, DarwinBoolean *outHasPrevEvent);

/// Gets whether an event follows the current one.
extern OSStatus MusicEventIteratorHasNextEvent(
    MusicEventIterator inIterator, DarwinBoolean *outHasNextEvent);

/// Gets whether the iterator is at an event.
extern OSStatus MusicEventIteratorHasCurrentEvent(
    MusicEventIterator inIterator, DarwinBoolean *outHasCurEvent);

// MARK: - Players

/// Makes a player without a sequence.
extern OSStatus NewMusicPlayer(MusicPlayer _Nullable *_Nonnull outPlayer);

/// Stops and disposes of a player.
extern OSStatus DisposeMusicPlayer(MusicPlayer inPlayer);

/// Sets the sequence of a stopped player.
extern OSStatus MusicPlayerSetSequence(MusicPlayer inPlayer, MusicSequence _Nullable inSequence);

/// Gets the sequence of a player.
extern OSStatus MusicPlayerGetSequence(
    MusicPlayer inPlayer, MusicSequence _Nullable *_Nonnull outSequence);

/// Moves to a time.
extern OSStatus MusicPlayerSetTime(MusicPlayer inPlayer, MusicTimeStamp inTime);

/// Gets the time.
extern OSStatus MusicPlayerGetTime(MusicPlayer inPlayer, MusicTimeStamp *outTime);

/// Gets the host time at which a player is or was at a time.
extern OSStatus MusicPlayerGetHostTimeForBeats(
    MusicPlayer inPlayer, MusicTimeStamp inBeats, UInt64 *outHostTime);

/// Gets the time at which a player is or was at a host time.
extern OSStatus MusicPlayerGetBeatsForHostTime(
    MusicPlayer inPlayer, UInt64 inHostTime, MusicTimeStamp *outBeats);

/// Loads the instruments, so that a later start takes no time.
extern OSStatus MusicPlayerPreroll(MusicPlayer inPlayer);

/// Starts a player.
extern OSStatus MusicPlayerStart(MusicPlayer inPlayer);

/// Stops a player.
extern OSStatus MusicPlayerStop(MusicPlayer inPlayer);

/// Gets whether a player was started; the end of a sequence does not stop it.
extern OSStatus MusicPlayerIsPlaying(MusicPlayer inPlayer, DarwinBoolean *outIsPlaying);

/// Sets the factor of the tempo.
extern OSStatus MusicPlayerSetPlayRateScalar(MusicPlayer inPlayer, Float64 inScaleRate);

/// Gets the factor of the tempo.
extern OSStatus MusicPlayerGetPlayRateScalar(MusicPlayer inPlayer, Float64 *outScaleRate);

OCA_HEADER_END

#endif
