internal import AudioModel

/// Converts the sample rate of an interleaved Float32 stream, with an exact output length.
///
/// *n* frames become *n* · out ÷ in frames, rounded to nearest, with halves up. The first output
/// frame has the time of the first input frame. The division of the input has no effect. Use from
/// one thread at a time.
package final class RateConverter {
  /// Interleaved output frames that have not been taken, from ``firstReady`` on.
  package private(set) var ready: [Float] = []
  package private(set) var firstReady = 0

  private let inputRate: Double
  private let outputRate: Double
  private let channelCount: Int
  private var settings: RateSettings
  private var resampler: (any Resampler)?
  private var fedFrames = 0
  /// Output frames, including those not yet taken.
  private var madeFrames = 0
  private var takenFrames = 0
  /// Output frames for which input was requested.
  private var askedFrames = 0
  /// Frames still to drop at the start.
  private var framesToDrop = 0
  private var isFinished = false

  /// The maximum ratio of the two rates.
  package static let greatestRatio = 1024.0

  /// Creates a converter, which loads its library with the first frame.
  ///
  /// - Parameters:
  ///   - inputRate: Input frames per second, above 0.
  ///   - outputRate: Output frames per second, within a factor of ``greatestRatio``.
  ///   - channelCount: Channels per frame.
  ///   - settings: The conversion settings.
  package init(
    from inputRate: Double, to outputRate: Double, channelCount: Int, _ settings: RateSettings
  ) {
    self.inputRate = inputRate
    self.outputRate = outputRate
    self.channelCount = channelCount
    self.settings = settings
    framesToDrop = droppedFrames
  }

  /// Discards all frames, and continues with these settings.
  package func reset(_ settings: RateSettings) {
    self.settings = settings
    resampler = nil
    ready.removeAll(keepingCapacity: true)
    firstReady = 0
    fedFrames = 0
    madeFrames = 0
    takenFrames = 0
    askedFrames = 0
    framesToDrop = droppedFrames
    isFinished = false
  }

  /// Ready frames, limited to the output of the input so far, because the input may end here.
  package var readyCount: Int { min(waitingCount, max(0, outputLength - takenFrames)) }

  /// Frames in ``ready``.
  private var waitingCount: Int { ready.count / channelCount - firstReady }

  /// Input frames that the settings require on each side of a recording.
  ///
  /// The number corresponds to a whole number of output frames, to avoid a fractional time shift.
  package var reach: Int {
    guard inputRate != outputRate else { return 0 }
    let stretch = max(1, inputRate / outputRate)
    let wanted = Int((Double(settings.reach) * stretch).rounded(.up))
    let unit = Self.unit(inputRate, outputRate)
    return (wanted + unit - 1) / unit * unit
  }

  /// Returns the input frames for an estimated `frameCount` further output frames, at least 1.
  package func inputFrames(for frameCount: Int) -> Int {
    let frames = Double(min(frameCount, 1 << 16)) * inputRate / outputRate
    return min(max(Int(frames.rounded(.up)), 1), Self.greatestFeed)
  }

  /// Maximum input frames per feed.
  private static let greatestFeed = 14_336

  /// Requests the input that corresponds to `frameCount` output frames, even if frames are ready.
  ///
  /// The library outputs frames in bursts. If a call used only ready frames, a source such as a
  /// microphone might discard its input before the next call.
  ///
  /// - Parameter frameCount: The number of output frames.
  package func ask(for frameCount: Int) {
    let quotient = outputRate / inputRate
    // The filter's delay has used the surplus input. Exclude fractions, which would accumulate.
    let fed = fedLength - Int(quotient.rounded(.up))
    askedFrames = max(askedFrames, fed) + frameCount
  }

  /// Requested input frames for the next feed, or 0 if no more input follows.
  package var missingFrames: Int {
    guard !isFinished else { return 0 }
    let needed = Double(askedFrames) * inputRate / outputRate
    guard needed < Double(Int.max / 2) else { return 0 }
    return min(max(Int(needed.rounded(.up)) - fedFrames, 0), Self.greatestFeed)
  }

  /// Drops requests for frames that the input did not have.
  package func forgetMissing() {
    askedFrames = min(askedFrames, fedLength)
  }

  /// Whole output frames that correspond to the fed frames.
  private var fedLength: Int { Int((Double(fedFrames) * outputRate / inputRate).rounded(.down)) }

  /// Feeds input frames.
  package func feed(_ frames: Span<Float>) throws(RateError) {
    guard frames.count > 0 else { return }
    let resampler = try opened()
    if fedFrames == 0, leadingSilence > 0 {
      let silence = [Float](repeating: 0, count: leadingSilence * channelCount)
      try process(silence.span, by: resampler)
    }
    fedFrames += frames.count / channelCount
    try process(frames, by: resampler)
  }

  /// Converts frames directly between spans, which saves two copies.
  ///
  /// - Parameters:
  ///   - frames: Whole interleaved frames, as bytes.
  ///   - room: Memory for whole frames, at least one.
  /// - Returns: Frames consumed and produced, at least one of them not 0. `nil` if frames must be
  ///   fed: at the start, if frames are ready, or if memory is not aligned for Float32.
  /// - Throws: ``RateError`` if the library fails.
  package func convert(
    _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) throws(RateError) -> (taken: Int, made: Int)? {
    guard fedFrames > 0, framesToDrop == 0, waitingCount == 0, settings.priming == .normal,
      !isFinished, frames.count > 0, let done = try resampler?.process(frames, into: &room)
    else { return nil }
    fedFrames += done.taken
    madeFrames += done.made
    takenFrames += done.made
    return done
  }

  /// Outputs the remaining frames at the end of the input.
  package func finish() throws(RateError) {
    guard !isFinished else { return }
    isFinished = true
    guard let resampler else { return }
    let before = ready.count
    try resampler.finish(into: &ready)
    drop(from: before)
    madeFrames += (ready.count - before) / channelCount
    let surplus = madeFrames - outputLength
    if surplus > 0 {
      ready.removeLast(min(surplus, waitingCount) * channelCount)
    } else if surplus < 0 {
      ready.append(zeros: -surplus * channelCount)
    }
  }

  /// Whether rates can be converted; the first call loads the library.
  package static var isAvailable: Bool {
    let converter = RateConverter(from: 1, to: 2, channelCount: 1, RateSettings())
    return (try? converter.opened()) != nil
  }

  /// Marks ready frames as used.
  package func take(_ count: Int) {
    takenFrames += count
    firstReady += count
    if firstReady * channelCount == ready.count {
      ready.removeAll(keepingCapacity: true)
      firstReady = 0
    } else if firstReady >= 16384 {
      ready.removeFirst(firstReady * channelCount)
      firstReady = 0
    }
  }

  /// Output frames that correspond to the fed frames.
  private var outputLength: Int {
    let frames = settings.priming == .pre ? max(0, fedFrames - reach) : fedFrames
    return Self.length(of: frames, from: inputRate, to: outputRate)
  }

  /// Output frames before the time of the first requested one.
  private var droppedFrames: Int {
    let frames =
      switch settings.priming {
      case .pre: reach
      case .normal: leadingSilence
      case .none: 0
      }
    return Self.length(of: frames, from: inputRate, to: outputRate)
  }

  /// Frames of silence to insert before the first frame.
  ///
  /// libsoxr filters in stages, and drops the first stage's output before the first frame. The next
  /// stage lacks that data. If a sound starts at once, its first frames are therefore wrong by up
  /// to a hundredth. Leading silence avoids this error. Only a whole number of output frames can be
  /// removed again.
  private var leadingSilence: Int {
    switch settings.priming {
    case .pre: return 0
    case .none, .normal:
      let isWhole = Int(exactly: inputRate) != nil && Int(exactly: outputRate) != nil
      return isWhole && reach <= Self.mostSilence ? reach : 0
    }
  }

  /// Maximum frames of silence that are worth their cost.
  private static let mostSilence = 16_384

  private func opened() throws(RateError) -> any Resampler {
    if let resampler { return resampler }
    let made: any Resampler
    if inputRate == outputRate {
      made = PassingResampler()
    } else if settings.complexity == .linear {
      made = LinearResampler(from: inputRate, to: outputRate, channelCount: channelCount)
    } else {
      #if Soxr
        made = try SoxrResampler(
          from: inputRate, to: outputRate, channelCount: channelCount, settings)
      #else
        throw .libraryMissing
      #endif
    }
    resampler = made
    return made
  }

  private func process(_ frames: Span<Float>, by resampler: any Resampler) throws(RateError) {
    let before = ready.count
    try resampler.process(frames, into: &ready)
    drop(from: before)
    madeFrames += (ready.count - before) / channelCount
  }

  /// Drops the frames that must be removed, from `start` on.
  private func drop(from start: Int) {
    let count = min(framesToDrop, (ready.count - start) / channelCount)
    guard count > 0 else { return }
    ready.removeSubrange(start..<start + count * channelCount)
    framesToDrop -= count
  }
}
