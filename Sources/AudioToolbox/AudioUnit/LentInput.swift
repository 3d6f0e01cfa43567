package import CoreAudioTypes
internal import Foundation

/// Provides the input frames of a render call to a unit that asks for them.
package enum LentInput {
  /// Gives frames to a unit, which may ask for the frames of a call in parts.
  ///
  /// - Parameters:
  ///   - frames: The frames of the unit's request, counted from the first one of the call.
  ///   - channelCount: The channels of the input; `nil` without a connection.
  ///   - callCount: The frames of the call.
  ///   - list: Receives the frames, or references to them if it has no memory.
  ///   - plane: Returns the frames of a channel, from the first one of the call.
  /// - Returns: 0; `kAudioUnitErr_NoConnection`; `kAudioUnitErr_TooManyFramesToProcess` if the call
  ///   has no such frames or channels.
  package static func give(
    _ frames: (first: Int, count: Int), of channelCount: Int?, callCount: Int,
    to list: UnsafeMutableAudioBufferListPointer, plane: (Int) -> UnsafeMutablePointer<Float>?
  ) -> OSStatus {
    guard let channelCount else { return kAudioUnitErr_NoConnection }
    let (first, count) = frames
    guard first >= 0, count <= callCount - first, unsafe list.count <= channelCount else {
      return kAudioUnitErr_TooManyFramesToProcess
    }
    let byteCount = count * MemoryLayout<Float>.size
    var channel = 0
    while unsafe channel < list.count {
      // Safe: the plane has these frames, and the unit states the bytes of its memory.
      guard let start = unsafe plane(channel) else { return kAudioUnitErr_NoConnection }
      let samples = unsafe UnsafeMutableRawPointer(start + first)
      if let data = unsafe list[channel].mData {
        unsafe memmove(data, samples, min(byteCount, Int(list[channel].mDataByteSize)))
      } else {
        unsafe list[channel] = unsafe AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(byteCount), mData: samples)
      }
      channel += 1
    }
    return noErr
  }
}
