public import CoreAudioTypes

/// A closure called when a queue has finished reading a buffer, which is then free for reuse.
public typealias AudioQueueOutputCallbackBlock = (
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef
) -> Void

/// A closure called when a queue has filled a buffer with recorded audio.
public typealias AudioQueueInputCallbackBlock = (
  _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
  _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescs: UInt32,
  _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> Void
