/// Audio Queue Services: plays and records through buffers.
#ifndef AudioToolbox_AudioQueue_h
#define AudioToolbox_AudioQueue_h

#include <CoreAudio/CoreAudioTypes.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A queue property: a four-character code.
typedef UInt32 AudioQueuePropertyID;
/// A parameter of a queue.
typedef UInt32 AudioQueueParameterID;
/// The value of a parameter, in the parameter's unit.
typedef Float32 AudioQueueParameterValue;
/// A queue.
typedef struct OpaqueAudioQueue *AudioQueueRef;
/// Detects gaps in a queue's audio.
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;
/// Gives a client access to the audio of a queue while it passes.
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

/// Memory for audio, allocated by a queue.
typedef struct AudioQueueBuffer {
  /// The capacity in bytes.
  const UInt32 mAudioDataBytesCapacity;
  void *const mAudioData;  ///< The audio, at a fixed address.
  /// The number of valid bytes.
  UInt32 mAudioDataByteSize;
  void *_Nullable mUserData;  ///< The client's pointer, which the queue ignores.
  const UInt32 mPacketDescriptionCapacity;  ///< The number of descriptions that fit.
  /// The packet descriptions, or null without capacity.
  AudioStreamPacketDescription *const _Nullable mPacketDescriptions;
  /// The number of valid descriptions.
  UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;
/// A buffer of a queue.
typedef AudioQueueBuffer *AudioQueueBufferRef;

/// A parameter value that applies when a buffer starts.
typedef struct AudioQueueParameterEvent {
  AudioQueueParameterID mID;  ///< The parameter.
  AudioQueueParameterValue mValue;  ///< The value.
} AudioQueueParameterEvent;

/// The level of a channel.
typedef struct AudioQueueLevelMeterState {
  Float32 mAveragePower;  ///< The average level, linear or in decibels.
  Float32 mPeakPower;  ///< The highest level, linear or in decibels.
} AudioQueueLevelMeterState;

/// The device channel for a channel of a queue.
typedef struct AudioQueueChannelAssignment {
#if defined(__swift__)
  const void *mDeviceUID OCA_REFINED_FOR_SWIFT;
#else
  CFStringRef mDeviceUID;  ///< The identifier of the device.
#endif
  /// The channel, counted from 1.
  UInt32 mChannelNumber;
} AudioQueueChannelAssignment;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAudioQueueErr_InvalidBuffer = -66687,  ///< The buffer belongs to another queue.
  kAudioQueueErr_BufferEmpty = -66686,  ///< The buffer holds no bytes.
  kAudioQueueErr_DisposalPending = -66685,  ///< The queue is being disposed of.
  kAudioQueueErr_InvalidProperty = -66684,  ///< The property does not exist.
  kAudioQueueErr_InvalidPropertySize = -66683,  ///< The property buffer has the wrong size.
  kAudioQueueErr_InvalidParameter = -66682,  ///< The parameter does not exist.
  kAudioQueueErr_CannotStart = -66681,  ///< The device cannot start.
  kAudioQueueErr_InvalidDevice = -66680,  ///< The device does not exist.
  kAudioQueueErr_BufferInQueue = -66679,  ///< The buffer is enqueued.
  kAudioQueueErr_InvalidRunState = -66678,  ///< The state does not allow the operation.
  kAudioQueueErr_InvalidQueueType = -66677,  ///< The call needs the other type of queue.
  kAudioQueueErr_Permissions = -66676,  ///< Recording is forbidden; on Linux, the device is absent.
  kAudioQueueErr_InvalidPropertyValue = -66675,  ///< The property does not support the value.
  kAudioQueueErr_PrimeTimedOut = -66674,  ///< Decoding took too long; here, priming has no limit.
  kAudioQueueErr_CodecNotFound = -66673,  ///< The format has no codec.
  kAudioQueueErr_InvalidCodecAccess = -66672,  ///< The codec is unavailable now.
  kAudioQueueErr_QueueInvalidated = -66671,  ///< The sound system is gone; queues survive this.
  kAudioQueueErr_TooManyTaps = -66670,  ///< The queue already has a tap.
  kAudioQueueErr_InvalidTapContext = -66669,  ///< The caller is not the tap's callback.
  kAudioQueueErr_RecordUnderrun = -66668,  ///< Recorded audio arrived, but no buffer was enqueued.
  kAudioQueueErr_InvalidTapType = -66667,  ///< This kind of tap does not support the call.
  kAudioQueueErr_BufferEnqueuedTwice = -66666,  ///< The buffer is already enqueued.
  kAudioQueueErr_CannotStartYet = -66665,  ///< The queue cannot start yet; try again.
  kAudioQueueErr_EnqueueDuringReset = -66632,  ///< The queue is being reset, stopped, or disposed.
  kAudioQueueErr_InvalidOfflineMode = -66626,  ///< The call needs the other mode, offline or not.
};

