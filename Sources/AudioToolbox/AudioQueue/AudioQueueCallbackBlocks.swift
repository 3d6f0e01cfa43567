public import CoreAudioTypes

/// Called when a queue has taken all of a buffer, which can be filled and enqueued again.
public typealias AudioQueueOutputCallbackBlock = (
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef
) -> Void

/// Called when a queue has filled a buffer with what it records.
public typealias AudioQueueInputCallbackBlock = (
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
  _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> Void
