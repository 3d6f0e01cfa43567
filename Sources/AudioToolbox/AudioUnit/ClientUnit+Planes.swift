internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

// Rendering, for the thread that has the turn.
extension ClientUnit {
  /// Renders into the client's buffers while the caller has the turn.
  func renderInTurn(
    _ call: UnitCall, into list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard let renderProc = unsafe renderProc else { return kAudio_UnimplementedError }
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      return kAudioUnitErr_Uninitialized
    }
    return ClientCode.call {
      unsafe renderProc(
        object, call.flags, call.time, UInt32(call.bus), UInt32(call.count), list)
    }
  }

  /// Renders into a block while the caller has the turn, to which the list belongs.
  func renderInTurn(_ call: UnitCall, into planes: Planes) -> OSStatus {
    let byteCount = UInt32(call.count * MemoryLayout<Float>.size)
    lend(planes, byteCount)
    let status = unsafe renderInTurn(call, into: list.unsafeMutablePointer)
    guard status == noErr else {
      planes.clear(count: call.count)
      return status
    }
    take(planes, byteCount)
    return noErr
  }

  /// Lets the list refer to the samples of a block.
  func lend(_ planes: Planes, _ byteCount: UInt32) {
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      // Safe: the list has room for the maximum number of channels.
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
