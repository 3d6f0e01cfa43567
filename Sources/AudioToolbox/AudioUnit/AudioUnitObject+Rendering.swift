internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

extension AudioUnitObject {
  /// Renders frames of an output while the caller has the turn.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - hasRoom: Checks the client's memory for the output.
  ///   - finish: Receives the output and returns the list for notifications.
  /// - Returns: 0, or an error that `AudioUnitRender` documents.
  final func renderInTurn(
    _ call: UnitCall, checking hasRoom: (UnitBuffers) -> Bool,
    _ finish: (UnitBuffers) -> UnsafeMutablePointer<AudioBufferList>
  ) -> OSStatus {
    guard let found = published.object else { return kAudioUnitErr_Uninitialized }
    // Safe: only plans are published.
    let plan = unsafe unsafeDowncast(found, to: UnitPlan.self)
    guard call.bus >= 0, call.bus < plan.outputs.count else {
      return kAudioUnitErr_InvalidElement
    }
    guard call.count <= plan.mostFrames else { return kAudioUnitErr_TooManyFramesToProcess }
    let output = plan.outputs[call.bus]
    guard hasRoom(output) else { return kAudio_ParamError }
    guard call.count > 0 else { return noErr }
    if !plan.notifications.isEmpty {
      output.prepareList(call.count)
      unsafe plan.notify(.unitRenderAction_PreRender, call, output.list.unsafeMutablePointer)
    }
    let status = renderOnce(call, plan)
    if status == noErr {
      unsafe lastTime.store(call.time.pointee.mSampleTime.bitPattern, ordering: .relaxed)
      let list = unsafe finish(output)
      unsafe plan.notify(.unitRenderAction_PostRender, call, list)
    } else {
      lastError.store(status, ordering: .relaxed)
      output.planes.clear(count: call.count)
      output.prepareList(call.count)
      unsafe plan.notify(
        [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError], call,
        output.list.unsafeMutablePointer)
    }
    return status
  }

  /// Renders all outputs, unless an earlier call has rendered them for the same time.
  private func renderOnce(_ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    let bit = UInt64(1) << UInt64(call.bus % 64)
    let time = unsafe call.time.pointee.mSampleTime
    if plan.outputs.count > 1, rendered.time == time, rendered.count == call.count,
      rendered.buses & bit == 0
    {
      rendered.buses |= bit
      return noErr
    }
    guard rendersWithoutInput || !plan.inputs.isEmpty else { return kAudioUnitErr_NoConnection }
    let slice = GraphSlice(frame: frame, count: call.count)
    var status = plan.renderer.pull(slice, call, plan)
    if status == noErr {
      status = renderPulled(call, plan)
    } else {
      frame += call.count
    }
    rendered = (status == noErr ? time : .nan, call.count, bit)
    return status
  }

  /// Renders a slice whose inputs have their frames.
  func renderPulled(_ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    events.take() ? renderParts(call, plan) : renderPart(call, plan)
  }

  private func renderPart(_ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    let slice = GraphSlice(frame: frame, count: call.count)
    frame += call.count
    return plan.renderer.render(slice, call, plan)
  }

  /// Renders the parts between changes of parameters.
  ///
  /// The inputs are pulled once for the whole slice. Their sources would take several shorter pulls
  /// for several calls.
  private func renderParts(_ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    defer { events.finish(call.count) }
    guard plan.renderer.rendersParts else {
      // The changes take effect with the slice.
      events.apply(at: call.count, after: -1) { event, value in
        if event.offset < call.count { store(value, event.parameter, event.element) }
      }
      return renderPart(call, plan)
    }
    plan.keepInputs(call.count)
    var (done, last) = (0, -1)
    while done < call.count {
      applyEvents(at: done, after: last)
      let end = min(call.count, events.nextChange(after: done) ?? call.count)
      plan.bringInputs(from: done, count: end - done)
      var time = unsafe call.time.pointee
      time.mSampleTime += Double(done)
      let status = unsafe withUnsafePointer(to: time) { time in
        unsafe renderPart(UnitCall(call.flags, time, bus: call.bus, count: end - done), plan)
      }
      guard status == noErr else { return status }
      plan.keepOutputs(at: done, count: end - done)
      (last, done) = (done, end)
    }
    // A ramp that ends with the slice.
    events.apply(at: call.count, after: last) { event, value in
      if event.duration > 0, event.offset < call.count {
        store(value, event.parameter, event.element)
      }
    }
    plan.restoreOutputs(call.count)
    return noErr
  }

  private func applyEvents(at frame: Int, after last: Int) {
    events.apply(at: frame, after: last) { event, value in
      store(value, event.parameter, event.element)
    }
  }

  /// Sets the value of a parameter, without a lock.
  func store(_ value: Float, _ index: Int, _ element: Int) {
    parameters[index, element] = value
    parameterDidChange(parameters.all[index], element, value)
  }
}
