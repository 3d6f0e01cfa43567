internal import AudioModel
internal import AudioFiles
internal import AudioProcessing
internal import AudioRealtime
internal import CoreAudioTypes

/// Converts linear PCM at one sample rate on a real-time thread, with all memory allocated in
/// advance.
///
/// Its stream is independent of the stream of the converter's other functions. Both use the same
/// channel map.
///
/// Unchecked: only one thread at a time may use a converter, as on Apple's systems.
@safe
final class RealtimeConversion: SampleInput, SampleOutput, @unchecked Sendable {
  /// The conversions of all converters, for lookup on render threads.
  static let slots = ObjectSlots(count: 256)

  /// The maximum number of frames to request from the client's callback and to offer memory for.
  private static let blockFrames = 1024

  private let samples: SampleConverter
  private let inputWidth: Int
  private let outputWidth: Int
  private let inputCount: Int
  private let outputCount: Int
  private let channelsPerInput: UInt32
  /// The buffer list that the callback fills in.
  private let list: UnsafeMutableAudioBufferListPointer
  /// Memory that the callback may copy into instead of providing its own, one block per buffer.
  private let owned: UnsafeMutableRawBufferPointer
  /// The client's memory.
  private var inputs: [UnsafeMutableRawBufferPointer]
  private var outputs: [UnsafeMutableRawBufferPointer]
  /// The range of unread frames in ``inputs``.
  private var waiting = 0..<0
  private var isEnded = false
  /// Whether this conversion has all the features that the converter needs.
  var isApplicable = true

  /// Creates a conversion if both formats are linear PCM at one sample rate.
  init?(_ input: StreamFormat, _ output: StreamFormat) {
    guard input.isLinearPCM, output.isLinearPCM, input.sampleRate == output.sampleRate,
      let samples = SampleConverter(from: input, to: output)
    else { return nil }
    self.samples = samples
    inputWidth = input.bytesPerFrame
    outputWidth = output.bytesPerFrame
    inputCount = input.hasSeparateChannels ? input.channelCount : 1
    outputCount = output.hasSeparateChannels ? output.channelCount : 1
    channelsPerInput = UInt32(clamping: input.hasSeparateChannels ? 1 : input.channelCount)
    unsafe list = AudioBufferList.allocate(maximumBuffers: inputCount)
    unsafe owned = .allocate(
      byteCount: inputCount * Self.blockFrames * inputWidth, alignment: 16)
    let none = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    unsafe inputs = unsafe Array(repeating: none, count: inputCount)
    unsafe outputs = unsafe Array(repeating: none, count: outputCount)
  }

  deinit {
    // Safe: allocated by this object, the list with `malloc`, as `AudioBufferList.allocate`
    // documents.
    unsafe free(list.unsafeMutablePointer)
    unsafe owned.deallocate()
  }

  /// Sets the channel map of the converter.
  ///
  /// Not for render threads.
  func setChannelMap(_ map: [Int?]) {
    if samples.channelMap != map { samples.channelMap = map }
  }

  /// Discards all input, to start a new stream.
  func reset() {
    waiting = 0..<0
    isEnded = false
  }

