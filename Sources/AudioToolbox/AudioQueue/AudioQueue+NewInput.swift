internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
public import Dispatch
internal import Foundation
internal import Synchronization

/// Makes a queue that records.
///
/// The environment variable `OPENCOREAUDIO_INPUT` names the device: `pulse`, `alsa`, `null` (silence), or `file:` and the
/// path of a file whose sound is taken for a microphone's; `pulse` may be followed by a colon and a server's address, and
/// by `#` and the name of a source, such as the monitor of a sink. Without it the device of `OPENCOREAUDIO_DEVICE`
/// counts, and else the first that records.
///
/// The queue converts the device's rate; the server brings its channels to the queue's. What the codec decides is filled in:
/// `kAudioQueueProperty_StreamDescription` and `kAudioQueueProperty_MagicCookie` tell it as soon as the queue is there.
/// Where no buffer is enqueued two seconds of sound wait; what does not fit is lost, which the start time of the
/// next buffer shows, and `kAudioQueueProperty_ConverterError` tells as `kAudioQueueErr_RecordUnderrun`.
///
/// - Parameters:
///   - inFormat: What is recorded: interleaved linear PCM, or any codec that can be encoded.
///   - inCallbackProc: Called when the queue has filled a buffer. The packets are as many as it is told; descriptions
///     are nil where all packets have one size, and belong to the queue.
///   - inUserData: Passed to the callback.
///   - inCallbackRunLoop: Where the callback runs; nil for a thread of the queue's own.
///   - inCallbackRunLoopMode: nil for the common modes.
///   - inFlags: 0.
///   - outAQ: Takes the queue; nil where there is none.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` where the format cannot be recorded;
///   `kAudioQueueErr_CodecNotFound` where the codec is not on this machine; `kAudioQueueErr_InvalidDevice` where the
///   environment names no device; `kAudio_ParamError`.
@discardableResult
public func AudioQueueNewInput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inCallbackProc: AudioQueueInputCallback, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  // Safe: the address of a function is looked at as the number that it is.
  guard unsafe unsafeBitCast(inCallbackProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  let client = unsafe AudioQueueInputClient(function: inCallbackProc, userData: inUserData)
  return unsafe newInput(
    inFormat, inFlags, outAQ, .runLoop(inCallbackRunLoop, inCallbackRunLoopMode)
  ) { unsafe client.call($0, $1, $2, $3, $4) }
}

/// The function of C, which takes the references of CoreFoundation.
@c(AudioQueueNewInput)
package func AudioQueueNewInputForC(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inCallbackProc: AudioQueueInputCallback?, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: UnsafeRawPointer?, _ inCallbackRunLoopMode: UnsafeRawPointer?,
  _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
  guard let inFormat = unsafe inFormat, let inCallbackProc = unsafe inCallbackProc,
    let outAQ = unsafe outAQ
  else { return kAudio_ParamError }
  let place = unsafe RunLoopReference(inCallbackRunLoop, inCallbackRunLoopMode)
  return unsafe AudioQueueNewInput(
    inFormat, inCallbackProc, inUserData, place.runLoop, place.mode, inFlags, outAQ)
}

/// Makes a queue that records and calls a closure on a dispatch queue.
///
/// - Parameters:
///   - outAQ: Takes the queue; nil where there is none.
///   - inFormat: What is recorded.
///   - inFlags: 0.
///   - inCallbackDispatchQueue: Where the closure is called, one call after the other.
///   - inCallbackBlock: Called when the queue has filled a buffer.
/// - Returns: As `AudioQueueNewInput`.
@discardableResult
public func AudioQueueNewInputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
  _ inCallbackDispatchQueue: DispatchQueue,
  _ inCallbackBlock: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
  unsafe newInput(
    inFormat, inFlags, outAQ, .dispatchQueue(inCallbackDispatchQueue), inCallbackBlock)
}

/// A client's callback.
@safe
private struct AudioQueueInputClient {
  var function: AudioQueueInputCallback
  var userData: UnsafeMutableRawPointer?

  func call(
    _ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef, _ start: UnsafePointer<AudioTimeStamp>,
    _ packetCount: UInt32, _ packets: UnsafePointer<AudioStreamPacketDescription>?
  ) {
    unsafe function(userData, queue, buffer, start, packetCount, packets)
  }
}

private func newInput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ place: AudioQueueCallbacks.Place,
  _ callback: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
  // Safe: the client lends the structure and the place for the result during the call.
  guard UInt(bitPattern: inFormat) != 0, unsafe !isNull(outAQ) else { return kAudio_ParamError }
  unsafe outAQ.pointee = nil
  return status { () throws(StatusError) in
    guard inFlags == 0 else { throw StatusError(kAudio_ParamError) }
    guard let choice = AudioQueueDevices.chosenInput else {
      throw StatusError(kAudioQueueErr_InvalidDevice)
    }
    let object = try unsafe AudioQueueObject(recording: inFormat.pointee, choice, place: place)
    unsafe outAQ.pointee = try unsafe object.register { [format = object.format] in
      let (queue, record, part) = unsafe ($0, $1, $2 ?? RecordedPart())
      var start = AudioTimeStamp()
      start.mSampleTime = part.startFrame
      start.mHostTime = UInt64(clamping: part.nanoseconds)
      start.mRateScalar = 1
      start.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
      let packets = part.packets.map {
        AudioStreamPacketDescription($0, framesVary: format.framesPerPacket == 0)
      }
      let count = UInt32(clamping: part.packetCount)
      // Safe: the structures outlive the call, which is all that the client may use them for.
      unsafe packets.withUnsafeBufferPointer { packets in
        unsafe callback(
          queue, record.reference, &start, count, packets.isEmpty ? nil : packets.baseAddress)
      }
    }
  }
}
