internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
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

  /// Renders into a block while the caller has the turn, which also protects the buffers.
  func renderInTurn(_ call: UnitCall, into planes: Planes) -> OSStatus {
    let list = unsafe lent.lend(planes, call.count)
    let status = unsafe renderInTurn(call, into: list.unsafeMutablePointer)
    guard status == noErr else {
      planes.clear(count: call.count)
      return status
    }
    lent.take(planes, call.count)
    return noErr
  }
}
