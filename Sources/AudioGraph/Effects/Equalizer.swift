internal import AudioProcessing

/// An equalizer: bands one after the other, for all channels.
///
/// A change of a band becomes a ramp of 256 frames, whose coefficients change every 32 frames.
package final class Equalizer: GraphProcessor, @unchecked Sendable {
  // Sendable: only the render thread uses the state.

  private static let rampFrames = 256
  private static let stepFrames = 32

  private let settings: EqualizerSettings
  private let format: GraphFormat
  private var filters: FilterChain
  /// Whether the filters have the coefficients after the ramp.
  private var isSettled = false
  private var from: [BiquadCoefficients]
  private var to: [BiquadCoefficients]
  private var rampFrame = Equalizer.rampFrames
  private var seenChanges = -1
  private var seenResets = 0

  package init(_ settings: EqualizerSettings, _ format: GraphFormat) {
    self.settings = settings
    self.format = format
    filters = FilterChain(
      filterCount: settings.bandCount, channelCount: format.channelCount)
    from = Array(repeating: BiquadCoefficients(), count: settings.bandCount)
    // A separate array: a copy would share memory, which a change on the render thread would copy.
    to = Array(repeating: BiquadCoefficients(), count: settings.bandCount)
  }

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    guard !inputs.isEmpty else { return output.clear(count: slice.count) }
    output.fill(at: 0, from: inputs[0].planes, at: 0, count: slice.count)
    takeSettings()
    var done = 0
    while done < slice.count {
      let isRamp = rampFrame < Self.rampFrames
      let left = slice.count - done
      let count = isRamp ? min(left, Self.stepFrames - rampFrame % Self.stepFrames) : left
      if !isSettled { setFilters() }
      filter(output, from: done, count: count)
      if isRamp { rampFrame += count }
      done += count
    }
    if !settings.isBypassed { settings.gain.apply(to: output, count: slice.count) }
  }

  /// Begins a ramp to new settings; the first settings apply at once.
  private func takeSettings() {
    let resets = settings.resetCount
    if resets != seenResets {
      seenResets = resets
      filters.reset()
    }
    let changes = settings.changeCount
    guard changes != seenChanges else { return }
    var band = 0
    while band < to.count {
      let new = settings.coefficients(band, sampleRate: format.sampleRate)
      from[band] = seenChanges < 0 ? new : current(band)
      to[band] = new
      band += 1
    }
    rampFrame = seenChanges < 0 ? Self.rampFrames : 0
    seenChanges = changes
    isSettled = false
  }

  private func current(_ band: Int) -> BiquadCoefficients {
    guard rampFrame < Self.rampFrames else { return to[band] }
    let step = rampFrame / Self.stepFrames + 1
    return from[band].mixed(
      with: to[band], part: Double(step * Self.stepFrames) / Double(Self.rampFrames))
  }

  private func setFilters() {
    var band = 0
    while band < to.count {
      filters.set(band, current(band))
      band += 1
    }
    isSettled = rampFrame >= Self.rampFrames
  }

  private func filter(_ planes: Planes, from start: Int, count: Int) {
    var left = 0
    while left < format.channelCount {
      if left + 1 < format.channelCount {
        planes.withSamples(left, left + 1, start, count) {
          filters.process(left / 2, &$0, &$1)
        }
      } else {
        planes.withSamples(left, start, count) { filters.process(left / 2, &$0) }
      }
      left += 2
    }
  }
}