// MARK: - Properties

OCA_CONSTANTS(AudioQueuePropertyID) {
  /// UInt32: 1 while the device runs for the queue.
  kAudioQueueProperty_IsRunning = 'aqrn',
  /// Float64 in hertz.
  kAudioQueueDeviceProperty_SampleRate = 'aqsr',
  /// UInt32.
  kAudioQueueDeviceProperty_NumberChannels = 'aqdc',
  /// CFString: the UID of the device; the caller owns it.
  kAudioQueueProperty_CurrentDevice = 'aqcd',
  /// The configuration bytes for the codec.
  kAudioQueueProperty_MagicCookie = 'aqmc',
  /// UInt32: the size of the largest recorded packet in bytes.
  kAudioQueueProperty_MaximumOutputPacketSize = 'xops',
  /// `AudioStreamBasicDescription`.
  kAudioQueueProperty_StreamDescription = 'aqft',
  /// `AudioChannelLayout`.
  kAudioQueueProperty_ChannelLayout = 'aqcl',
  /// UInt32: 1 enables level metering.
  kAudioQueueProperty_EnableLevelMetering = 'aqme',
  /// `AudioQueueLevelMeterState` for each channel, 0 to 1.
  kAudioQueueProperty_CurrentLevelMeter = 'aqmv',
  /// `AudioQueueLevelMeterState` for each channel, in decibels.
  kAudioQueueProperty_CurrentLevelMeterDB = 'aqmd',
  /// UInt32.
  kAudioQueueProperty_DecodeBufferSizeFrames = 'dcbf',
  /// UInt32: the last decoding error.
  kAudioQueueProperty_ConverterError = 'qcve',
  /// UInt32: 1 enables rate and pitch changes; set while stopped.
  kAudioQueueProperty_EnableTimePitch = 'q_tp',
  /// UInt32, from the list below.
  kAudioQueueProperty_TimePitchAlgorithm = 'qtpa',
  /// UInt32: 1 temporarily disables time-pitch.
  kAudioQueueProperty_TimePitchBypass = 'qtpb',
  /// UInt32, from the list below.
  kAudioQueueProperty_HardwareCodecPolicy = 'aqcp',
  /// `AudioQueueChannelAssignment`s.
  kAudioQueueProperty_ChannelAssignments = 'aqca',
  kAudioQueueProperty_IntendedSpatialExperience = 'iseo',  ///< Spatial sound, which Linux lacks.
};

/// Values of `kAudioQueueProperty_TimePitchAlgorithm`.
OCA_CONSTANTS(UInt32) {
  kAudioQueueTimePitchAlgorithm_Spectral = 'spec',  ///< In the frequency domain, for music.
  kAudioQueueTimePitchAlgorithm_TimeDomain = 'tido',  ///< In the time domain, for speech.
  kAudioQueueTimePitchAlgorithm_Varispeed = 'vspd',  ///< The pitch changes with the rate.
  /// The least delay, at lower quality.
  kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency = 'lqzl',
};

/// Values of `kAudioQueueProperty_HardwareCodecPolicy`.
OCA_CONSTANTS(UInt32) {
  kAudioQueueHardwareCodecPolicy_Default = 0,  ///< The system chooses.
  kAudioQueueHardwareCodecPolicy_UseSoftwareOnly = 1,  ///< Only a codec in software.
  /// Only a codec in hardware, which Linux lacks.
  kAudioQueueHardwareCodecPolicy_UseHardwareOnly = 2,
  kAudioQueueHardwareCodecPolicy_PreferSoftware = 3,  ///< A codec in software if it exists.
  kAudioQueueHardwareCodecPolicy_PreferHardware = 4,  ///< A codec in hardware if it exists.
};

// MARK: - Parameters

OCA_CONSTANTS(AudioQueueParameterID) {
  kAudioQueueParam_Volume = 1,  ///< 0 to 1, linear.
  kAudioQueueParam_PlayRate = 2,  ///< 0.5 to 2.
  kAudioQueueParam_Pitch = 3,  ///< -2400 to 2400 cents.
  kAudioQueueParam_VolumeRampTime = 4,  ///< The duration of a volume change in seconds.
  kAudioQueueParam_Pan = 13,  ///< -1 to 1, left to right.
};

