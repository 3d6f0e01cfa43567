/// Audio Queue Services: playing and recording by buffers.
#ifndef AudioToolbox_AudioQueue_h
#define AudioToolbox_AudioQueue_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A property of a queue: a four-character code.
typedef UInt32 AudioQueuePropertyID;
/// A parameter of a queue.
typedef UInt32 AudioQueueParameterID;
typedef Float32 AudioQueueParameterValue;
/// A queue.
typedef struct OpaqueAudioQueue *AudioQueueRef;
/// Watches a queue for gaps.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;
/// Sees the audio of a queue on its way.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

/// Memory for audio that a queue has allocated.
typedef struct AudioQueueBuffer {
  /// In bytes.
  const UInt32 mAudioDataBytesCapacity;
  void *const mAudioData;
  /// The bytes that are in use.
  UInt32 mAudioDataByteSize;
  void *_Nullable mUserData;
  const UInt32 mPacketDescriptionCapacity;
  AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
  /// The descriptions that are in use.
  UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;
typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A value that a parameter takes when a buffer starts.
typedef struct AudioQueueParameterEvent {
  AudioQueueParameterID mID;
  AudioQueueParameterValue mValue;
} AudioQueueParameterEvent;

/// How loud a channel is.
typedef struct AudioQueueLevelMeterState {
  Float32 mAveragePower;
  Float32 mPeakPower;
} AudioQueueLevelMeterState;

/// The channel of a device that a channel of a queue goes to.
typedef struct AudioQueueChannelAssignment {
#if defined(__swift__)
  const void *mDeviceUID OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef mDeviceUID;
#endif
  /// Counted from 1.
  UInt32 mChannelNumber;
} AudioQueueChannelAssignment;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioQueueErr_InvalidBuffer = -66687,  ///< The buffer is not of this queue.
  kAudioQueueErr_BufferEmpty = -66686,  ///< The buffer holds no bytes.
  kAudioQueueErr_DisposalPending = -66685,  ///< The queue is about to end.
  kAudioQueueErr_InvalidProperty = -66684,  ///< No such property.
  kAudioQueueErr_InvalidPropertySize = -66683,  ///< The memory for the value has the wrong size.
  kAudioQueueErr_InvalidParameter = -66682,  ///< No such parameter.
  kAudioQueueErr_CannotStart = -66681,  ///< The device does not start.
  kAudioQueueErr_InvalidDevice = -66680,  ///< No such device.
  kAudioQueueErr_BufferInQueue = -66679,  ///< The buffer is enqueued.
  kAudioQueueErr_InvalidRunState = -66678,  ///< Not in this state.
  kAudioQueueErr_InvalidQueueType = -66677,  ///< Not for playing, or not for recording.
  kAudioQueueErr_Permissions = -66676,  ///< Recording is not allowed; on Linux a device says so by being absent.
  kAudioQueueErr_InvalidPropertyValue = -66675,  ///< The property cannot have that value.
  kAudioQueueErr_PrimeTimedOut = -66674,  ///< Not enough was decoded in time; here priming takes the time it needs.
  kAudioQueueErr_CodecNotFound = -66673,  ///< No codec for the format.
  kAudioQueueErr_InvalidCodecAccess = -66672,  ///< The codec cannot be had now.
  kAudioQueueErr_QueueInvalidated = -66671,  ///< The sound system has gone away; here a queue outlives that.
  kAudioQueueErr_TooManyTaps = -66670,  ///< The queue has a tap.
  kAudioQueueErr_InvalidTapContext = -66669,  ///< Not called from the tap.
  kAudioQueueErr_RecordUnderrun = -66668,  ///< Recorded audio came with no buffer for it.
  kAudioQueueErr_InvalidTapType = -66667,  ///< Not with this kind of tap.
  kAudioQueueErr_BufferEnqueuedTwice = -66666,  ///< The buffer is enqueued already.
  kAudioQueueErr_CannotStartYet = -66665,  ///< Not yet, try again.
  kAudioQueueErr_EnqueueDuringReset = -66632,  ///< The queue is being reset, stopped or ended.
  kAudioQueueErr_InvalidOfflineMode = -66626,  ///< Only in, or not in, offline mode.
};

