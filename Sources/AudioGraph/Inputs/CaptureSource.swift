internal import AudioProcessing
package import AudioRealtime
internal import Synchronization

/// The frames of a recording device, for a graph that another device pulls.
///
/// One thread writes blocks, and the render thread takes them. The clocks of two devices differ. So
/// the source waits until two blocks have arrived, and then watches how many frames wait. If their
/// average leaves its range, the source plays 0.1 % faster or slower until the average is back. If
/// far too many frames wait, the source drops the excess. If too few wait, the source renders
/// silence, and waits again. An output that renders several slices at once needs more frames; the
/// source learns how many.
package final class CaptureSource: GraphProcessor, @unchecked Sendable {
  // Sendable: the ring is thread-safe, each thread has its own memory, and the rest is atomic.

  /// The relation between the clocks of the device and the graph.
  package enum Clocks: Sendable {
    /// Two devices, each with its own clock.
    case different
    /// The graph takes the frames that have arrived, and the device waits for the graph.
    case same
  }

  private static let correction = 0.001
  private static let averageSeconds = 2.0
  private static let stagingFrames = 4_096
  private static let mostBufferSeconds = 10.0

  /// The format of the device.
  package let format: GraphFormat
  private let clocks: Clocks
  private let ratio: Double
  private let ring: PlaneRing
  /// Wakes the thread that writes, after frames were taken.
  private let writer: Signal
  /// The writing thread's memory, and the render thread's.
  private let written: Planes
  private let taken: Planes
  private let largestBlock = Atomic<Int>(1)
  private let lost = Atomic<Int>(0)
  private let missing = Atomic<Int>(0)

  private var speed: Varispeed
  private var isPrimed = false
  private var target = 0
  /// Additional frames that wait because slices come in groups, and the largest useful number.
  private var reserve = 0
  private let mostReserve: Int
  private var average = 0.0
  private var trend = 0
  /// The frames that were given to the interpolation.
  private var given = 0

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - format: The format of the device.
  ///   - sampleRate: The rate of the node, in hertz.
  ///   - clocks: The relation between the clocks.
  ///   - bufferSeconds: The buffer of the output, which the graph may render at once.
  ///   - writer: Wakes the thread that writes, after frames were taken.
  package init(
    _ format: GraphFormat, sampleRate: Double, clocks: Clocks, bufferSeconds: Double = 0,
    writer: Signal
  ) {
    self.format = format
    self.clocks = clocks
    self.writer = writer
    ratio = format.sampleRate / sampleRate
    let seconds = min(max(0, bufferSeconds), Self.mostBufferSeconds)
    mostReserve = Int(format.sampleRate * seconds)
    ring = PlaneRing(
      channelCount: format.channelCount,
      capacity: max(4_096, Int(format.sampleRate / 2), 4 * mostReserve))
    written = Planes(channelCount: format.channelCount, capacity: Self.stagingFrames)
    taken = Planes(channelCount: format.channelCount, capacity: Self.stagingFrames)
    speed = Varispeed(channelCount: format.channelCount, mostInputFrames: Self.stagingFrames)
  }

  // MARK: The writing thread

  /// Frames that can be written now.
  package var writableFrames: Int { ring.writableFrames }

  /// Counts frames that were lost before they came here.
  package func noteLost(_ count: Int) { lost.wrappingAdd(count, ordering: .relaxed) }

  /// Adds interleaved frames; frames without room are lost.
  package func write(_ samples: Span<Float>) {
    let count = samples.count / format.channelCount
    largestBlock.store(
      max(count, largestBlock.load(ordering: .relaxed)), ordering: .relaxed)
    var done = 0
    while done < count {
      let length = min(count - done, Self.stagingFrames)
      for channel in 0..<format.channelCount {
        for index in 0..<length {
          written[channel, index] = samples[(done + index) * format.channelCount + channel]
        }
      }
      let kept = ring.write(written, at: 0, count: length)
      lost.wrappingAdd(length - kept, ordering: .relaxed)
      done += length
    }
  }

  // MARK: Any thread

  /// Frames that were lost, because the graph did not take them.
  package var lostFrames: Int { lost.load(ordering: .relaxed) }
  /// Frames of silence that replaced missing frames.
  package var missingFrames: Int { missing.load(ordering: .relaxed) }

  /// Frames that wait on average, which delay the sound.
  package var delayFrames: Int {
    clocks == .same ? 0 : 2 * largestBlock.load(ordering: .relaxed)
  }

  // MARK: The render thread

  package func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.clear(count: slice.count)
    if clocks == .same, ratio == 1 {
      let got = ring.take(output, at: 0, count: slice.count)
      missing.wrappingAdd(slice.count - got, ordering: .relaxed)
    } else {
      var done = 0
      // The interpolation takes at most four input frames for each output frame.
      while done < slice.count {
        let length = min(slice.count - done, Self.stagingFrames / 8)
        if !render(output, at: done, count: length) {
          missing.wrappingAdd(length, ordering: .relaxed)
        }
        done += length
      }
    }
    writer.post()
  }

  private func render(_ output: Planes, at start: Int, count: Int) -> Bool {
    guard isPrimed || prime(count) else { return false }
    follow(count)
    let need = max(0, speed.neededEnd(count) - given)
    guard ring.unreadFrames >= need, need <= Self.stagingFrames else {
      isPrimed = false
      reserve = min(reserve + need, mostReserve)
      return false
    }
    _ = ring.take(taken, at: 0, count: need)
    var channel = 0
    while channel < min(format.channelCount, output.channelCount) {
      taken.withSamples(channel, 0, need) { speed.write(channel, at: given, $0.span) }
      output.withSamples(channel, start, count) { speed.render(channel, into: &$0) }
      channel += 1
    }
    given += need
    speed.advance(count)
    return true
  }

  /// Begins when enough frames wait, with the newest of them.
  private func prime(_ count: Int) -> Bool {
    let block = largestBlock.load(ordering: .relaxed)
    target = min(
      clocks == .same ? 1 : 2 * block + Int(Double(count) * ratio) + reserve, ring.capacity / 2)
    let waiting = ring.unreadFrames
    guard waiting >= target + Int(Double(count) * ratio) + Varispeed.mostReach else {
      return false
    }
    if clocks == .different { drop(waiting - target - Varispeed.mostReach) }
    speed.restart(at: 0)
    speed.setRate(ratio)
    (given, trend, average, isPrimed) = (0, 0, Double(target), true)
    return true
  }

  /// Drops the oldest frames.
  private func drop(_ count: Int) {
    var left = count
    while left > 0 {
      let got = ring.take(taken, at: 0, count: min(left, Self.stagingFrames))
      lost.wrappingAdd(got, ordering: .relaxed)
      left -= got
      if got == 0 { return }
    }
  }

  /// Corrects the rate if the number of waiting frames drifts.
  private func follow(_ count: Int) {
    guard clocks == .different else { return }
    let waiting = Double(ring.unreadFrames)
    let share = min(1, Double(count) * ratio / (Self.averageSeconds * format.sampleRate))
    average += (waiting - average) * share
    let tolerance = Double(max(largestBlock.load(ordering: .relaxed), 256))
    let error = average - Double(target)
    if waiting > Double(target) + 16 * tolerance {
      drop(Int(waiting) - target)
      average = Double(target)
      trend = 0
    } else if abs(error) > tolerance {
      trend = error > 0 ? 1 : -1
    } else if abs(error) < tolerance / 4 {
      trend = 0
    }
    speed.setRate(ratio * (1 + Double(trend) * Self.correction))
  }
}
