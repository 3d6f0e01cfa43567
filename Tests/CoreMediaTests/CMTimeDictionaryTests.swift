import AVFoundation
import CClient
import Foundation
import TestSupport
import Testing

private let time = CMTimeMakeWithEpoch(value: 9, timescale: 30, epoch: 2)
private let range = CMTimeRange(start: time, duration: CMTime(seconds: 0.3, preferredTimescale: 1))
private let mapping = CMTimeMappingMake(source: range, target: .invalid)

@Suite struct CMTimeDictionaryTests {
  @Test("a dictionary has the members of a time as numbers")
  func members() throws {
    let dictionary = try #require(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
    #expect(dictionary.count == 4)
    for (key, value) in [("value", 9), ("timescale", 30), ("epoch", 2), ("flags", 1)] {
      #expect((dictionary[key] as? NSNumber)?.intValue == value)
    }
    let keys = [kCMTimeValueKey, kCMTimeScaleKey, kCMTimeEpochKey, kCMTimeFlagsKey]
    #expect(keys.allSatisfy { dictionary[$0] is NSNumber })
  }

  @Test("times, ranges, and mappings survive a dictionary")
  func roundTrips() throws {
    for original in [time, .invalid, .indefinite, .positiveInfinity, range.duration] {
      let copy = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(original, allocator: nil))
      #expect(copy == original && copy.flags == original.flags && copy.epoch == original.epoch)
    }
    let ranges = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(ranges) == range)
    #expect(ranges[kCMTimeRangeStartKey] != nil && ranges[kCMTimeRangeDurationKey] != nil)
    let mappings = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
    #expect(CMTimeMappingMakeFromDictionary(mappings).source == range)
    #expect(!CMTimeMappingMakeFromDictionary(mappings).target.isValid)
    #expect(mappings[kCMTimeMappingSourceKey] != nil && mappings[kCMTimeMappingTargetKey] != nil)
  }

  @Test("a dictionary with a missing member gives an invalid time")
  func incomplete() {
    #expect(!CMTimeMakeFromDictionary(nil).isValid)
    #expect(!CMTimeMakeFromDictionary(NSDictionary()).isValid)
    let text: NSDictionary = ["value": "9", "timescale": 30, "epoch": 2, "flags": 1]
    #expect(!CMTimeMakeFromDictionary(text).isValid)
    let own: NSDictionary = ["value": 9, "timescale": 30, "epoch": 2, "flags": 1]
    #expect(CMTimeMakeFromDictionary(own) == time)
    #expect(!CMTimeRangeMakeFromDictionary(own).isValid)
    #expect(!CMTimeMappingMakeFromDictionary(own).source.isValid)
  }

  @Test("descriptions have the value, the seconds, and whether they are rounded")
  func descriptions() {
    let texts: [(CMTime, String)] = [
      (CMTime(value: 3000, timescale: 600), "{3000/600 = 5.000}"),
      (CMTime(value: -1, timescale: 10), "{-1/10 = -0.100}"),
      (CMTime(value: 10_000, timescale: 600), "{10000/600 = 16.667}"),
      (CMTime(seconds: 0.3, preferredTimescale: 10_007), "{3002/10007 = 0.300, rounded}"),
      (.indefinite, "{INDEFINITE}"), (.invalid, "{INVALID}"),
      (.positiveInfinity, "{+INFINITY}"), (.negativeInfinity, "{-INFINITY}"),
    ]
    for (time, text) in texts {
      #expect(CMTimeCopyDescription(allocator: nil, time: time) as String? == text)
    }
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let text = CMTimeRangeCopyDescription(allocator: nil, range: endless)
    #expect(text as String? == "{{0/1 = 0.000}, {+INFINITY}}")
    let mapping = CMTimeMappingMakeEmpty(target: endless)
    let both = CMTimeMappingCopyDescription(allocator: nil, mapping: mapping) as String?
    #expect(both?.contains("{{INVALID}, {INVALID}}") == true)
    #expect(both?.contains("{{0/1 = 0.000}, {+INFINITY}}") == true)
  }

  @Test("programs in C calculate with the same functions")
  func inC() {
    #expect(CClientFindTimes() == 0)
  }
}

@Suite struct NSValueTimeTests {
  @Test("values hold times, ranges, and mappings")
  func roundTrips() {
    #expect(NSValue(time: time).timeValue == time && NSValue(time: time).timeValue.epoch == 2)
    #expect(NSValue(CMTime: .indefinite).timeValue == .indefinite)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(NSValue(CMTimeRange: range).timeRangeValue.duration.hasBeenRounded)
    #expect(NSValue(timeMapping: mapping).timeMappingValue.source == range)
    #expect(NSValue(CMTimeMapping: mapping).timeMappingValue.source.start == time)
  }

  @Test("values with the same members are equal; others are not")
  func equality() {
    #expect(NSValue(time: time) == NSValue(time: time))
    #expect(NSValue(time: time).hash == NSValue(time: time).hash)
    #expect(NSValue(time: time) != NSValue(time: .zero))
    #expect(NSValue(timeRange: range) != NSValue(time: time))
    #expect(Set([NSValue(time: time), NSValue(time: time)]).count == 1)
  }

  @Test("a value of another type holds an invalid time")
  func otherTypes() {
    #expect(!NSNumber(value: 5).timeValue.isValid)
    #expect(!NSValue(range: NSRange(location: 1, length: 2)).timeRangeValue.isValid)
    #expect(!NSValue(timeRange: range).timeValue.isValid)
    #expect(!NSValue(time: time).timeRangeValue.isValid)
    #expect(!NSValue(time: time).timeMappingValue.source.isValid)
  }

  @Test("archives store times, by key and as values")
  func archives() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(time, forKey: "time")
    archiver.encode(range, forKey: "range")
    archiver.encode(mapping, forKey: "mapping")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(unarchiver.decodeTime(forKey: "time") == time)
    #expect(unarchiver.decodeTimeRange(forKey: "range") == range)
    #expect(unarchiver.decodeTimeMapping(forKey: "mapping").source == range)
    #expect(!unarchiver.decodeTime(forKey: "missing").isValid)
    #expect(!unarchiver.decodeTimeRange(forKey: "missing").isValid)
    #expect(!unarchiver.decodeTimeMapping(forKey: "missing").source.isValid)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSValue(timeRange: range), requiringSecureCoding: false)
    let value = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSValue.self, from: data)
    #expect(value?.timeRangeValue == range)
  }
}