// MARK: - Properties

OCA_CONSTANTS(AudioQueuePropertyID) {
  /// UInt32: 1 while the device plays or records for the queue.
  kAudioQueueProperty_IsRunning = 'aqrn',
  /// Float64 in hertz.
  kAudioQueueDeviceProperty_SampleRate = 'aqsr',
  /// UInt32.
  kAudioQueueDeviceProperty_NumberChannels = 'aqdc',
  /// CFString; the caller owns it.
  kAudioQueueProperty_CurrentDevice = 'aqcd',
  /// Bytes that the codec needs.
  kAudioQueueProperty_MagicCookie = 'aqmc',
  /// UInt32: bytes of the largest recorded packet.
  kAudioQueueProperty_MaximumOutputPacketSize = 'xops',
  /// `AudioStreamBasicDescription`.
  kAudioQueueProperty_StreamDescription = 'aqft',
  /// `AudioChannelLayout`.
  kAudioQueueProperty_ChannelLayout = 'aqcl',
  /// UInt32: 1 turns the meters on.
  kAudioQueueProperty_EnableLevelMetering = 'aqme',
  /// `AudioQueueLevelMeterState`s, one a channel, 0 to 1.
  kAudioQueueProperty_CurrentLevelMeter = 'aqmv',
  /// `AudioQueueLevelMeterState`s, one a channel, in decibels.
  kAudioQueueProperty_CurrentLevelMeterDB = 'aqmd',
  /// UInt32.
  kAudioQueueProperty_DecodeBufferSizeFrames = 'dcbf',
  /// UInt32: the last error in decoding.
  kAudioQueueProperty_ConverterError = 'qcve',
  /// UInt32: 1 allows rate and pitch; only while stopped.
  kAudioQueueProperty_EnableTimePitch = 'q_tp',
  /// UInt32, from the list below.
  kAudioQueueProperty_TimePitchAlgorithm = 'qtpa',
  /// UInt32: 1 turns time-pitch off for now.
  kAudioQueueProperty_TimePitchBypass = 'qtpb',
  /// UInt32, from the list below.
  kAudioQueueProperty_HardwareCodecPolicy = 'aqcp',
  /// `AudioQueueChannelAssignment`s.
  kAudioQueueProperty_ChannelAssignments = 'aqca',
  kAudioQueueProperty_IntendedSpatialExperience = 'iseo',
};

/// Values of `kAudioQueueProperty_TimePitchAlgorithm`.
OCA_CONSTANTS(UInt32) {
  kAudioQueueTimePitchAlgorithm_Spectral = 'spec',
  kAudioQueueTimePitchAlgorithm_TimeDomain = 'tido',
  kAudioQueueTimePitchAlgorithm_Varispeed = 'vspd',
  kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 'lqzl',
};

/// Values of `kAudioQueueProperty_HardwareCodecPolicy`.
OCA_CONSTANTS(UInt32) {
  kAudioQueueHardwareCodecPolicy_Default = 0,
  kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,
  kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
  kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,
  kAudioQueueHardwareCodecPolicy_PreferHardware = 4,
};

// MARK: - Parameters

OCA_CONSTANTS(AudioQueueParameterID) {
  kAudioQueueParam_Volume = 1,  ///< 0 to 1, linear.
  kAudioQueueParam_PlayRate = 2,  ///< 0.5 to 2.
  kAudioQueueParam_Pitch = 3,  ///< -2400 to 2400 cents.
  kAudioQueueParam_VolumeRampTime = 4,  ///< Seconds that a new volume takes.
  kAudioQueueParam_Pan = 13,  ///< -1 to 1, left to right.
};

