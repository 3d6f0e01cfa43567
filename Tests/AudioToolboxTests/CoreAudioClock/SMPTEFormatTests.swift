import Testing

@testable import AudioToolbox

@Suite struct SMPTEFormatTests {
  private static let types: [SMPTETimeType] = (0...11).compactMap { SMPTETimeType(rawValue: $0) }

  @Test("every frame of 21 minutes has the label of a counter that drops numbers", arguments: types)
  func counts(type: SMPTETimeType) throws {
    let format = try #require(SMPTEFormat(type))
    var (minute, second, frame) = (0, 0, 0)
    for number in 0..<Int(21 * 60 * format.rate) {
      let seconds = Double(number) / format.rate
      let time = try #require(format.time(atSeconds: seconds, divisor: 1))
      guard
        (Int(time.mMinutes), Int(time.mSeconds), Int(time.mFrames)) == (minute, second, frame),
        abs(format.seconds(of: time) - seconds) < 1e-9
      else {
        Issue.record("frame \(number) is \(time)")
        return
      }
      frame += 1
      if frame == format.count { (second, frame) = (second + 1, 0) }
      if second == 60 { (minute, second) = (minute + 1, 0) }
      if second == 0, frame == 0, minute % 10 != 0 { frame = format.dropped }
    }
  }

  @Test(
    "times have the labels of the standard",
    arguments: [
      (.type25, 3661.04, [1, 1, 1, 1]), (.type2997Drop, 60.06, [0, 1, 0, 2]),
      (.type2997Drop, 600.6 - 0.6, [0, 10, 0, 0]), (.type2997, 3603.6, [1, 0, 0, 0]),
      (.type5994Drop, 3600, [1, 0, 0, 0]), (.type24, -1, [-1, 59, 59, 0]),
      (.type2398, 1.001, [0, 0, 1, 0]),
    ] as [(SMPTETimeType, Double, [Int16])])
  func labels(type: SMPTETimeType, seconds: Double, label: [Int16]) throws {
    let format = try #require(SMPTEFormat(type))
    let time = try #require(format.time(atSeconds: seconds, divisor: 1))
    #expect([time.mHours, time.mMinutes, time.mSeconds, time.mFrames] == label)
    #expect(time.mType == type && time.mFlags == .valid)
  }

  @Test("subframes are rounded to the nearest, and times too far away are refused")
  func subframes() throws {
    let format = try #require(SMPTEFormat(.type25))
    let time = try #require(format.time(atSeconds: 1.02, divisor: 80))
    #expect(time.mFrames == 0 && time.mSubframes == 40 && time.mSubframeDivisor == 80)
    #expect(format.seconds(of: time) == 1.02)
    #expect(format.time(atSeconds: 3600.0 * 40_000, divisor: 1) == nil)
    #expect(format.time(atSeconds: .nan, divisor: 1) == nil)
  }
}
