/// The work of a node: it renders the outputs from the inputs.
///
/// A processor keeps its state between plans. Only the render thread calls ``render(_:from:to:)``,
/// which must not allocate, lock, or wait.
package protocol GraphProcessor: AnyObject, Sendable {
  /// Renders all frames of a slice into each output.
  ///
  /// - Parameters:
  ///   - slice: The frames.
  ///   - inputs: The connected inputs, with the same number of frames, in the order of their
  ///     buses.
  ///   - outputs: The block of each output bus, whose old frames the call overwrites.
  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes])
}

/// A mixer whose output is the sum of its inputs, which may be added one by one.
protocol GraphMixer: GraphProcessor {
  /// Whether the inputs may be added before the mixer renders.
  var addsInputsEarly: Bool { get }

  /// Completes the sum of all inputs.
  ///
  /// For the render thread.
  func finish(_ output: Planes, count: Int)
}

/// A connected input of a processor.
package struct GraphInput: Sendable {
  package let bus: Int
  package let planes: Planes
  /// The levels of the connection, for a mixer.
  package let levels: MixLevels?
  /// The levels of the input to the reverb of a spatial mixer.
  let send: MixLevels?
  /// The sound of the input at the ears of a spatial mixer's listener.
  let head: HeadVoice?

  package init(
    bus: Int, planes: Planes, levels: MixLevels? = nil, send: MixLevels? = nil,
    head: HeadVoice? = nil
  ) {
    self.bus = bus
    self.planes = planes
    self.levels = levels
    self.send = send
    self.head = head
  }

  /// The input of a mixer with the settings of a connection.
  ///
  /// - Parameters:
  ///   - bus: The number of the input.
  ///   - planes: The frames.
  ///   - mixing: The settings.
  ///   - format: The format of the mixer's output.
  package init(bus: Int, planes: Planes, _ mixing: MixInput, to format: GraphFormat) {
    let (source, target) = (planes.channelCount, format.channelCount)
    self.init(
      bus: bus, planes: planes, levels: mixing.levels(from: source, to: target),
      send: mixing.send?.levels(from: source, to: min(2, target)),
      head: mixing.head?.voice(from: source, to: target, sampleRate: format.sampleRate))
  }
}

extension Planes {
  /// Takes the first frames of the only input, or silence without one.
  func take(_ inputs: [GraphInput], count: Int) {
    if inputs.isEmpty {
      clear(count: count)
    } else {
      fill(at: 0, from: inputs[0].planes, at: 0, count: count)
    }
  }

  /// Mixes the first frames of all inputs, with their levels.
  func mix(_ inputs: [GraphInput], count: Int) {
    if inputs.isEmpty { clear(count: count) }
    var index = 0
    while index < inputs.count {
      mix(inputs[index], count: count, replacing: index == 0)
      index += 1
    }
  }

  /// Mixes the first frames of an input, with its levels.
  ///
  /// The first input replaces the frames, which saves clearing them.
  func mix(_ input: GraphInput, count: Int, replacing replaces: Bool) {
    if let levels = input.levels {
      levels.mix(input.planes, into: self, count: count, replacing: replaces)
    } else if replaces {
      clear(count: count)
    }
    input.head?.mix(input.planes, into: self, count: count)
  }
}
