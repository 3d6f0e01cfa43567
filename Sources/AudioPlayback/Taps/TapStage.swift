internal import MediaTimeline
package import AudioDevices
internal import AudioModel

/// A tap, and the frames that wait for it.
///
/// Only the decoding or recording thread uses it.
package final class TapStage {
  /// Frames that a tap has made, with their time.
  struct Made {
    var samples: [Float] = []
    var time: Double
    var ratio: Double
  }

  let tap: any AudioTap
  /// The format of all frames, before and after the tap.
  package let format: DeviceFormat
  private let isExact: Bool
  private let supply: () -> TapSupply
  private var waiting: [Float] = []
  private var firstWaiting = 0
  /// The player's or recorder's time of the waiting frames, by their number since the first one.
  private var map = TimeMap()
  /// The capture times in nanoseconds, in recorders.
  private var captureMap = TimeMap()
  private var fedFrames = 0.0
  private var takenFrames = 0.0
  private var isAtStart = true
  /// Whether the tap has made its last frame.
  private(set) var hasEnded = false
  /// Frames that the tap has made.
  private var madeFrames = 0
  /// The frames taken in the current call.
  private var taken = (frames: 0, time: TapTime?.none, playerFrames: 0.0)
  /// The wanted frames of the current call, and its time if no frames wait.
  private var callFrames = 0
  private var callTime = TapTime(frame: 0)

  /// Makes a stage.
  ///
  /// - Parameters:
  ///   - tap: The tap.
  ///   - format: The format of all frames.
  ///   - isExact: Whether each frame of the tap replaces one input frame. Frames that the tap does
  ///     not take are lost.
  ///   - supply: Feeds more frames if there are any.
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

  /// Frames that wait for the tap.
  var waitingFrames: Int { (waiting.count - firstWaiting) / format.channelCount }

  /// Adds frames for the tap.
  ///
  /// - Parameters:
  ///   - samples: Interleaved, whole frames.
  ///   - time: The player's or recorder's time of the first frame.
  ///   - ratio: Frames of the player or recorder for each of these frames.
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

  /// The time and the rate of the first waiting frame.
  private var firstTime: (time: TapTime, ratio: Double)? {
    guard waitingFrames > 0, let run = map.run(at: takenFrames) else { return nil }
    let nanoseconds = captureMap.time(at: takenFrames).map { Int($0.rounded()) }
    return (TapTime(frame: run.time(at: takenFrames), nanoseconds: nanoseconds), run.rate)
  }

  /// Forgets the waiting frames.
  ///
  /// The next frames are marked as a start.
  func reset() {
    waiting = []
    firstWaiting = 0
    (map, captureMap) = (TimeMap(), TimeMap())
    takenFrames = fedFrames
    isAtStart = true
  }

  /// Calls the tap for some frames.
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
    // If the counts are equal, the ratio of the first frame is exact.
    if taken.frames != count { made.ratio = taken.playerFrames / Double(count) }
    madeFrames += count
    return made
  }

  /// Calls the tap after the last input frame.
  ///
  /// Afterwards, ``hasEnded`` says whether the tap has made its last frame.
  ///
  /// - Parameter time: The time of the first frame; `nil` to count the frames made so far.
  /// - Returns: The samples.
  func callAfterEnd(at time: TapTime? = nil) -> [Float] {
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

  /// Takes waiting frames.
  ///
  /// - Parameters:
  ///   - count: The wanted frames.
  ///   - samples: Receives interleaved frames, possibly fewer.
  /// - Returns: The time of the first frame, and the mark of the frames.
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

  /// The first frame and the number of player frames that this call has taken; `nil` before the
  /// first.
  package var takenTime: (frame: Double, frames: Double)? {
    taken.time.map { ($0.frame, taken.playerFrames) }
  }
}
