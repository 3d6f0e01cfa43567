internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation

/// A list of buffers with which a client writes into planes.
@safe
final class LentPlanes: @unchecked Sendable {
  // Unchecked: only the thread that renders uses it.

  private let list: UnsafeMutableAudioBufferListPointer

  init() {
    unsafe list = AudioBufferList.allocate(maximumBuffers: UnitFormat.mostChannels)
  }

  deinit {
    // Safe: `AudioBufferList.allocate` made the list with `malloc`.
    unsafe free(list.unsafeMutablePointer)
  }

  /// Lets the list refer to the samples of a block.
  func lend(_ planes: Planes, _ count: Int) -> UnsafeMutableAudioBufferListPointer {
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      // Safe: the list has room for the most channels.
      unsafe list[channel] = unsafe AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(count * MemoryLayout<Float>.size),
        mData: UnsafeMutableRawPointer(planes.plane(channel)))
      channel += 1
    }
    return unsafe list
  }

  /// Copies samples into the block that the client has written elsewhere; missing samples are
  /// silent.
  func take(_ planes: Planes, _ count: Int) {
    let byteCount = count * MemoryLayout<Float>.size
    // The client may have changed the number of buffers in the list.
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      // Safe: the client states the bytes of its memory, and the plane has room.
      let written = unsafe min(Int(list[channel].mDataByteSize), byteCount)
      let plane = unsafe UnsafeMutableRawPointer(planes.plane(channel))
      if let data = unsafe list[channel].mData, unsafe data != plane {
        unsafe memmove(plane, data, written)
      }
      unsafe memset(plane + written, 0, byteCount - written)
      channel += 1
    }
  }
}
