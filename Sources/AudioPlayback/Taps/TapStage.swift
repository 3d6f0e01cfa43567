internal import MediaTimeline
package import AudioDevices
internal import AudioModel

/// A tap on the way of frames, and the frames that wait in front of it.
///
/// Used by one thread, the one that decodes or records.
package final class TapStage {
  /// Frames that a tap has made, and what they are in the player's or recorder's time.
  struct Made {
    var samples: [Float] = []
    var time: Double
    var ratio: Double
  }

  let tap: any AudioTap
  /// Of all frames, before and behind the tap.
  package let format: DeviceFormat
  private let isExact: Bool
  private let supply: () -> TapSupply
  private var waiting: [Float] = []
  private var firstWaiting = 0
  /// The player's or recorder's time of the frames in front of the tap, which are counted from the first one.
  private var map = TimeMap()
  /// The nanoseconds of their capture, in recorders.
  private var captureMap = TimeMap()
  private var fedFrames = 0.0
  private var takenFrames = 0.0
  private var isAtStart = true
  /// Whether the tap has made its last frame.
  private(set) var hasEnded = false
  /// Frames that the tap has made.
  private var madeFrames = 0
  /// What has been taken in the call that is under way.
  private var taken = (frames: 0, time: TapTime?.none, playerFrames: 0.0)
  /// Frames that are wanted in that call, and the time that it is told where none wait.
  private var callFrames = 0
  private var callTime = TapTime(frame: 0)

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - tap: The tap.
  ///   - format: The format of all frames.
  ///   - isExact: Whether each frame that the tap makes stands in the place of one that was there; what it does not take is lost.
  ///   - supply: Feeds more frames, where there are any.
  init(
    _ tap: any AudioTap, format: DeviceFormat, isExact: Bool = false,
    supply: @escaping () -> TapSupply
  ) {
    self.tap = tap
    self.format = format
    self.isExact = isExact
    self.supply = supply
    hasEnded = tap.isSiphon
  }

  /// Frames that wait in front of the tap.
  var waitingFrames: Int { (waiting.count - firstWaiting) / format.channelCount }

  /// Adds frames in front of the tap.
  ///
  /// - Parameters:
  ///   - samples: Interleaved, whole frames.
  ///   - time: The player's or recorder's time of the first one.
  ///   - ratio: Frames of that time for each.
  func feed(_ samples: [Float], time: TapTime, ratio: Double) {
    guard !samples.isEmpty else { return }
    if firstWaiting == waiting.count {
      waiting = samples
      firstWaiting = 0
    } else {
      waiting += samples
    }
    map.append(.init(frame: fedFrames, time: time.frame, rate: ratio))
    if let nanoseconds = time.nanoseconds {
      captureMap.append(
        .init(frame: fedFrames, time: Double(nanoseconds), rate: 1e9 / format.sampleRate))
    }
    fedFrames += Double(samples.count / format.channelCount)
  }

  /// The time and the rate of the first frame in front of the tap.
  private var firstTime: (time: TapTime, ratio: Double)? {
    guard waitingFrames > 0, let run = map.run(at: takenFrames) else { return nil }
    let nanoseconds = captureMap.time(at: takenFrames).map { Int($0.rounded()) }
    return (TapTime(frame: run.time(at: takenFrames), nanoseconds: nanoseconds), run.rate)
  }

  /// Forgets what waits; what comes next is a start.
  func reset() {
    waiting = []
    firstWaiting = 0
    (map, captureMap) = (TimeMap(), TimeMap())
    takenFrames = fedFrames
    isAtStart = true
  }

  /// Has the tap make so many frames.
  func call(_ count: Int) -> Made {
    let first = firstTime
    taken = (0, nil, 0)
    callFrames = count
    var made = Made(time: first?.time.frame ?? 0, ratio: first?.ratio ?? 1)
    let captured = isExact ? first?.time : nil
    callTime = captured ?? TapTime(frame: Double(madeFrames))
    _ = tap.process(count, at: callTime, from: self, into: &made.samples)
    let missing = count * format.channelCount - made.samples.count
    if missing > 0 { made.samples.append(zeros: missing) }
    if isExact, taken.frames < count { drop(min(count - taken.frames, waitingFrames)) }
    // Not where they are as many, so that a quotient stays what it is.
    if taken.frames != count { made.ratio = taken.playerFrames / Double(count) }
    madeFrames += count
    return made
  }

  /// Has the tap make frames behind the last that there was; ``hasEnded`` tells whether there will be more.
  ///
  /// - Parameter time: The time of the first one, `nil` where it is that of the frames made.
  /// - Returns: The samples.
  func callBehindEnd(at time: TapTime? = nil) -> [Float] {
    var samples: [Float] = []
    taken = (0, nil, 0)
    callFrames = tap.maximumFrames
    callTime = time ?? TapTime(frame: Double(madeFrames))
    let isEnd = tap.process(tap.maximumFrames, at: callTime, from: self, into: &samples)
    madeFrames += samples.count / format.channelCount
    hasEnded = isEnd || samples.isEmpty
    return samples
  }

  // MARK: For the tap, while it is called

  /// Takes frames out.
  ///
  /// - Parameters:
  ///   - count: How many are wanted.
  ///   - samples: Takes interleaved frames, which may be fewer.
  /// - Returns: The time of the first one, and what is to be said of them.
  package func take(_ count: Int, into samples: inout [Float]) -> (time: TapTime, mark: TapMark) {
    let count = isExact ? min(count, callFrames - taken.frames) : count
    var last = TapSupply.frames
    while waitingFrames < count, last == .frames { last = supply() }
    let got = min(count, waitingFrames)
    let mark: TapMark =
      got < count && last == .end ? .end : isAtStart && got > 0 ? .start : .continuous
    let time = firstTime?.time ?? callTime
    guard got > 0 else { return (time, mark) }
    isAtStart = false
    let end = firstWaiting + got * format.channelCount
    samples += waiting[firstWaiting..<end]
    drop(got)
    return (time, mark)
  }

  /// Counts the first frames as taken.
  private func drop(_ count: Int) {
    if taken.time == nil { taken.time = firstTime?.time }
    firstWaiting += count * format.channelCount
    taken.frames += count
    taken.playerFrames += map.duration(from: takenFrames, to: takenFrames + Double(count))
    takenFrames += Double(count)
    map.forget(before: takenFrames)
    captureMap.forget(before: takenFrames)
  }

  /// The player's time that has been taken in this call, or `nil` where nothing has been yet.
  package var takenTime: (frame: Double, frames: Double)? {
    taken.time.map { ($0.frame, taken.playerFrames) }
  }
}
