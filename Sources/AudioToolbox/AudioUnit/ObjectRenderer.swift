internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes

/// Renders with the closure of an object.
@safe
final class ObjectRenderer: UnitRenderer, @unchecked Sendable {
  // Unchecked: only the thread that renders uses the state and the closures.

  private let closure: UnitObjectRender
  private let output = LentPlanes()
  private let input = ObjectInput()
  private let pullInput: UnitObjectPull

  init(_ closure: @escaping UnitObjectRender) {
    unsafe self.closure = unsafe closure
    let input = input
    unsafe pullInput = { _, time, count, bus, list in
      unsafe input.give(
        Int(count), at: time.pointee.mSampleTime, bus, UnsafeMutableAudioBufferListPointer(list))
    }
  }

  var rendersParts: Bool { true }

  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    plan.pullInputs(call)
  }

  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    unsafe input.begin(plan, call.time.pointee.mSampleTime, call.count)
    defer { input.end() }
    var bus = 0
    while bus < plan.outputs.count {
      let planes = plan.planes[bus]
      let list = unsafe output.lend(planes, call.count).unsafeMutablePointer
      let status = ClientCode.call {
        unsafe closure(call.flags, call.time, UInt32(call.count), bus, list, pullInput)
      }
      guard status == noErr else {
        planes.clear(count: call.count)
        return status
      }
      output.take(planes, call.count)
      bus += 1
    }
    return noErr
  }
}

/// The input frames of the present call.
private final class ObjectInput: @unchecked Sendable {
  // Unchecked: only the thread that renders uses it.

  private var plan: UnitPlan?
  private var start = 0.0
  private var count = 0

  func begin(_ plan: UnitPlan, _ start: Double, _ count: Int) {
    (self.plan, self.start, self.count) = (plan, start, count)
  }

  func end() { plan = nil }

  /// Gives frames of an input; an object may ask for the frames of a call in parts.
  func give(
    _ count: Int, at time: Double, _ bus: Int, _ list: UnsafeMutableAudioBufferListPointer
  ) -> OSStatus {
    let first = Int(exactly: time - start) ?? 0
    let planes = planes(bus)
    return unsafe LentInput.give(
      (first, count), of: planes?.channelCount, callCount: self.count, to: list
    ) { unsafe planes?.plane($0) }
  }

  private func planes(_ bus: Int) -> Planes? {
    guard let plan else { return nil }
    var index = 0
    while index < plan.inputs.count {
      if plan.inputs[index].bus == bus { return plan.inputs[index].buffers.planes }
      index += 1
    }
    return nil
  }
}
