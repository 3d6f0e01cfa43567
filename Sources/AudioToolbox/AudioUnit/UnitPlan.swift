internal import AudioGraph
internal import CoreAudioTypes

/// The source of an input.
enum UnitSource: @unchecked Sendable {
  // Unchecked: the client states the function and its pointer for render threads.

  /// Silence.
  case empty
  /// A function of the client.
  case callback(RenderNotification)
  /// An output of another unit.
  case unit(UnitInstance, bus: Int)

  var isEmpty: Bool {
    if case .empty = self { return true }
    return false
  }
}

/// An input with a source.
struct UnitInput: Sendable {
  let bus: Int
  let source: UnitSource
  let buffers: UnitBuffers

  /// Gets frames from the source, at their own time.
  func pull(_ frames: GraphSlice, _ call: UnitCall) -> OSStatus {
    var time = unsafe call.time.pointee
    time.mSampleTime = Double(frames.frame)
    // Safe: the time lives until the call returns.
    return unsafe withUnsafePointer(to: &time) { time in
      unsafe pull(UnitCall(call.flags, time, bus: bus, count: frames.count))
    }
  }

  /// Gets the frames of a slice from the source.
  func pull(_ call: UnitCall) -> OSStatus {
    switch source {
    case .empty:
      buffers.planes.clear(count: call.count)
      return noErr
    case .unit(let unit, let sourceBus):
      return unit.render(call.on(sourceBus), into: buffers.planes)
    case .callback(let callback):
      buffers.prepareList(call.count)
      // A client that writes less than it states would otherwise repeat earlier frames.
      buffers.clear(call.count)
      var flags: AudioUnitRenderActionFlags = []
      let status = unsafe callback.call(&flags, call.on(bus), buffers.list.unsafeMutablePointer)
      guard status == noErr, !flags.contains(.unitRenderAction_OutputIsSilence) else {
        buffers.planes.clear(count: call.count)
        return status
      }
      buffers.takeList(call.count)
      return noErr
    }
  }
}

/// Renders the outputs of a unit from its inputs.
///
/// The renderer keeps its state when the plan changes. Only the render thread calls it.
protocol UnitRenderer: AnyObject, Sendable {
  /// Gets the inputs of a whole slice.
  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus
  /// Renders all frames of a slice, or of a part of one, into each output.
  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus
  /// Whether a slice can be rendered in parts: each output frame needs the input frame of the same
  /// time.
  var rendersParts: Bool { get }
}

/// A renderer that needs one input frame for each output frame.
final class ProcessorRenderer: UnitRenderer {
  private let processor: any GraphProcessor

  init(_ processor: any GraphProcessor) {
    self.processor = processor
  }

  var rendersParts: Bool { true }

  func pull(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    plan.pullInputs(call)
  }

  func render(_ slice: GraphSlice, _ call: UnitCall, _ plan: UnitPlan) -> OSStatus {
    processor.render(slice, from: plan.graphInputs, to: plan.planes)
    return noErr
  }
}

/// The rendering plan of a unit: its sources, memory, and notifications.
///
/// A plan never changes.
final class UnitPlan: Sendable {
  let mostFrames: Int
  /// The inputs with a source, in their order.
  let inputs: [UnitInput]
  let graphInputs: [GraphInput]
  let outputs: [UnitBuffers]
  let planes: [Planes]
  let renderer: any UnitRenderer
  let notifications: [RenderNotification]
  /// The plan with all inputs, for frames of the client instead of the sources.
  let processing: UnitPlan?

  init(
    _ prepared: PreparedUnit, inputs: [UnitInput], graphInputs: [GraphInput],
    notifications: [RenderNotification], processing: UnitPlan? = nil
  ) {
    self.processing = processing
    mostFrames = prepared.mostFrames
    self.inputs = inputs
    self.graphInputs = graphInputs
    outputs = prepared.outputs
    planes = prepared.outputs.map(\.planes)
    renderer = prepared.renderer
    self.notifications = notifications
  }

  /// Gets the frames of all inputs.
  func pullInputs(_ call: UnitCall) -> OSStatus {
    var index = 0
    while index < inputs.count {
      let status = inputs[index].pull(call)
      guard status == noErr else { return status }
      index += 1
    }
    return noErr
  }

  /// Keeps the frames of the inputs, so that parts of them can be rendered.
  func keepInputs(_ count: Int) {
    var index = 0
    while index < inputs.count {
      inputs[index].buffers.keep(at: 0, count: count)
      index += 1
    }
  }

  /// Copies a part of the kept input frames to the start of the buffers.
  func bringInputs(from start: Int, count: Int) {
    var index = 0
    while index < inputs.count {
      inputs[index].buffers.bring(from: start, count: count)
      index += 1
    }
  }

  /// Keeps a rendered part of the outputs.
  func keepOutputs(at start: Int, count: Int) {
    var index = 0
    while index < outputs.count {
      outputs[index].keep(at: start, count: count)
      index += 1
    }
  }

  /// Copies all kept parts of the outputs back to the buffers.
  func restoreOutputs(_ count: Int) {
    var index = 0
    while index < outputs.count {
      outputs[index].restore(count)
      index += 1
    }
  }

  /// Calls the functions that the client added.
  func notify(
    _ flags: AudioUnitRenderActionFlags, _ call: UnitCall,
    _ list: UnsafeMutablePointer<AudioBufferList>
  ) {
    var index = 0
    while index < notifications.count {
      var flags = unsafe call.flags.pointee.union(flags)
      unsafe notifications[index].call(&flags, call, list)
      index += 1
    }
  }
}

/// The memory and the renderer of an initialized unit.
struct PreparedUnit {
  let mostFrames: Int
  let inputs: [UnitBuffers]
  let outputs: [UnitBuffers]
  let renderer: any UnitRenderer
}
