internal import Glibc

/// A reverb for one or two channels: early reflections, and eight delays that feed each other.
///
/// The matrix of the feedback keeps the energy, so the gains of the delays alone decide the decay.
/// A low-pass in each delay lets high frequencies decay faster.
/// Source: Jot and Chaigne, "Digital delay networks for designing artificial reverberators", 90th
/// AES Convention, 1991; Julius O. Smith, "Physical Audio Signal Processing", feedback delay
/// networks.
package struct FeedbackDelayNetwork: Sendable {
  private static let lineCount = 8
  /// The delays as a part of the longest one, chosen so that few of their multiples coincide.
  private static let lengths = [1, 0.937, 0.869, 0.793, 0.721, 0.653, 0.577, 0.509]
  /// The times of early reflections as a part of the longest delay: on the left, then on the right.
  private static let early = [
    0.11, 0.23, 0.37, 0.58, 0.83, 0.13, 0.27, 0.41, 0.53, 0.89,
  ]
  private static let soundSpeed = 343.0

  private let sampleRate: Double
  /// The frames of a delay and of the input; powers of two.
  private let capacity: Int
  private let inputCapacity: Int
  /// The delays one after the other, and the delayed input of both sides.
  private var lines: [Float]
  private var input: [Float]
  private var place = 0
  private var delays: [Int]
  private var gains: [Float]
  private var damping: Float = 0
  private var states: [Float]
  private var preDelay = 0
  private var earlyDelays: [Int]
  private var earlyLevel: Float = 0
  private var room = ReverbRoom.none
  private var level: Float = 0

  /// Makes a reverb of a small room.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    let longest = Self.longestDelay(ReverbRoom.mostSize)
    capacity = Self.power(longest * sampleRate)
    inputCapacity = Self.power((longest + ReverbRoom.mostDelaySeconds) * sampleRate)
    lines = Array(repeating: 0, count: capacity * Self.lineCount)
    input = Array(repeating: 0, count: inputCapacity * 2)
    delays = Array(repeating: 1, count: Self.lineCount)
    gains = Array(repeating: 0, count: Self.lineCount)
    states = (0..<Self.lineCount).map { _ in 0 }
    earlyDelays = Array(repeating: 0, count: Self.early.count)
    set(room)
  }

  /// The next power of two that has room for a number of frames.
  private static func power(_ frames: Double) -> Int {
    var power = 4
    while Double(power) < frames + 2 { power *= 2 }
    return power
  }

  /// The longest delay of a room, in seconds: the way across its diagonal and back.
  private static func longestDelay(_ size: Double) -> Double { 2.2 * size / soundSpeed }

  /// The time until the sound has fallen by 60 dB, in seconds.
  package var tailSeconds: Double { room.decaySeconds + room.delaySeconds }

  /// Changes the room, while the sound so far decays in the new one.
  package mutating func set(_ room: ReverbRoom) {
    let room = room.limited
    self.room = room
    let longest = Self.longestDelay(room.size) * sampleRate
    preDelay = Int((room.delaySeconds * sampleRate).rounded())
    var energy = 0.0
    for line in 0..<Self.lineCount {
      let frames = max(1, Int(longest * Self.lengths[line]) | 1)
      delays[line] = min(frames, capacity - 1)
      let gain = pow(10, -3 * Double(frames) / (room.decaySeconds * sampleRate))
      gains[line] = Float(gain)
      energy += 1 / max(1e-6, 1 - gain * gain)
    }
    // All rooms get about the same energy, whatever their decay.
    level = Float((Double(Self.lineCount) / energy).squareRoot())
    damping = Float(1 - room.brightness) * 0.6
    earlyLevel = Float(room.earlyLevel) * 0.4
    for index in earlyDelays.indices {
      let part = Self.early[index] * Self.spread(index, room.reflections)
      earlyDelays[index] = min(inputCapacity - 1, preDelay + Int(part * longest))
    }
  }

  /// The factor of an early reflection's time: 1 for set 1, and from 0.8 to 1.2 for others.
  private static func spread(_ index: Int, _ set: Int) -> Double {
    guard set != 1 else { return 1 }
    // The fractional parts of multiples of the golden ratio are spread evenly.
    let part = Double(set * 16 + index) * 0.618_033_988_749_895
    return 0.8 + 0.4 * (part - part.rounded(.down))
  }

  /// Drops the sound that still decays.
  package mutating func reset() {
    for index in lines.indices { lines[index] = 0 }
    for index in input.indices { input[index] = 0 }
    for index in states.indices { states[index] = 0 }
  }

  /// Returns the reverb of the next frame, without the frame itself.
  @inline(__always)
  package mutating func next(_ left: Float, _ right: Float) -> (left: Float, right: Float) {
    let slot = place & (inputCapacity - 1)
    input[slot] = left
    input[inputCapacity + slot] = right
    let delayed = (inputSample(0, preDelay), inputSample(1, preDelay))
    var sum: Float = 0
    var output: (left: Float, right: Float) = (0, 0)
    var line = 0
    while line < Self.lineCount {
      let read = (place - delays[line]) & (capacity - 1)
      let sample = lines[line * capacity + read] * gains[line]
      let state = sample + damping * (states[line] - sample)
      states[line] = abs(state) < 1e-20 ? 0 : state
      sum += state
      // The signs differ, so that both sides have different tails.
      let sign: Float = line & 2 == 0 ? 1 : -1
      if line & 1 == 0 { output.left += sign * state } else { output.right += sign * state }
      line += 1
    }
    // The matrix of Householder: each delay gets its own sample, less a quarter of the sum.
    let part = sum * 2 / Float(Self.lineCount)
    let write = place & (capacity - 1)
    line = 0
    while line < Self.lineCount {
      let fresh = line & 1 == 0 ? delayed.0 : delayed.1
      lines[line * capacity + write] = states[line] - part + fresh
      line += 1
    }
    output = (output.left * level, output.right * level)
    addEarly(&output)
    place += 1
    return output
  }

  private func inputSample(_ side: Int, _ delay: Int) -> Float {
    input[side * inputCapacity + ((place - delay) & (inputCapacity - 1))]
  }

  private func addEarly(_ output: inout (left: Float, right: Float)) {
    guard earlyLevel > 0 else { return }
    let count = earlyDelays.count / 2
    var level = earlyLevel
    var index = 0
    while index < count {
      // Reflections come from the same side and from the other side in turn, each weaker than the
      // last.
      output.left += level * inputSample(index & 1, earlyDelays[index])
      output.right += level * inputSample(1 - index & 1, earlyDelays[count + index])
      level *= 0.8
      index += 1
    }
  }
}
