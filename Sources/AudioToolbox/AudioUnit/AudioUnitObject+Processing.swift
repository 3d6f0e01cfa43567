internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

// Rendering from buffers of the client instead of the sources of the inputs.
extension AudioUnitObject {
  /// Processes buffers while the caller has the turn.
  func processInTurn(_ call: UnitCall, _ lists: UnitLists) -> OSStatus {
    guard let found = published.object else { return kAudioUnitErr_Uninitialized }
    // Safe: only plans are published.
    guard let plan = unsafe unsafeDowncast(found, to: UnitPlan.self).processing else {
      return kAudio_UnimplementedError
    }
    guard call.count <= plan.mostFrames else { return kAudioUnitErr_TooManyFramesToProcess }
    guard plan.fits(lists, call.count) else { return kAudio_ParamError }
    guard call.count > 0 else { return noErr }
    var index = 0
    while index < plan.inputs.count {
      unsafe plan.inputs[index].buffers.take(lists.input(index), call.count)
      index += 1
    }
    notify(.unitRenderAction_PreRender, call, plan, lists)
    rendered.time = .nan
    let status = renderPulled(call, plan)
    guard status == noErr else {
      lastError.store(status, ordering: .relaxed)
      return status
    }
    unsafe lastTime.store(call.time.pointee.mSampleTime.bitPattern, ordering: .relaxed)
    index = 0
    while index < plan.outputs.count {
      unsafe plan.outputs[index].give(lists.output(index), call.count)
      index += 1
    }
    notify(.unitRenderAction_PostRender, call, plan, lists)
    return noErr
  }

  private func notify(
    _ flags: AudioUnitRenderActionFlags, _ call: UnitCall, _ plan: UnitPlan, _ lists: UnitLists
  ) {
    guard !plan.notifications.isEmpty else { return }
    unsafe plan.notify(flags, call, lists.output(0).unsafeMutablePointer)
  }

  /// Makes the plan for processing, unless it exists.
  func prepareProcessing() {
    guard !canProcess.exchange(true, ordering: .acquiringAndReleasing) else { return }
    settings.withLock { publish($0) }
  }
}

extension UnitPlan {
  /// Whether buffers match all inputs and outputs.
  fileprivate func fits(_ lists: UnitLists, _ count: Int) -> Bool {
    guard unsafe lists.inputs.count == inputs.count, unsafe lists.outputs.count == outputs.count
    else { return false }
    var index = 0
    while index < inputs.count {
      let list = unsafe lists.input(index)
      guard unsafe inputs[index].buffers.hasRoom(list, count) else { return false }
      index += 1
    }
    index = 0
    while index < outputs.count {
      guard unsafe outputs[index].hasRoom(lists.output(index), count) else { return false }
      index += 1
    }
    return true
  }
}
