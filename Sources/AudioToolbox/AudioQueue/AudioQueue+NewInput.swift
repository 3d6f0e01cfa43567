internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
public import Dispatch
internal import Foundation
internal import Synchronization

/// Creates a recording queue.
///
/// The environment variable `OPENCOREAUDIO_INPUT` selects the device:
///
/// - `pulse`, optionally followed by `:` and a server address, and by `#` and a source name.
///   Monitors of sinks are sources, too.
/// - `alsa`, optionally followed by `:` and a PCM name
/// - `null`, which records silence
/// - `file:` followed by the path of a file to use as microphone input
///
/// Without the variable, `OPENCOREAUDIO_DEVICE` applies; otherwise the queue uses the first device
/// that records.
///
/// The queue converts the sample rate of the device, and the server maps the channels. The codec
/// completes the format. `kAudioQueueProperty_StreamDescription` and
/// `kAudioQueueProperty_MagicCookie` report the result as soon as the queue exists. If no buffer is
/// enqueued, the queue holds up to two seconds of audio and drops the rest. The start time of the
/// next buffer reveals the loss, and `kAudioQueueProperty_ConverterError` reports
/// `kAudioQueueErr_RecordUnderrun`.
///
/// - Parameters:
///   - inFormat: The format to record: interleaved linear PCM, or any encodable codec.
///   - inCallbackProc: The callback for a filled buffer, with the number of packets. The queue owns
///     the packet descriptions, which are nil if the packet size is constant.
///   - inUserData: A pointer passed to the callback.
///   - inCallbackRunLoop: The run loop for the callback, or nil for a thread owned by the queue.
///   - inCallbackRunLoopMode: The run loop mode, or nil for the common modes.
///   - inFlags: Must be 0.
///   - outAQ: On return, the queue, or nil if the call fails.
/// - Returns: 0; `kAudioConverterErr_FormatNotSupported` if the format is not recordable;
///   `kAudioQueueErr_CodecNotFound` if the codec is not installed; `kAudioQueueErr_InvalidDevice`
///   if the environment variable is invalid; `kAudio_ParamError`.
@discardableResult
public func AudioQueueNewInput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inCallbackProc: AudioQueueInputCallback, _ inUserData: UnsafeMutableRawPointer?,
  _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
  // Safe: the function pointer is only compared with null.
  guard unsafe unsafeBitCast(inCallbackProc, to: UInt.self) != 0 else { return kAudio_ParamError }
  let client = unsafe AudioQueueInputClient(function: inCallbackProc, userData: inUserData)
  return unsafe newInput(
    inFormat, inFlags, outAQ, .runLoop(inCallbackRunLoop, inCallbackRunLoopMode)
  ) { unsafe client.call($0, $1, $2, $3, $4) }
}

/// The C entry point, which takes Core Foundation references.
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

/// Creates a recording queue that calls a closure on a dispatch queue.
///
/// - Parameters:
///   - outAQ: On return, the queue, or nil if the call fails.
///   - inFormat: The format to record.
///   - inFlags: Must be 0.
///   - inCallbackDispatchQueue: The dispatch queue for the closure. Calls never overlap.
///   - inCallbackBlock: The closure for a filled buffer.
/// - Returns: The status of `AudioQueueNewInput`.
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
  // Safe: the client provides both structures during the call.
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
      // Safe: the structures outlive the call, and the client may not use them afterward.
      unsafe packets.withUnsafeBufferPointer { packets in
        unsafe callback(
          queue, record.reference, &start, count, packets.isEmpty ? nil : packets.baseAddress)
      }
    }
  }
}
