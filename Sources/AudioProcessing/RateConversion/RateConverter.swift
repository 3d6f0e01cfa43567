internal import AudioModel

/// Converts the sample rate of a stream of interleaved Float32, to the frame.
///
/// *n* frames become *n* · out ÷ in frames, rounded to the nearest number, halves up; the first frame out is at the time
/// of the first frame in. How the input is cut makes no difference. Used by one thread at a time.
package final class RateConverter {
  /// What has been made and not been taken: interleaved frames from ``firstReady`` on.
  package private(set) var ready: [Float] = []
  package private(set) var firstReady = 0

  private let inputRate: Double
  private let outputRate: Double
  private let channelCount: Int
  private var settings: RateSettings
  private var resampler: (any Resampler)?
  private var fedFrames = 0
  /// Frames out, those that wait included.
  private var madeFrames = 0
  private var takenFrames = 0
  /// Frames out of which the share of the input was asked for.
  private var askedFrames = 0
  /// Frames still to be left out at the start.
  private var framesToDrop = 0
  private var isFinished = false

  /// The greatest quotient of the two rates.
  package static let greatestRatio = 1024.0

  /// Makes a converter, which opens the library behind it with its first frame.
  ///
  /// - Parameters:
  ///   - inputRate: Frames a second that come in; above 0.
  ///   - outputRate: Frames a second that go out, at most ``greatestRatio`` times more or fewer.
  ///   - channelCount: Channels of a frame.
  ///   - settings: How.
  package init(
    from inputRate: Double, to outputRate: Double, channelCount: Int, _ settings: RateSettings
  ) {
    self.inputRate = inputRate
    self.outputRate = outputRate
    self.channelCount = channelCount
    self.settings = settings
    framesToDrop = droppedFrames
  }

  /// Forgets all, and goes on with these settings.
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

  /// Frames that are ready: never more than those fed become, since nothing may follow.
  package var readyCount: Int { min(waitingCount, max(0, outputLength - takenFrames)) }

  /// Frames in ``ready``.
  private var waitingCount: Int { ready.count / channelCount - firstReady }

  /// Input frames around the recording that the settings ask for.
  ///
  /// As many as make a whole number of frames out, so that time does not shift by a part of one.
  package var reach: Int {
    guard inputRate != outputRate else { return 0 }
    let stretch = max(1, inputRate / outputRate)
    let wanted = Int((Double(settings.reach) * stretch).rounded(.up))
    let unit = Self.unit(inputRate, outputRate)
    return (wanted + unit - 1) / unit * unit
  }

  /// Input frames to feed so that `frameCount` more are likely to be ready, at least 1.
  package func inputFrames(for frameCount: Int) -> Int {
    let frames = Double(min(frameCount, 1 << 16)) * inputRate / outputRate
    return min(max(Int(frames.rounded(.up)), 1), Self.greatestFeed)
  }

  /// Input frames that one feed should have at most.
  private static let greatestFeed = 14_336

  /// Asks for the share of the input that so many frames out are made of, whether or not they are ready.
  ///
  /// The library gives frames in bursts. Who is given what is ready and not asked for more meanwhile may have let go of it by the next
  /// time, as a microphone does.
  ///
  /// - Parameter frameCount: Frames out.
  package func ask(for frameCount: Int) {
    let quotient = outputRate / inputRate
    // What was fed beyond its share has been used up by the delay of the filter, but for parts of a frame, which would add up.
    let fed = fedLength - Int(quotient.rounded(.up))
    askedFrames = max(askedFrames, fed) + frameCount
  }

  /// Input frames of those asked for that one feed should have, 0 where there are none to come.
  package var missingFrames: Int {
    guard !isFinished else { return 0 }
    let needed = Double(askedFrames) * inputRate / outputRate
    guard needed < Double(Int.max / 2) else { return 0 }
    return min(max(Int(needed.rounded(.up)) - fedFrames, 0), Self.greatestFeed)
  }

  /// Asks no more for frames that the input did not have.
  package func forgetMissing() {
    askedFrames = min(askedFrames, fedLength)
  }

  /// Whole frames out that the frames fed are the share of.
  private var fedLength: Int { Int((Double(fedFrames) * outputRate / inputRate).rounded(.down)) }

  /// Takes frames.
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

  /// Takes frames where they lie, and writes what they become where it is wanted, which saves two copies.
  ///
  /// - Parameters:
  ///   - frames: Whole interleaved frames, as bytes.
  ///   - room: Room for whole frames, at least one.
  /// - Returns: The frames taken and made, of which one at least is not 0; `nil` where frames have to be fed: at the start, and
  ///   where some are ready or memory is not laid out for Float32.
  /// - Throws: ``RateError`` where the library fails.
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

  /// Makes what follows from the end of the input.
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

  /// Opens the library.
  package static func prepare() {
    let converter = RateConverter(from: 1, to: 2, channelCount: 1, RateSettings())
    _ = try? converter.opened()
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

  /// Frames that the frames fed become.
  private var outputLength: Int {
    let frames = settings.priming == .pre ? max(0, fedFrames - reach) : fedFrames
    return Self.length(of: frames, from: inputRate, to: outputRate)
  }

  /// Frames out before the time of the first one that is wanted.
  private var droppedFrames: Int {
    let frames =
      switch settings.priming {
      case .pre: reach
      case .normal: leadingSilence
      case .none: 0
      }
    return Self.length(of: frames, from: inputRate, to: outputRate)
  }

  /// Frames of silence that are put before the first frame.
  ///
  /// libsoxr filters in stages and leaves out what the first one makes before the first frame. The next stage misses that, so that
  /// its first frames come out wrong by up to a hundredth of a sound that starts at once. Behind silence nothing is missed.
  /// Only a whole number of frames out can be taken away again.
  private var leadingSilence: Int {
    switch settings.priming {
    case .pre: return 0
    case .none, .normal:
      let isWhole = Int(exactly: inputRate) != nil && Int(exactly: outputRate) != nil
      return isWhole && reach <= Self.mostSilence ? reach : 0
    }
  }

  /// Frames of silence that are worth their work.
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

  /// Leaves out what is to be left out of the frames from `start` on.
  private func drop(from start: Int) {
    let count = min(framesToDrop, (ready.count - start) / channelCount)
    guard count > 0 else { return }
    ready.removeSubrange(start..<start + count * channelCount)
    framesToDrop -= count
  }
}
