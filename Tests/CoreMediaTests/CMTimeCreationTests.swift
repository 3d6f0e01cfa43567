import CoreMedia
import Testing

@Suite struct CMTimeCreationTests {
  @Test("structures have the same sizes and alignments as Apple's")
  func layout() {
    #expect(MemoryLayout<CMTime>.size == 24)
    #expect(MemoryLayout<CMTime>.alignment == 4)
    #expect(MemoryLayout<CMTimeRange>.size == 48)
    #expect(MemoryLayout<CMTimeMapping>.size == 96)
    #expect(kCMTimeMaxTimescale == 2_147_483_647)
    #expect(kCMPersistentTrackID_Invalid == 0)
  }

  @Test("constants have their flags, and all other fields are 0")
  func constants() {
    let flags: [(CMTime, UInt32)] = [
      (.invalid, 0), (.zero, 1), (.positiveInfinity, 5), (.negativeInfinity, 9), (.indefinite, 17),
    ]
    for (time, flags) in flags {
      #expect(time.flags.rawValue == flags)
      #expect(time.value == 0 && time.epoch == 0)
      #expect(time.timescale == (flags == 1 ? 1 : 0))
    }
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
    #expect(CMTime().flags == [])
  }

  @Test("flags decide whether a time is valid, infinite, indefinite, or a number")
  func kinds() {
    let tests: [(CMTime, String)] = [
      (.zero, "VN"), (.invalid, ""), (.indefinite, "VI"), (.positiveInfinity, "V+"),
      (.negativeInfinity, "V-"), (CMTime(value: 5, timescale: 2), "VN"),
      // The valid flag is needed with all other flags.
      (CMTime(value: 5, timescale: 2, flags: [], epoch: 0), ""),
      (CMTime(value: 5, timescale: 2, flags: .indefinite, epoch: 0), ""),
      (CMTime(value: 5, timescale: 2, flags: .positiveInfinity, epoch: 0), ""),
      (CMTime(value: 5, timescale: 2, flags: .negativeInfinity, epoch: 0), ""),
      (CMTime(value: 5, timescale: 2, flags: .hasBeenRounded, epoch: 0), ""),
      (CMTime(value: 5, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0), "VNR"),
      // Times that are not numbers ignore rounding.
      (
        CMTime(value: 5, timescale: 2, flags: [.valid, .hasBeenRounded, .indefinite], epoch: 0),
        "VI"
      ),
    ]
    for (time, letters) in tests {
      #expect(time.isValid == letters.contains("V"), "\(time)")
      #expect(time.isNumeric == letters.contains("N"), "\(time)")
      #expect(time.isIndefinite == letters.contains("I"), "\(time)")
      #expect(time.isPositiveInfinity == letters.contains("+"), "\(time)")
      #expect(time.isNegativeInfinity == letters.contains("-"), "\(time)")
      #expect(time.hasBeenRounded == letters.contains("R"), "\(time)")
      #expect(CMTIME_IS_VALID(time) == time.isValid && CMTIME_IS_INVALID(time) != time.isValid)
      #expect(CMTIME_IS_NUMERIC(time) == time.isNumeric)
      #expect(CMTIME_IS_INDEFINITE(time) == time.isIndefinite)
      #expect(CMTIME_IS_POSITIVEINFINITY(time) == time.isPositiveInfinity)
      #expect(CMTIME_IS_NEGATIVEINFINITY(time) == time.isNegativeInfinity)
      #expect(CMTIME_HAS_BEEN_ROUNDED(time) == time.hasBeenRounded)
    }
  }

  @Test(
    "a timescale that is not positive gives an invalid time", arguments: [0, -1, .min] as [Int32])
  func badTimescales(timescale: Int32) {
    #expect(!CMTime(value: 1, timescale: timescale).isValid)
    #expect(!CMTimeMakeWithEpoch(value: 1, timescale: timescale, epoch: 3).isValid)
    #expect(!CMTime(seconds: 1, preferredTimescale: timescale).isValid)
    #expect(!CMTimeConvertScale(.zero, timescale: timescale, method: .default).isValid)
  }

  /// A row: the seconds and the timescale, and the fields of the time.
  struct Row: Sendable {
    let seconds: Double
    let timescale: Int32
    let value: Int64
    let result: Int32
    let flags: CMTimeFlags
    init(_ seconds: Double, _ timescale: Int32, _ value: Int64, _ result: Int32, _ flags: UInt32) {
      self.seconds = seconds
      self.timescale = timescale
      self.value = value
      self.result = result
      self.flags = CMTimeFlags(rawValue: flags)
    }
  }

  @Test(
    "seconds are truncated, marked if inexact, and halve the timescale if they overflow",
    arguments: [
      Row(1.5, 2, 3, 2, 1), Row(0.5, 1, 0, 1, 3), Row(-0.5, 1, 0, 1, 3), Row(0.1, 600, 60, 600, 1),
      Row(1.999, 1, 1, 1, 3), Row(-1.999, 1, -1, 1, 3), Row(0, 44_100, 0, 44_100, 1),
      Row(1.0 / 3, 1000, 333, 1000, 3), Row(1.0 / 3, 3, 1, 3, 1),
      Row(0x1p62, 1, 1 << 62, 1, 1),
      Row(-0x1p63, 600, .min, 1, 1), Row(0x1p63, 600, 0, 0, 5), Row(-0x1p64, 600, 0, 0, 9),
      Row(.infinity, 600, 0, 0, 5), Row(-.infinity, 600, 0, 0, 9), Row(.nan, 600, 0, 600, 3),
      Row(0x1p61, 6, 3 << 61, 3, 1),
    ])
  func seconds(row: Row) {
    let time = CMTime(seconds: row.seconds, preferredTimescale: row.timescale)
    #expect(time.value == row.value)
    #expect(time.timescale == row.result)
    #expect(time.flags == row.flags)
    #expect(time.epoch == 0)
  }

  @Test("seconds of times that are not numbers are NaN or infinite")
  func getSeconds() {
    #expect(CMTime.invalid.seconds.isNaN)
    #expect(CMTime.indefinite.seconds.isNaN)
    #expect(CMTime.positiveInfinity.seconds == .infinity)
    #expect(CMTime.negativeInfinity.seconds == -.infinity)
    #expect(CMTime(value: 3000, timescale: 600).seconds == 5)
    #expect(CMTimeGetSeconds(CMTime(value: -1, timescale: 4)) == -0.25)
    #expect(CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0).seconds.isNaN)
  }
}