/// Where a tap is, and what it is told.
OCA_OPTIONS(AudioQueueProcessingTapFlags, UInt32) {
  kAudioQueueProcessingTap_PreEffects = 1U << 0,
  kAudioQueueProcessingTap_PostEffects = 1U << 1,
  kAudioQueueProcessingTap_Siphon = 1U << 2,
  kAudioQueueProcessingTap_StartOfStream = 1U << 8,
  kAudioQueueProcessingTap_EndOfStream = 1U << 9,
};
OCA_OPTIONS_TYPE(AudioQueueProcessingTapFlags, UInt32);

// MARK: - Callbacks

/// Called when a queue has taken all of a buffer, which can be filled and enqueued again.
typedef void (*AudioQueueOutputCallback)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Called when a queue has filled a buffer with what it records.
typedef void (*AudioQueueInputCallback)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime, UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Called when a property has changed; it has to be read to see its value.
typedef void (*AudioQueuePropertyListenerProc)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);

/// Called with the audio of a queue on its way.
///
/// - Parameters:
///   - inNumberFrames: How many frames are wanted.
///   - ioTimeStamp: The time of the first one; where the queue records, the one of the source.
///   - ioFlags: Those of the tap; takes those of the stream.
///   - outNumberFrames: Takes how many frames there are; silence stands for those that are missing.
///   - ioData: A buffer for each channel, without memory and bytes, which takes the tap's own or those of the source. A siphon gets frames,
///     and may not change them.
typedef void (*AudioQueueProcessingTapCallback)(
    void *inClientData, AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames,
    AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *ioFlags, UInt32 *outNumberFrames,
    AudioBufferList *ioData);

#if defined(__BLOCKS__) && !defined(__swift__)
typedef void (^AudioQueueOutputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
typedef void (^AudioQueueInputCallbackBlock)(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, const AudioTimeStamp *inStartTime,
    UInt32 inNumberPacketDescs, const AudioStreamPacketDescription *_Nullable inPacketDescs);
#endif

// MARK: - Making and ending

#if !defined(__swift__)
/// Makes a queue that plays.
///
/// - Parameters:
///   - inCallbackRunLoop: Where the callback runs; null for a thread of the queue's own.
///   - inCallbackRunLoopMode: null for the common modes.
///   - inFlags: 0.
extern OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
    void *_Nullable inUserData, CFRunLoopRef _Nullable inCallbackRunLoop,
    CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ);

/// Makes a queue that records.
///
/// - Parameters:
///   - inCallbackRunLoop: Where the callback runs; null for a thread of the queue's own.
///   - inCallbackRunLoopMode: null for the common modes.
///   - inFlags: 0.
extern OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat, AudioQueueInputCallback inCallbackProc,
    void *_Nullable inUserData, CFRunLoopRef _Nullable inCallbackRunLoop,
    CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ);

#endif

/// Ends a queue and its buffers, at once or when all that is enqueued has been played.
extern OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

// MARK: - Buffers

/// Allocates a buffer.
extern OSStatus AudioQueueAllocateBuffer(
    AudioQueueRef inAQ, UInt32 inBufferByteSize,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Allocates a buffer with room for packet descriptions.
extern OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef inAQ, UInt32 inBufferByteSize, UInt32 inNumberPacketDescriptions,
    AudioQueueBufferRef _Nullable *_Nonnull outBuffer);

/// Frees a buffer that is not enqueued.
extern OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Gives a buffer to the queue.
///
/// - Parameters:
///   - inNumPacketDescs: 0 where packets have one size or the buffer holds the descriptions.
///   - inPacketDescs: Copied during the call.
extern OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Gives a buffer to the queue, with frames to drop, parameters to set and a time to start.
///
/// - Parameters:
///   - inParamValues: They apply when the buffer starts.
///   - inStartTime: A sample time from the start of the queue, or null for right after the
///     buffer before.
///   - outActualStartTime: When the buffer starts, as far as is known.
extern OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs, UInt32 inTrimFramesAtStart,
    UInt32 inTrimFramesAtEnd, UInt32 inNumParamValues,
    const AudioQueueParameterEvent *_Nullable inParamValues,
    const AudioTimeStamp *_Nullable inStartTime, AudioTimeStamp *_Nullable outActualStartTime);

// MARK: - Running