/// The position of a tap, and the stream flags that it receives.
OCA_OPTIONS(AudioQueueProcessingTapFlags, UInt32) {
  kAudioQueueProcessingTap_PreEffects = 1U << 0,  ///< The tap sees the audio before time-pitch.
  kAudioQueueProcessingTap_PostEffects = 1U << 1,  ///< The tap sees the audio after time-pitch.
  kAudioQueueProcessingTap_Siphon = 1U << 2,  ///< The tap reads the audio and does not change it.
  /// The source starts, or continues after a gap.
  kAudioQueueProcessingTap_StartOfStream = 1U << 8,
  kAudioQueueProcessingTap_EndOfStream = 1U << 9,  ///< The source ends.
};
OCA_OPTIONS_TYPE(AudioQueueProcessingTapFlags, UInt32);

// MARK: - Callbacks

/// Called when a queue has consumed a buffer, which the client can fill and enqueue again.
typedef void (*AudioQueueOutputCallback)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

/// Called when a queue has filled a buffer with recorded audio.
typedef void (*AudioQueueInputCallback)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    const AudioTimeStamp *inStartTime, UInt32 inNumberPacketDescriptions,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Called when a property changes; read the property for its value.
typedef void (*AudioQueuePropertyListenerProc)(
    void *_Nullable inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);

/// Called with the audio that passes through a queue.
///
/// - Parameters:
///   - inNumberFrames: The number of requested frames.
///   - ioTimeStamp: The time of the first frame; for recording, the time of the source.
///   - ioFlags: On input, the flags of the tap; on output, the flags of the stream.
///   - outNumberFrames: Receives the number of available frames; silence replaces missing frames.
///   - ioData: One buffer for each channel, without memory. The callback supplies its own memory or
///     that of the source. A siphon receives frames, and must not change them.
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

// MARK: - Creating and disposing

#if !defined(__swift__)
/// Creates a playback queue.
///
/// - Parameters:
///   - inCallbackRunLoop: The run loop for the callback; null for a thread of the queue.
///   - inCallbackRunLoopMode: Null for the common modes.
///   - inFlags: 0.
extern OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *inFormat, AudioQueueOutputCallback inCallbackProc,
    void *_Nullable inUserData, CFRunLoopRef _Nullable inCallbackRunLoop,
    CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ);

/// Creates a recording queue.
///
/// - Parameters:
///   - inCallbackRunLoop: The run loop for the callback; null for a thread of the queue.
///   - inCallbackRunLoopMode: Null for the common modes.
///   - inFlags: 0.
extern OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *inFormat, AudioQueueInputCallback inCallbackProc,
    void *_Nullable inUserData, CFRunLoopRef _Nullable inCallbackRunLoop,
    CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable *_Nonnull outAQ);

#endif

/// Disposes of a queue and its buffers, immediately or after all enqueued audio has played.
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

/// Enqueues a buffer.
///
/// - Parameters:
///   - inNumPacketDescs: 0 for packets of constant size, or if the buffer contains the
///     descriptions.
///   - inPacketDescs: Copied during the call.
extern OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs);

/// Enqueues a buffer, with frames to drop, parameters to set, and a start time.
///
/// - Parameters:
///   - inParamValues: The values that apply when the buffer starts.
///   - inStartTime: A sample time from the start of the queue, or null for the end of the previous
///     buffer.
///   - outActualStartTime: Receives the start time, if it is known.
extern OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, UInt32 inNumPacketDescs,
    const AudioStreamPacketDescription *_Nullable inPacketDescs, UInt32 inTrimFramesAtStart,
    UInt32 inTrimFramesAtEnd, UInt32 inNumParamValues,
    const AudioQueueParameterEvent *_Nullable inParamValues,
    const AudioTimeStamp *_Nullable inStartTime, AudioTimeStamp *_Nullable outActualStartTime);

// MARK: - Running

/// Starts the queue, or resumes it after a pause.
///
/// - Parameter inStartTime: Null for as soon as possible.
extern OSStatus AudioQueueStart(
    AudioQueueRef inAQ, const AudioTimeStamp *_Nullable inStartTime);

/// Decodes enqueued buffers before the start.
///
/// - Parameter inNumberOfFramesToPrepare: 0 for a default.
extern OSStatus AudioQueuePrime(
    AudioQueueRef inAQ, UInt32 inNumberOfFramesToPrepare,
    UInt32 *_Nullable outNumberOfFramesPrepared);

/// Stops the queue, immediately or after all enqueued audio has played.
extern OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

/// Pauses the queue, and keeps buffers enqueued.
extern OSStatus AudioQueuePause(AudioQueueRef inAQ);

/// Makes the decoder output everything enqueued so far.
extern OSStatus AudioQueueFlush(AudioQueueRef inAQ);

/// Returns all buffers, and discards decoded audio.
extern OSStatus AudioQueueReset(AudioQueueRef inAQ);

