internal import CoreAudioTypes

/// Translates MIDI messages to steps of a clock.
///
/// Source: *MIDI 1.0 Detailed Specification*, "System Real Time Messages"; *MIDI Time Code*,
/// RP-004.
struct ClockSync: Sendable {
  /// A step of a clock.
  enum Step: Equatable {
    /// Starts with the next clock message, at a beat; `nil` means the current beat.
    case prepare(beat: Double?)
    /// Is at a beat; the interval in seconds between two clock messages is `nil` if it is unknown.
    case beat(Double, interval: Double?)
    /// Moves to a beat if it is stopped.
    case move(beat: Double)
    case stop
    /// Is at a time, in seconds of SMPTE.
    case time(Double)
    /// Moves to a time, in seconds of SMPTE.
    case locate(Double)
    case wrongFormat
  }

  /// The beats between two clock messages.
  static let clockBeats = 1.0 / 24
  /// The maximum number of times to keep; the tempo is the average of the intervals between them.
  private static let mostTimes = 25

  /// The beat of the first clock message after the start.
  var firstBeat = 0.0
  /// The number of clock messages since the start; `nil` if the clock is stopped.
  private var clockCount: Int?
  /// The times of the last clock messages.
  private var times: [Double] = []
  /// The bits of the pieces so far, in their order.
  private var pieces: [Int] = []

  /// Follows MIDI clock messages.
  mutating func takeClock(_ message: SyncReader.Message, _ time: Double) -> Step? {
    switch message {
    case .clock:
      times.append(time)
      if times.count > Self.mostTimes { times.removeFirst() }
      guard let count = clockCount else { return nil }
      clockCount = count + 1
      return .beat(firstBeat + Double(count) * Self.clockBeats, interval: interval)
    case .start:
      clockCount = 0
      return .prepare(beat: 0)
    case .continue:
      clockCount = 0
      return .prepare(beat: nil)
    case .stop:
      clockCount = nil
      return .stop
    case .position(let beat): return clockCount == nil ? .move(beat: beat) : nil
    case .quarterFrame, .fullFrame: return nil
    }
  }

  private var interval: Double? {
    guard let first = times.first, let last = times.last, last > first else { return nil }
    return (last - first) / Double(times.count - 1)
  }

  /// Follows MIDI Time Code.
  mutating func takeTime(_ message: SyncReader.Message, _ format: SMPTEFormat) -> Step? {
    switch message {
    case .quarterFrame(let piece, let value):
      guard piece == pieces.count else {
        pieces = piece == 0 ? [value] : []
        return nil
      }
      pieces.append(value)
      guard pieces.count == 8 else { return nil }
      let bytes = [
        pieces[6] | pieces[7] << 4, pieces[4] | pieces[5] << 4, pieces[2] | pieces[3] << 4,
        pieces[0] | pieces[1] << 4,
      ]
      pieces = []
      // The time is that of the first piece; the eighth one comes seven quarters of a frame later.
      return seconds(bytes, format).map { .time($0 + 1.75 / format.rate) } ?? .wrongFormat
    case .fullFrame(let bytes):
      pieces = []
      return seconds(bytes.map(Int.init), format).map { .locate($0) } ?? .wrongFormat
    default: return nil
    }
  }

  /// The seconds of a time, or `nil` if it has another format.
  private func seconds(_ bytes: [Int], _ format: SMPTEFormat) -> Double? {
    let formats: [[SMPTETimeType]] = [
      [.type24, .type2398], [.type25], [.type30Drop, .type2997Drop], [.type30, .type2997],
    ]
    guard formats[bytes[0] >> 5 & 3].contains(format.type) else { return nil }
    return format.seconds(
      of: SMPTETime(
        mSubframes: 0, mSubframeDivisor: 0, mCounter: 0, mType: format.type, mFlags: .valid,
        mHours: Int16(bytes[0] & 0x1F), mMinutes: Int16(bytes[1] & 0x3F),
        mSeconds: Int16(bytes[2] & 0x3F), mFrames: Int16(bytes[3] & 0x1F)))
  }
}
