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

// Processing of buffers.
extension ClientUnit {
  func process(
    _ proc: AudioUnitProcessProc, _ call: UnitCall, _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard turn.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { turn.end() }
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      return kAudioUnitErr_Uninitialized
    }
    return ClientCode.call {
      unsafe proc(object, call.flags, call.time, UInt32(call.count), list)
    }
  }

  func process(
    _ proc: AudioUnitProcessMultipleProc, _ call: UnitCall, _ lists: UnitLists
  ) -> OSStatus {
    guard turn.begin() else { return kAudioUnitErr_CannotDoInCurrentContext }
    defer { turn.end() }
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      return kAudioUnitErr_Uninitialized
    }
    guard let inputs = unsafe lists.inputs.baseAddress,
      let outputs = unsafe lists.outputs.baseAddress
    else { return kAudio_ParamError }
    return ClientCode.call {
      unsafe proc(
        object, call.flags, call.time, UInt32(call.count), UInt32(lists.inputs.count), inputs,
        UInt32(lists.outputs.count), outputs)
    }
  }
}