// MARK: - Parameters and properties

/// Gets a parameter.
extern OSStatus AudioQueueGetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue *outValue);

/// Sets a parameter.
extern OSStatus AudioQueueSetParameter(
    AudioQueueRef inAQ, AudioQueueParameterID inParamID, AudioQueueParameterValue inValue);

/// Gets a property.
///
/// - Parameter ioDataSize: On input, the capacity of `outData` in bytes; on output, the bytes
///   written.
extern OSStatus AudioQueueGetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData, UInt32 *ioDataSize);

/// Sets a property.
extern OSStatus AudioQueueSetProperty(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData, UInt32 inDataSize);

/// Gets the size of a property's value in bytes.
extern OSStatus AudioQueueGetPropertySize(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, UInt32 *outDataSize);

/// Adds a callback for changes of a property.
extern OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *_Nullable inUserData);

/// Removes a callback that was added with the same user data.
extern OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef inAQ, AudioQueuePropertyID inID, AudioQueuePropertyListenerProc inProc,
    void *_Nullable inUserData);

// MARK: - Time

/// Creates a timeline.
extern OSStatus AudioQueueCreateTimeline(
    AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable *_Nonnull outTimeline);

/// Disposes of a timeline.
extern OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

/// Gets the time of a queue in frames from its start, at the sample rate of the queue.
///
/// - Parameter outTimelineDiscontinuity: Receives whether a gap occurred since the last call with
///   the timeline.
extern OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp *_Nullable outTimeStamp, DarwinBoolean *_Nullable outTimelineDiscontinuity);

/// Gets the time of the queue's device, in frames at the device's rate.
extern OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

/// Converts a time of the queue's device between host time and sample time.
///
/// - Parameters:
///   - inTime: A host time, or otherwise a sample time at the device's rate.
///   - outTime: Receives the time or times that its flags select; without flags, both.
extern OSStatus AudioQueueDeviceTranslateTime(
    AudioQueueRef inAQ, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);

/// Gets the possible start time of the queue's device that is nearest to a requested time.
///
/// - Parameter inFlags: 0.
extern OSStatus AudioQueueDeviceGetNearestStartTime(
    AudioQueueRef inAQ, AudioTimeStamp *ioRequestedStartTime, UInt32 inFlags);

// MARK: - Offline rendering

/// Makes a stopped queue render into memory in a format; null restores playback.
extern OSStatus AudioQueueSetOfflineRenderFormat(
    AudioQueueRef inAQ, const AudioStreamBasicDescription *_Nullable inFormat,
    const AudioChannelLayout *_Nullable inLayout);

/// Renders enqueued audio into a buffer.
///
/// - Parameters:
///   - inTimestamp: The sample time of the first frame.
///   - ioBuffer: Receives the frames, possibly fewer than requested.
extern OSStatus AudioQueueOfflineRender(
    AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp, AudioQueueBufferRef ioBuffer,
    UInt32 inNumberFrames);

// MARK: - Taps

/// Creates a tap for all audio of a stopped queue.
///
/// - Parameters:
///   - inFlags: The position before or after effects, and whether the tap only observes.
///   - outMaxFrames: Receives the largest number of frames for each call.
///   - outProcessingFormat: Receives the format of the frames.
extern OSStatus AudioQueueProcessingTapNew(
    AudioQueueRef inAQ, AudioQueueProcessingTapCallback inCallback, void *_Nullable inClientData,
    AudioQueueProcessingTapFlags inFlags, UInt32 *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat,
    AudioQueueProcessingTapRef _Nullable *_Nonnull outAQTap);

/// Disposes of a tap of a stopped queue.
extern OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

/// Gets source frames for the callback of a tap.
///
/// - Parameters:
///   - ioTimeStamp: Receives the time of the first frame if the queue records.
///   - outFlags: Receives the flags for the start and the end of the stream.
///   - outNumberFrames: Receives the number of frames in the list, at most the requested number.
///   - ioData: One buffer for each channel. Null pointers are replaced by pointers to frames that
///     stay valid until the callback returns.
extern OSStatus AudioQueueProcessingTapGetSourceAudio(
    AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames, AudioTimeStamp *ioTimeStamp,
    AudioQueueProcessingTapFlags *outFlags, UInt32 *outNumberFrames, AudioBufferList *ioData);

/// Gets the queue time of the frames that a tap's callback received.
extern OSStatus AudioQueueProcessingTapGetQueueTime(
    AudioQueueProcessingTapRef inAQTap, Float64 *outQueueSampleTime, UInt32 *outQueueFrameCount);

OCA_HEADER_END

#endif
