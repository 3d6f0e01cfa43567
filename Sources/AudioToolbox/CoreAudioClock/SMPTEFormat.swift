internal import CoreAudioTypes

/// The frame rate of SMPTE times, and whether numbers are dropped to follow real time.
///
/// Source: SMPTE ST 12-1, "Time and Control Code", drop-frame compensation.
struct SMPTEFormat: Equatable, Sendable {
  let type: SMPTETimeType
  /// Frames a second in real time.
  let rate: Double
  /// The number of frame numbers in a second.
  let count: Int
  /// The number of frame numbers dropped in each minute except every tenth; 0 without drops.
  let dropped: Int

  /// Fails if the type is unknown.
  init?(_ type: SMPTETimeType) {
    self.type = type
    switch type {
    case .type24: (rate, count, dropped) = (24, 24, 0)
    case .type25: (rate, count, dropped) = (25, 25, 0)
    case .type30Drop: (rate, count, dropped) = (30, 30, 2)
    case .type30: (rate, count, dropped) = (30, 30, 0)
    case .type2997: (rate, count, dropped) = (30_000 / 1001, 30, 0)
    case .type2997Drop: (rate, count, dropped) = (30_000 / 1001, 30, 2)
    case .type60: (rate, count, dropped) = (60, 60, 0)
    case .type5994: (rate, count, dropped) = (60_000 / 1001, 60, 0)
    case .type60Drop: (rate, count, dropped) = (60, 60, 4)
    case .type5994Drop: (rate, count, dropped) = (60_000 / 1001, 60, 4)
    case .type50: (rate, count, dropped) = (50, 50, 0)
    case .type2398: (rate, count, dropped) = (24_000 / 1001, 24, 0)
    default: return nil
    }
  }

  /// The number of frames in ten minutes.
  private var framesInTenMinutes: Int { 600 * count - 9 * dropped }

  /// The time of day at a number of seconds, rounded to the nearest subframe.
  ///
  /// - Parameters:
  ///   - seconds: The seconds. For negative seconds, the hours are negative.
  ///   - divisor: Subframes in a frame, at least 1.
  /// - Returns: The time; `nil` if the hours are too large.
  func time(atSeconds seconds: Double, divisor: Int) -> SMPTETime? {
    let total = (seconds * rate * Double(divisor)).rounded()
    guard total.magnitude < 1e15 else { return nil }
    let (frames, subframes) = Self.divide(Int(total), divisor)
    var number = frames
    if dropped > 0 {
      let (tens, rest) = Self.divide(frames, framesInTenMinutes)
      let minutes = rest < dropped ? 0 : (rest - dropped) / (60 * count - dropped)
      number += dropped * (9 * tens + minutes)
    }
    let (secondCount, frame) = Self.divide(number, count)
    let (minuteCount, second) = Self.divide(secondCount, 60)
    let (hourCount, minute) = Self.divide(minuteCount, 60)
    guard let hours = Int16(exactly: hourCount) else { return nil }
    return SMPTETime(
      mSubframes: Int16(subframes), mSubframeDivisor: Int16(divisor), mCounter: 0, mType: type,
      mFlags: .valid, mHours: hours, mMinutes: Int16(minute), mSeconds: Int16(second),
      mFrames: Int16(frame))
  }

  /// The seconds of a time of day.
  func seconds(of time: SMPTETime) -> Double {
    let minutes = Int(time.mHours) * 60 + Int(time.mMinutes)
    let number = (minutes * 60 + Int(time.mSeconds)) * count + Int(time.mFrames)
    let frames = number - dropped * (minutes - Self.divide(minutes, 10).quotient)
    let divisor = time.mSubframeDivisor
    let part = divisor > 0 ? Double(time.mSubframes) / Double(divisor) : 0
    return (Double(frames) + part) / rate
  }

  /// Divides, and rounds down.
  private static func divide(_ number: Int, _ divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
