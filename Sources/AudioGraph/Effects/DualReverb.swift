internal import AudioProcessing
internal import Glibc
internal import Synchronization

/// The settings of a reverb of two rooms, which any thread changes.
package final class DualReverbSettings: NumberedSettings {
  /// A number besides the rooms.
  package enum Number: Int, Sendable {
    /// The share of the reverb in the output, and of the large room in the reverb, from 0 to 1.
    case wet, largePart
    /// The rate of the modulation in hertz, and its depth from 0 to 1.
    case modulationRate, modulationDepth
  }

  package let values = SettingValues([1, 0.5, 1, 0.2])
  package let small = ReverbSettings(.none, wet: 1)
  package let large = ReverbSettings(.none, wet: 1)
  /// A filter of one band after the rooms.
  package let filter = EqualizerSettings(bandCount: 1)

  package init() {}

  package subscript(number: Number) -> Float {
    get { values[number.rawValue] }
    set { values[number.rawValue] = newValue.isFinite ? newValue : 0 }
  }
}

/// A reverb of a small and a large room, with a modulated delay and a filter.
package final class DualReverb: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  /// The longest delay of the modulation, in seconds.
  private static let swingSeconds = 0.004

  private let settings: DualReverbSettings
  private let format: GraphFormat
  private var small: [FeedbackDelayNetwork]
  private var large: [FeedbackDelayNetwork]
  private let wet: Planes
  private let filtered: Planes
  private let filter: Equalizer
  private let filterInput: [GraphInput]
  private let filterOutput: [Planes]
  /// The delayed sound of each channel, in rings.
  private let swing: Planes
  private var place = 0
  /// The place in the modulation's period, from 0 to 1.
  private var phase = 0.0
  private var part = LevelRamp()
  private var largePart = LevelRamp()
  private var depth = LevelRamp()
  private var seenChanges = (small: -1, large: -1)
  private var seenResets = 0

  /// Makes a reverb.
  ///
  /// - Parameters:
  ///   - settings: Its settings.
  ///   - format: The format of its input and output.
  ///   - mostFrames: The maximum number of frames of a slice.
  package init(_ settings: DualReverbSettings, _ format: GraphFormat, mostFrames: Int) {
    self.settings = settings
    self.format = format
    let pairs = (format.channelCount + 1) / 2
    small = (0..<pairs).map { _ in FeedbackDelayNetwork(sampleRate: format.sampleRate) }
    // Not a copy of `small`: the first change of a copy allocates memory.
    large = (0..<pairs).map { _ in FeedbackDelayNetwork(sampleRate: format.sampleRate) }
    wet = Planes(channelCount: format.channelCount, capacity: mostFrames)
    filtered = Planes(channelCount: format.channelCount, capacity: mostFrames)
    filter = Equalizer(settings.filter, format)
    filterInput = [GraphInput(bus: 0, planes: wet)]
    filterOutput = [filtered]
    swing = Planes(
      channelCount: format.channelCount,
      capacity: Int(Self.swingSeconds * format.sampleRate) + 4)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    takeSettings()
    addRooms(output, count: slice.count)
    addSwing(count: slice.count)
    filter.render(slice, from: filterInput, to: filterOutput)
    let start = part
    var channel = 0
    while channel < format.channelCount {
      part = start
      var index = 0
      while index < slice.count {
        let dry = output[channel, index]
        output[channel, index] = dry + (filtered[channel, index] - dry) * part.next()
        index += 1
      }
      channel += 1
    }
  }

  private func takeSettings() {
    part.set(settings.isBypassed ? 0 : settings[.wet])
    largePart.set(settings[.largePart])
    depth.set(settings[.modulationDepth])
    let changes = (small: settings.small.changeCount, large: settings.large.changeCount)
    let resets = settings.resetCount
    var pair = 0
    while pair < small.count {
      if changes.small != seenChanges.small { small[pair].set(settings.small.room) }
      if changes.large != seenChanges.large { large[pair].set(settings.large.room) }
      if resets != seenResets {
        small[pair].reset()
        large[pair].reset()
      }
      pair += 1
    }
    if resets != seenResets { swing.clear(count: swing.capacity) }
    (seenChanges, seenResets) = (changes, resets)
  }

  /// Renders the reverb of both rooms.
  private func addRooms(_ dry: Planes, count: Int) {
    let start = largePart
    var pair = 0
    while pair < small.count {
      largePart = start
      let left = 2 * pair
      let right = min(left + 1, format.channelCount - 1)
      var index = 0
      while index < count {
        let input = (dry[left, index], dry[right, index])
        let near = small[pair].next(input.0, input.1)
        let far = large[pair].next(input.0, input.1)
        let part = largePart.next()
        wet[left, index] = near.left + (far.left - near.left) * part
        if right > left { wet[right, index] = near.right + (far.right - near.right) * part }
        index += 1
      }
      pair += 1
    }
  }

  /// Delays the reverb by a modulated time; adjacent channels are modulated in opposite directions.
  private func addSwing(count: Int) {
    let (first, start) = (phase, (depth, place))
    let step = Double(settings[.modulationRate]) / format.sampleRate
    let most = Float(swing.capacity - 3)
    var channel = 0
    while channel < format.channelCount {
      (phase, depth, place) = (first, start.0, start.1)
      let sign: Float = channel % 2 == 0 ? 1 : -1
      var index = 0
      while index < count {
        swing[channel, place] = wet[channel, index]
        let wave = sinf(Float(phase) * 2 * .pi) * sign
        let delay = depth.next() * most * (0.5 + 0.5 * wave)
        let whole = Int(delay)
        let newer = (place - whole + swing.capacity) % swing.capacity
        let older = (newer - 1 + swing.capacity) % swing.capacity
        let (one, other) = (swing[channel, newer], swing[channel, older])
        wet[channel, index] = one + (other - one) * (delay - Float(whole))
        place = (place + 1) % swing.capacity
        phase += step
        if phase >= 1 { phase -= 1 }
        index += 1
      }
      channel += 1
    }
  }
}