/// Starts the queue, or goes on after a pause.
///
/// - Parameter inStartTime: null for as soon as possible.
extern OSStatus AudioQueueStart(
    AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);

/// Decodes enqueued buffers ahead of the start.
///
/// - Parameter inNumberOfFramesToPrepare: 0 for a default.
extern OSStatus AudioQueuePrime(
    AudioQueueRef inAQ, UInt32 inNumberOfFramesToPrepare,
    UInt32 *_Nullable outNumberOfFramesPrepared);

/// Stops the queue, at once or when all that is enqueued has been played.
extern OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

/// Pauses the queue; buffers stay enqueued.
extern OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Makes sure that the decoder keeps nothing of what has been enqueued.
extern OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Returns all buffers and forgets what has been decoded.
extern OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: - Parameters and properties

/// The value of a parameter.
extern OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue *outValue);

/// Sets a parameter.
extern OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue inValue);

/// The value of a property.
///
/// - Parameter ioDataSize: The capacity of `outData` in bytes, then what was written.
extern OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData, UInt32 *ioDataSize);

/// Sets a property.
extern OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData, UInt32 inDataSize);

/// The size of a property's value in bytes.
extern OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, UInt32 *outDataSize);

/// Calls a function when a property changes.
extern OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *_Nullable inUserData);

/// Stops calling a function that was added with the same user data.
extern OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *_Nullable inUserData);

// MARK: - Time

/// Makes a timeline.
extern OSStatus AudioQueueCreateTimeline(
    AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);

/// Ends a timeline.
extern OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// The time of the queue, in frames of its own rate from its start.
///
/// - Parameter outTimelineDiscontinuity: Whether there was a gap since the timeline was last asked.
extern OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp *_Nullable outTimeStamp, DarwinBoolean *_Nullable outTimelineDiscontinuity);

/// The time of the queue's device, in frames of the device's rate.
extern OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Another way to tell a time of the queue's device.
///
/// - Parameters:
///   - inTime: With host time or sample time.
///   - outTime: Takes those that its flags ask for, or both.
extern OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);

/// The time at which the queue's device can start that is nearest to one that is wanted.
///
/// - Parameter inFlags: 0.
extern OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ, AudioTimeStamp *ioRequestedStartTime, UInt32 inFlags);

// MARK: - Rendering into memory

/// Makes a stopped queue render into memory, in a format, or play again where that is null.
extern OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ, const AudioStreamBasicDescription *_Nullable inFormat,
    const AudioChannelLayout *_Nullable inLayout);

/// Renders what is enqueued into a buffer.
///
/// - Parameters:
///   - inTimestamp: The sample time of the first frame.
///   - ioBuffer: Takes frames; there may be fewer.
extern OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp, AudioQueueBufferRef ioBuffer,
    UInt32 inNumberFrames);

// MARK: - Taps

/// Makes a tap, through which all sound of a stopped queue goes.
///
/// - Parameters:
///   - inFlags: Before or behind effects, and whether it only looks.
///   - outMaxFrames: Takes how many frames the callback is asked for at most.
///   - outProcessingFormat: Takes the format of its frames.
extern OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ, AudioQueueProcessingTapCallback inCallback, void *_Nullable inClientData,
    AudioQueueProcessingTapFlags inFlags, UInt32 *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat,
    AudioQueueProcessingTapRef _Nullable *_Nonnull outAQTap);

/// Ends a tap of a stopped queue.
extern OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gives the callback of a tap frames that come to it.
///
/// - Parameters:
///   - ioTimeStamp: Takes the time of the first frame where the queue records.
///   - outFlags: Takes those of the stream.
///   - outNumberFrames: Takes how many frames there were.
///   - ioData: A buffer for each channel; null pointers are made to point to frames until the callback returns.
extern OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames, AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags, UInt32 *outNumberFrames, AudioBufferList *ioData);

/// Tells the callback of a tap to which time of its queue the frames belong that it has got.
extern OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap, Float64 *outQueueSampleTime, UInt32 *outQueueFrameCount);

OCA_HEADER_END

#endif
