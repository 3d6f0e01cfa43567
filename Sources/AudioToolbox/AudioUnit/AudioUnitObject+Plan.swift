internal import AudioGraph
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

// The plans of units.
extension AudioUnitObject {
  /// Compiles and publishes the plan of an initialized unit.
  func publish(_ settings: UnitSettings) {
    guard let prepared = settings.prepared else { return }
    let inputs = settings.inputs.indices.compactMap { bus -> UnitInput? in
      let source = settings.inputs[bus].source
      guard !source.isEmpty, prepared.inputs.indices.contains(bus) else { return nil }
      return UnitInput(bus: bus, source: source, buffers: prepared.inputs[bus])
    }
    published.publish(
      UnitPlan(
        prepared, inputs: inputs, graphInputs: inputs.map { makeInput($0, settings) },
        notifications: settings.notifications, processing: makeProcessing(prepared, settings)))
  }

  /// The plan for processing, if a client processes with this unit.
  private func makeProcessing(_ prepared: PreparedUnit, _ settings: UnitSettings) -> UnitPlan? {
    guard canProcess.load(ordering: .acquiring), prepared.renderer.rendersParts,
      !prepared.inputs.isEmpty
    else { return nil }
    let inputs = prepared.inputs.indices.map { bus in
      UnitInput(bus: bus, source: .empty, buffers: prepared.inputs[bus])
    }
    return UnitPlan(
      prepared, inputs: inputs, graphInputs: inputs.map { makeInput($0, settings) },
      notifications: settings.notifications)
  }
}
