import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// The C functions of clocks.
@Suite struct CoreAudioClockTests {
  private func clock() throws -> CAClockRef {
    var clock: CAClockRef?
    #expect(CAClockNew(0, &clock) == noErr)
    return try #require(clock)
  }

  private func seconds(_ seconds: Double) -> CAClockTime {
    CAClockTime(format: .seconds, reserved: 0, time: .init(seconds: seconds))
  }

  private func get<Value: BitwiseCopyable>(
    _ property: CAClockPropertyID, of clock: CAClockRef, _ start: Value
  ) throws -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    #expect(CAClockGetProperty(clock, property, &size, &value) == noErr)
    #expect(size == UInt32(MemoryLayout<Value>.size))
    return value
  }

  @Test("a new clock stands at 0 with 120 beats a minute, and runs by the host time")
  func defaults() throws {
    let clock = try clock()
    defer { #expect(CAClockDispose(clock) == noErr) }
    var tempo = 0.0
    var time = CAClockTime()
    #expect(CAClockGetCurrentTempo(clock, &tempo, &time) == noErr)
    #expect(tempo == 120 && time.format == .beats && time.time.beats == 0)
    #expect(try get(.syncMode, of: clock, UInt32(0)) == CAClockSyncMode.internal.rawValue)
    #expect(try get(.mtcFreewheelTime, of: clock, 0.0) == 1)
    var rate = 0.0
    #expect(CAClockGetPlayRate(clock, &rate) == noErr && rate == 1)
    #expect(CAClockGetStartTime(clock, .hostTime, &time) == kCAClock_InvalidTimeFormatError)
    let before = AudioGetCurrentHostTime()
    #expect(CAClockStart(clock) == noErr)
    #expect(CAClockGetStartTime(clock, .hostTime, &time) == noErr)
    // Times in seconds may be rounded by a nanosecond.
    #expect(time.time.hostTime + 10 >= before)
    #expect(time.time.hostTime <= AudioGetCurrentHostTime() + 10)
    var start = time
    start.time.hostTime += 2_000_000_000
    #expect(CAClockTranslateTime(clock, &start, .beats, &time) == noErr)
    #expect(abs(time.time.beats - 4) < 1e-6)
  }

  @Test("the time can be set while the clock is stopped")
  func setsTime() throws {
    let clock = try clock()
    defer { CAClockDispose(clock) }
    var time = seconds(4)
    #expect(CAClockSetCurrentTime(clock, &time) == noErr)
    #expect(CAClockGetCurrentTime(clock, .beats, &time) == noErr && time.time.beats == 8)
    #expect(CAClockGetStartTime(clock, .seconds, &time) == noErr && time.time.seconds == 4)
    var host = CAClockTime(format: .hostTime, reserved: 0, time: .init(hostTime: 1))
    #expect(CAClockSetCurrentTime(clock, &host) == kCAClock_InvalidTimeFormatError)
    var none = seconds(.nan)
    #expect(CAClockSetCurrentTime(clock, &none) == kCAClock_InvalidTimeFormatError)
    #expect(CAClockStart(clock) == noErr)
    #expect(CAClockSetCurrentTime(clock, &time) == kCAClock_CannotSetTimeError)
    #expect(CAClockStop(clock) == noErr)
    #expect(CAClockSetCurrentTime(clock, &time) == noErr)
  }

  @Test("maps, names and offsets are set and read, and invalid values are refused")
  func properties() throws {
    let clock = try clock()
    defer { CAClockDispose(clock) }
    func set<Value: BitwiseCopyable>(_ property: CAClockPropertyID, _ values: [Value]) -> OSStatus {
      var values = values
      let size = UInt32(MemoryLayout<Value>.stride * values.count)
      return CAClockSetProperty(clock, property, size, &values)
    }
    #expect(set(.tempoMap, [CATempoMapEntry(beats: 0, tempoBPM: 60)]) == noErr)
    #expect(set(.tempoMap, [CATempoMapEntry(beats: 0, tempoBPM: 0)]) == kAudio_ParamError)
    #expect(set(.tempoMap, [UInt8(1)]) == kCAClock_InvalidPropertySizeError)
    var time = seconds(3)
    var converted = CAClockTime()
    #expect(CAClockTranslateTime(clock, &time, .beats, &converted) == noErr)
    #expect(converted.time.beats == 3)
    let meters = [
      CAMeterTrackEntry(beats: 0, meterNumer: 3, meterDenom: 4),
      CAMeterTrackEntry(beats: 6, meterNumer: 6, meterDenom: 8),
    ]
    #expect(set(.meterTrack, meters) == noErr)
    var place = CABarBeatTime()
    #expect(CAClockBeatsToBarBeatTime(clock, 7.25, 4, &place) == noErr)
    #expect([place.bar, Int32(place.beat), Int32(place.subbeat)] == [3, 3, 2])
    var beats = 0.0
    #expect(CAClockBarBeatTimeToBeats(clock, &place, &beats) == noErr && beats == 7.25)
    #expect(CAClockBeatsToBarBeatTime(clock, 0, 0, &place) == kCAClock_InvalidUnitError)
    #expect(
      set(.internalTimebase, [CAClockTimebase.audioDevice.rawValue])
        == kCAClock_InvalidTimebaseError)
    #expect(set(.syncSource, [UInt32(7)]) == kCAClock_InvalidSyncSourceError)
    #expect(set(.syncMode, [UInt32(7)]) == kCAClock_InvalidSyncModeError)
    #expect(set(.smpteFormat, [UInt32(99)]) == kCAClock_InvalidSMPTEFormatError)
    #expect(set(.smpteOffset, [Double.nan]) == kCAClock_InvalidSMPTEOffsetError)
    #expect(set(.mtcDestinations, [UInt32(1)]) == kCAClock_UnknownPropertyError)
    #expect(CAClockSetPlayRate(clock, 0) == kCAClock_InvalidPlayRateError)
    #expect(CAClockArm(clock) == kCAClock_InvalidSyncModeError)
    let text = "clock" as NSString
    withExtendedLifetime(text) {
      #expect(set(.name, [Unmanaged.passUnretained(text).toOpaque()]) == noErr)
    }
    var name: Unmanaged<NSString>?
    var size = UInt32(8)
    #expect(CAClockGetProperty(clock, .name, &size, &name) == noErr)
    #expect(name?.takeRetainedValue() == "clock")
  }

  private final class Heard: Sendable {
    let messages = Mutex<[CAClockMessage]>([])
  }

  @Test("listeners learn of each change in its order, until they are removed")
  func listeners() throws {
    let clock = try clock()
    defer { CAClockDispose(clock) }
    let heard = Heard()
    let data = Unmanaged.passUnretained(heard).toOpaque()
    let listener: CAClockListenerProc = { data, message, _ in
      Unmanaged<Heard>.fromOpaque(data).takeUnretainedValue().messages.withLock {
        $0.append(message)
      }
    }
    #expect(CAClockAddListener(clock, listener, data) == noErr)
    var time = seconds(4)
    CAClockSetCurrentTime(clock, &time)
    CAClockStart(clock)
    CAClockStop(clock)
    var mode = CAClockSyncMode.midiClockTransport.rawValue
    CAClockSetProperty(clock, .syncMode, 4, &mode)
    #expect(CAClockStart(clock) == kCAClock_InvalidSyncModeError)
    CAClockArm(clock)
    // Start, and the first clock message.
    var list = MIDIPacketList()
    list.numPackets = 1
    list.packet.timeStamp = 0
    list.packet.length = 2
    (list.packet.data.0, list.packet.data.1) = (0xFA, 0xF8)
    #expect(CAClockParseMIDI(clock, &list) == noErr)
    CAClockDisarm(clock)
    let expected: [CAClockMessage] = [
      .startTimeSet, .started, .stopped, .propertyChanged, .armed, .started, .stopped, .disarmed,
    ]
    try waitUntil("all messages are heard") {
      heard.messages.withLock { $0.count } == expected.count
    }
    #expect(heard.messages.withLock { $0 } == expected)
    #expect(CAClockRemoveListener(clock, listener, data) == noErr)
    #expect(CAClockRemoveListener(clock, listener, data) == kAudio_ParamError)
  }

  @Test("a disposed clock is refused")
  func disposed() throws {
    let clock = try clock()
    #expect(CAClockDispose(clock) == noErr)
    #expect(CAClockDispose(clock) == kAudio_ParamError)
    #expect(CAClockStart(clock) == kAudio_ParamError)
    var time = CAClockTime()
    #expect(CAClockGetCurrentTime(clock, .seconds, &time) == kAudio_ParamError)
    var none: CAClockRef?
    #expect(CAClockNew(1, &none) == kAudio_ParamError && none == nil)
  }
}
