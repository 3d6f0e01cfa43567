internal import CoreAudioTypes
internal import Foundation

/// The buffers of a tap's callback: Float32, one for each channel.
///
/// Only the thread of the callback uses them, between two calls of ``begin()``.
@safe
package final class TapBuffers {
  /// The number of buffers in a list.
  package let channelCount: Int
  private let list: UnsafeMutableAudioBufferListPointer
  /// The memory that buffers point to, one element per request.
  private var planes: [TapPlanes] = []
  /// The number of requests in the current callback.
  private var requestCount = 0

  package init(channelCount: Int) {
    self.channelCount = channelCount
    unsafe list = AudioBufferList.allocate(maximumBuffers: channelCount)
  }

  deinit {
    // Safe: allocated by `init`, and no other references to the object remain.
    unsafe free(list.unsafeMutablePointer)
  }

  /// The format of the callback's buffers.
  package static func format(
    sampleRate: Double, channelCount: Int
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
      mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4,
      mChannelsPerFrame: UInt32(clamping: channelCount), mBitsPerChannel: 32, mReserved: 0)
  }

  /// Returns the list for a callback, without memory.
  package func begin() -> UnsafeMutablePointer<AudioBufferList> {
    requestCount = 0
    // Safe: the list has this many buffers. Contents from the previous call are invalid, even for a
    // siphon.
    for index in 0..<channelCount {
      unsafe list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
    }
    return unsafe list.unsafeMutablePointer
  }

  /// Appends the frames that the client left in the list, as far as they are available.
  package func append(_ count: Int, to samples: inout [Float]) {
    // Safe: the client states the size of its buffers in bytes, and keeps them for the call.
    let filled =
      unsafe list.map { unsafe Int($0.mDataByteSize) / MemoryLayout<Float>.size }.max() ?? 0
    let count = min(count, filled)
    guard count > 0 else { return }
    samples = [Float](repeating: 0, count: count * channelCount)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      for channel in 0..<channelCount {
        let buffer = unsafe list[channel]
        guard let data = unsafe buffer.mData else { continue }
        let bytes = unsafe min(Int(buffer.mDataByteSize), count * MemoryLayout<Float>.size)
        unsafe TapPlanes.interleave(
          UnsafeRawBufferPointer(start: data, count: bytes), channel, of: channelCount,
          into: samples)
      }
    }
  }

  /// Copies interleaved frames to a client's list, with one buffer per channel.
  ///
  /// A buffer without memory gets memory of this object.
  ///
  /// - Parameters:
  ///   - samples: The frames.
  ///   - wanted: The capacity in frames. Silence replaces missing frames.
  ///   - target: The client's list, with one buffer per channel.
  package func lend(
    _ samples: [Float], wanted: Int, in target: UnsafeMutablePointer<AudioBufferList>
  ) {
    let target = unsafe UnsafeMutableAudioBufferListPointer(target)
    let request = requestCount
    requestCount += 1
    if planes.count == request { planes.append(TapPlanes()) }
    let bytes = wanted * MemoryLayout<Float>.size
    let own = unsafe planes[request].memory(channelCount, bytesEach: bytes)
    for channel in 0..<channelCount {
      // Our own memory from an earlier request may be too small, so it is not used again. Safe: the
      // client's memory and our new memory have room for the requested frames.
      let given = unsafe target[channel].mData.flatMap { place in
        unsafe planes.contains { unsafe $0.holds(place) } ? nil : place
      }
      let data = unsafe given ?? own + channel * bytes
      unsafe TapPlanes.extract(
        channel, of: channelCount, from: samples,
        into: UnsafeMutableRawBufferPointer(start: data, count: bytes))
      unsafe target[channel] = AudioBuffer(
        mNumberChannels: 1,
        mDataByteSize: UInt32(samples.count / channelCount * MemoryLayout<Float>.size), mData: data)
    }
  }
}
