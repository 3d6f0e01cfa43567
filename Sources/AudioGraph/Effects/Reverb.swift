package import AudioProcessing

/// The settings of a reverb, which any thread changes.
package final class ReverbSettings: NumberedSettings {
  /// The room, the share of the reverb in the output, and its gain.
  package let values: SettingValues

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - room: The room.
  ///   - wet: The share of the reverb in the output, from 0 to 1.
  package init(_ room: ReverbRoom, wet: Float) {
    values = SettingValues(Self.values(room) + [wet, 1])
  }

  private static func values(_ room: ReverbRoom) -> [Float] {
    [
      Float(room.decaySeconds), Float(room.delaySeconds), Float(room.size),
      Float(room.brightness), Float(room.earlyLevel), Float(room.reflections),
    ]
  }

  /// The room.
  package var room: ReverbRoom {
    get {
      var room = ReverbRoom(
        decaySeconds: Double(values[0]), delaySeconds: Double(values[1]), size: Double(values[2]),
        brightness: Double(values[3]), earlyLevel: Double(values[4]))
      room.reflections = Int(values[5])
      return room
    }
    set {
      // Set each value alone, because a render thread that sets a room must not allocate an array.
      values[0] = Float(newValue.decaySeconds)
      values[1] = Float(newValue.delaySeconds)
      values[2] = Float(newValue.size)
      values[3] = Float(newValue.brightness)
      values[4] = Float(newValue.earlyLevel)
      values[5] = Float(newValue.reflections)
    }
  }

  /// The share of the reverb in the output, from 0 to 1.
  package var wet: Float {
    get { values[6] }
    set { values[6] = newValue.isFinite ? max(0, min(newValue, 1)) : 0 }
  }

  /// The gain of the reverb alone, from 0 to 10.
  package var gain: Float {
    get { values[7] }
    set { values[7] = newValue.isFinite ? max(0, min(newValue, 10)) : 1 }
  }
}

/// A node that adds the reverb of a room to each pair of channels.
package final class Reverb: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: ReverbSettings
  private let format: GraphFormat
  private var networks: [FeedbackDelayNetwork]
  private var wet = LevelRamp()
  private var gain = LevelRamp()
  private var seenChanges = -1
  private var seenResets = 0

  package init(_ settings: ReverbSettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    networks = (0..<(format.channelCount + 1) / 2).map { _ in
      FeedbackDelayNetwork(sampleRate: format.sampleRate)
    }
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    takeSettings()
    let start = (wet, gain)
    var pair = 0
    while pair < networks.count {
      // Each pair has the same ramp.
      (wet, gain) = start
      add(pair, to: output, count: slice.count)
      pair += 1
    }
  }

  private func takeSettings() {
    wet.set(settings.isBypassed ? 0 : settings.wet)
    gain.set(settings.gain)
    let (changes, resets) = (settings.changeCount, settings.resetCount)
    var pair = 0
    while pair < networks.count {
      if changes != seenChanges { networks[pair].set(settings.room) }
      if resets != seenResets { networks[pair].reset() }
      pair += 1
    }
    (seenChanges, seenResets) = (changes, resets)
  }

  private func add(_ pair: Int, to output: Planes, count: Int) {
    let left = 2 * pair
    let right = min(left + 1, format.channelCount - 1)
    var index = 0
    while index < count {
      let dry = (output[left, index], output[right, index])
      let tail = networks[pair].next(dry.0, dry.1)
      let (part, gain) = (wet.next(), gain.next())
      output[left, index] = dry.0 + (tail.left * gain - dry.0) * part
      if right > left { output[right, index] = dry.1 + (tail.right * gain - dry.1) * part }
      index += 1
    }
  }
}
