internal import Synchronization

/// The settings of a delay by frames, which any thread changes.
package final class FrameDelaySettings: NumberedSettings {
  package let values = SettingValues([0])

  package init() {}

  /// The frames between input and output: at most a second.
  package var frames: Int {
    get { Int(values[0]) }
    set { values[0] = Float(max(0, min(newValue, 1 << 24))) }
  }
}

/// A delay by a whole number of frames, without echoes.
package final class FrameDelay: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private let settings: FrameDelaySettings
  private let format: GraphFormat
  private let line: Planes
  private var place = 0
  private var seenResets = 0

  package init(_ settings: FrameDelaySettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    line = Planes(channelCount: format.channelCount, capacity: Int(format.sampleRate) + 1)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.take(inputs, count: slice.count)
    if settings.resetCount != seenResets {
      seenResets = settings.resetCount
      line.clear(count: line.capacity)
    }
    let frames = settings.isBypassed ? 0 : min(settings.frames, line.capacity - 1)
    var channel = 0
    while channel < format.channelCount {
      var (index, write) = (0, place)
      while index < slice.count {
        line[channel, write] = output[channel, index]
        let read = write - frames
        output[channel, index] = line[channel, read < 0 ? read + line.capacity : read]
        write = write + 1 == line.capacity ? 0 : write + 1
        index += 1
      }
      channel += 1
    }
    place = (place + slice.count) % line.capacity
  }
}