  /// Produces frames until the client's buffers are full or its callback has no more.
  ///
  /// - Parameters:
  ///   - destination: The client's buffers. On return, with the number of bytes written.
  ///   - frameCount: The capacity in frames. On return, the number of frames written.
  ///   - proc: The client's callback.
  ///   - userData: A pointer passed to the callback.
  ///   - reference: The converter passed to the callback.
  /// - Returns: 0, or an error of `AudioConverterFillComplexBufferRealtimeSafe`.
  func fill(
    _ destination: UnsafeMutableAudioBufferListPointer,
    _ frameCount: UnsafeMutablePointer<UInt32>,
    asking proc: AudioConverterComplexInputDataProcRealtimeSafe,
    _ userData: UnsafeMutableRawPointer?, for reference: AudioConverterRef
  ) -> OSStatus {
    let wanted = unsafe Int(frameCount.pointee)
    var status = unsafe take(destination, for: wanted)
    guard status == noErr else { return status }
    var made = 0
    while made < wanted, !isEnded {
      if waiting.isEmpty {
        status = unsafe pull(wanted - made, proc, userData, reference)
        if status != noErr || waiting.isEmpty { break }
      }
      let count = min(waiting.count, wanted - made)
      samples.convert(count, from: self, at: waiting.lowerBound, into: self, at: made)
      waiting = waiting.lowerBound + count..<waiting.upperBound
      made += count
    }
    unsafe frameCount.pointee = UInt32(made)
    var index = 0
    while index < outputCount {
      unsafe destination[index].mDataByteSize = UInt32(made * outputWidth)
      index += 1
    }
    return status
  }

  /// Sets the client's buffers as the output, after checking their sizes.
  private func take(
    _ destination: UnsafeMutableAudioBufferListPointer, for frameCount: Int
  ) -> OSStatus {
    guard unsafe destination.count == outputCount else { return kAudio_ParamError }
    var index = 0
    while index < outputCount {
      let buffer = unsafe destination[index]
      guard unsafe Int(buffer.mDataByteSize) >= frameCount * outputWidth else {
        return kAudioConverterErr_InvalidOutputSize
      }
      guard unsafe buffer.mData != nil || frameCount == 0 else { return kAudio_ParamError }
      unsafe outputs[index] = unsafe UnsafeMutableRawBufferPointer(
        start: buffer.mData, count: Int(buffer.mDataByteSize))
      index += 1
    }
    return noErr
  }

  /// Requests frames from the client's callback.
  private func pull(
    _ wanted: Int, _ proc: AudioConverterComplexInputDataProcRealtimeSafe,
    _ userData: UnsafeMutableRawPointer?, _ reference: AudioConverterRef
  ) -> OSStatus {
    let size = Self.blockFrames * inputWidth
    var index = 0
    while index < inputCount {
      // Safe: the list was allocated for this many buffers, and the memory for this many blocks.
      unsafe list[index] = unsafe AudioBuffer(
        mNumberChannels: channelsPerInput, mDataByteSize: UInt32(clamping: size),
        mData: owned.baseAddress.map { unsafe $0 + index * size })
      index += 1
    }
    var count = UInt32(min(wanted, Self.blockFrames))
    let status = unsafe proc(reference, &count, list.unsafeMutablePointer, nil, userData)
    guard status == noErr else { return status }
    guard count > 0 else {
      isEnded = true
      return noErr
    }
    index = 0
    while index < inputCount {
      let buffer = unsafe list[index]
      let isOwned = unsafe owned.baseAddress.map { unsafe $0 + index * size } == buffer.mData
      guard unsafe buffer.mData != nil, unsafe Int(count) * inputWidth <= Int(buffer.mDataByteSize),
        unsafe !isOwned || Int(buffer.mDataByteSize) <= size
      else { return kAudioConverterErr_InvalidInputSize }
      unsafe inputs[index] = unsafe UnsafeMutableRawBufferPointer(
        start: buffer.mData, count: Int(buffer.mDataByteSize))
      index += 1
    }
    waiting = 0..<Int(count)
    return noErr
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    let lent = unsafe inputs[buffer]
    precondition(bytes.upperBound <= lent.count, "the bytes are outside of the client's buffer")
    // Safe: the client keeps the memory valid until the next request; the range was checked.
    let part = unsafe UnsafeRawBufferPointer(rebasing: lent[bytes])
    unsafe body(Span<UInt8>(_unsafeBytes: part))
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let lent = unsafe outputs[buffer]
    precondition(bytes.upperBound <= lent.count, "the bytes are outside of the client's buffer")
    // Safe: the client provides the memory during the call; the range was checked.
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: lent[bytes])
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }
}
