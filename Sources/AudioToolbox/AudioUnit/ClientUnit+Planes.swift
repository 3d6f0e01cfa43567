internal import AudioGraph
internal import CoreAudioTypes
internal import Foundation

// The buffers of a connection, for the thread that renders.
extension ClientUnit {
  /// Lets the list refer to the samples of a block.
  func lend(_ planes: Planes, _ byteCount: UInt32) {
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      // Safe: the list has room for the most channels.
      unsafe list[channel] = unsafe AudioBuffer(
        mNumberChannels: 1, mDataByteSize: byteCount,
        mData: UnsafeMutableRawPointer(planes.plane(channel)))
      channel += 1
    }
  }

  /// Copies the samples that the client has put elsewhere; missing ones are silent.
  func take(_ planes: Planes, _ byteCount: UInt32) {
    // The client may have changed the number of buffers in the list.
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      // Safe: the client states the bytes of its memory, and the plane has room.
      let written = unsafe min(Int(list[channel].mDataByteSize), Int(byteCount))
      let plane = unsafe UnsafeMutableRawPointer(planes.plane(channel))
      if let data = unsafe list[channel].mData, unsafe data != plane {
        unsafe memmove(plane, data, written)
      }
      unsafe memset(plane + written, 0, Int(byteCount) - written)
      channel += 1
    }
  }
}
