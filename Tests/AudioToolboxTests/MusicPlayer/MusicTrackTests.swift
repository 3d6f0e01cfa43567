import AudioToolbox
import Foundation
import Testing

/// Tracks: events of every kind, and properties.
@Suite struct MusicTrackTests {
  @Test("an event of every kind reads back")
  func kinds() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    #expect(track.add(60, at: 0, duration: 1.5, channel: 3, velocity: 90) == noErr)
    var message = MIDIChannelMessage(status: 0xB2, data1: 7, data2: 100, reserved: 0)
    #expect(MusicTrackNewMIDIChannelEvent(track.track, 1, &message) == noErr)
    #expect(track.add([0xF0, 1, 2, 3, 0xF7], at: 2) == noErr)
    #expect(track.addMeta(1, Array("text".utf8), at: 3) == noErr)
    #expect(track.add([9, 8], at: 4, isUser: true) == noErr)
    var parameter = ParameterEvent(parameterID: 1, scope: 2, element: 3, value: 0.5)
    #expect(MusicTrackNewParameterEvent(track.track, 5, &parameter) == noErr)
    #expect(MusicTrackNewExtendedTempoEvent(track.track, 6, 99) == noErr)
    var extended = ExtendedNoteOnEvent(
      instrumentID: kMusicNoteEvent_UseGroupInstrument, groupID: 4, duration: 2,
      extendedParams: MusicDeviceNoteParams(
        argCount: 3, mPitch: 60.5, mVelocity: 80,
        mControls: NoteParamsControlValue(mID: 5, mValue: 0.25)))
    #expect(MusicTrackNewExtendedNoteEvent(track.track, 7, &extended) == noErr)
    let events = try track.events()
    #expect(events.map(\.beat) == [0, 1, 2, 3, 4, 5, 6, 7])
    let types = [
      kMusicEventType_MIDINoteMessage, kMusicEventType_MIDIChannelMessage,
      kMusicEventType_MIDIRawData, kMusicEventType_Meta, kMusicEventType_User,
      kMusicEventType_Parameter, kMusicEventType_ExtendedTempo, kMusicEventType_ExtendedNote,
    ]
    #expect(events.map(\.type) == types)
    func value<Value: BitwiseCopyable>(_ index: Int, _ type: Value.Type) -> Value {
      events[index].bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
    }
    let note = value(0, MIDINoteMessage.self)
    #expect(note.channel == 3 && note.note == 60 && note.velocity == 90 && note.duration == 1.5)
    #expect(events[1].bytes == [0xB2, 7, 100, 0])
    #expect(events[2].bytes == [5, 0, 0, 0, 0xF0, 1, 2, 3, 0xF7])
    #expect(events[3].bytes == [1, 0, 0, 0, 4, 0, 0, 0] + Array("text".utf8))
    #expect(events[4].bytes == [2, 0, 0, 0, 9, 8])
    #expect(value(5, ParameterEvent.self).value == 0.5)
    #expect(value(6, Double.self) == 99)
    #expect(events[7].bytes == withUnsafeBytes(of: extended) { Array($0) })
  }

  @Test("the objects of preset events end without a lock")
  func presetRelease() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    var endCount = 0
    /// Adds an object that uses the sequence when it ends.
    func add(_ beat: Double) throws {
      let object = Ending { endCount += Int(test.count) }
      var event = AUPresetEvent(scope: 1, element: 2, preset: .passUnretained(object))
      #expect(MusicTrackNewAUPresetEvent(track.track, beat, &event) == noErr)
    }
    for beat in 0..<5 { try add(Double(beat)) }
    // C's form of an event keeps the object, too.
    #expect(try track.events().count == 5)
    #expect(MusicTrackClear(track.track, 0, 1) == noErr)
    #expect(endCount == 1)
    #expect(MusicTrackCut(track.track, 0, 2) == noErr)
    #expect(endCount == 2)
    var iterator: MusicEventIterator?
    #expect(NewMusicEventIterator(track.track, &iterator) == noErr)
    let events = try #require(iterator)
    #expect(MusicEventIteratorDeleteEvent(events) == noErr)
    #expect(endCount == 3)
    var tempo = ExtendedTempoEvent(bpm: 100)
    #expect(
      MusicEventIteratorSetEventInfo(events, kMusicEventType_ExtendedTempo, &tempo) == noErr)
    #expect(endCount == 4)
    #expect(DisposeMusicEventIterator(events) == noErr)
    #expect(MusicSequenceDisposeTrack(test.sequence, track.track) == noErr)
    // The sequence has no track any more.
    #expect(endCount == 4 && test.count == 0)
  }

  @Test("a preset event keeps its object")
  func presets() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    weak var settings: NSMutableDictionary?
    do {
      let object = NSMutableDictionary(dictionary: ["gain": 2])
      settings = object
      var event = AUPresetEvent(scope: 1, element: 2, preset: .passUnretained(object))
      #expect(MusicTrackNewAUPresetEvent(track.track, 0, &event) == noErr)
    }
    #expect(settings != nil)
    let event = try #require(try track.events().first)
    event.bytes.withUnsafeBytes { bytes in
      let read = bytes.loadUnaligned(as: AUPresetEvent.self)
      #expect(read.scope == 1 && read.element == 2)
      let isKept = read.preset.takeUnretainedValue() === settings
      #expect(isKept)
    }
    #expect(MusicTrackClear(track.track, 0, 1) == noErr)
    #expect(settings == nil)
  }

  @Test("values out of range are refused")
  func invalid() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    #expect(track.add(60, at: -1) == kAudio_ParamError)
    #expect(track.add(60, at: .nan) == kAudio_ParamError)
    #expect(track.add(60, at: kMusicTimeStamp_EndOfTrack) == kAudio_ParamError)
    #expect(track.add(128, at: 0) == kAudio_ParamError)
    #expect(track.add(60, at: 0, channel: 16) == kAudio_ParamError)
    #expect(track.add(60, at: 0, duration: -.ulpOfOne) == kAudio_ParamError)
    #expect(track.addMeta(0x80, [], at: 0) == kAudio_ParamError)
    var message = MIDIChannelMessage(status: 0xF0, data1: 0, data2: 0, reserved: 0)
    #expect(MusicTrackNewMIDIChannelEvent(track.track, 0, &message) == kAudio_ParamError)
    #expect(MusicTrackMoveEvents(track.track, 4, 3, 1) == kAudio_ParamError)
    track.add(60, at: 1)
    #expect(MusicTrackMoveEvents(track.track, 0, 3, -2) == kAudio_ParamError)
    #expect(try track.notes() == ["1.0 60"])
  }

  @Test("the length is the stated one, or the end of the last note")
  func length() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    #expect(track.length == 0)
    track.add(60, at: 1, duration: 4)
    track.add(61, at: 3, duration: 1)
    #expect(track.length == 5)
    // Published programs state a size of 0.
    var (length, size) = (8.0, UInt32(0))
    let property = kSequenceTrackProperty_TrackLength
    #expect(MusicTrackSetProperty(track.track, property, &length, 0) == noErr)
    #expect(MusicTrackGetProperty(track.track, property, &length, &size) == noErr)
    #expect(length == 8 && size == 8)
    track.add(62, at: 9, duration: 0.5)
    #expect(track.length == 9.5)
    #expect(MusicTrackClear(track.track, 0, 100) == noErr)
    #expect(track.length == 8)
    size = 4
    #expect(MusicTrackGetProperty(track.track, property, &length, &size) == kAudio_ParamError)
  }

  @Test("properties read back, and refuse bad values")
  func properties() throws {
    let test = try TestSequence()
    let track = try test.newTrack()
    var size = UInt32(MemoryLayout<MusicTrackLoopInfo>.size)
    var loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 3)
    let (loopInfo, offset) = (kSequenceTrackProperty_LoopInfo, kSequenceTrackProperty_OffsetTime)
    #expect(MusicTrackSetProperty(track, loopInfo, &loop, size) == noErr)
    loop = MusicTrackLoopInfo()
    #expect(MusicTrackGetProperty(track, loopInfo, &loop, &size) == noErr)
    #expect(loop.loopDuration == 4 && loop.numberOfLoops == 3)
    loop.numberOfLoops = -1
    #expect(MusicTrackSetProperty(track, loopInfo, &loop, size) == kAudio_ParamError)
    var time = -2.5
    #expect(MusicTrackSetProperty(track, offset, &time, 8) == noErr)
    time = .nan
    #expect(MusicTrackSetProperty(track, offset, &time, 8) == kAudio_ParamError)
    size = 8
    #expect(MusicTrackGetProperty(track, offset, &time, &size) == noErr && time == -2.5)
    for property in [kSequenceTrackProperty_MuteStatus, kSequenceTrackProperty_SoloStatus] {
      var isOn: DarwinBoolean = true
      #expect(MusicTrackSetProperty(track, property, &isOn, 1) == noErr)
      isOn = false
      size = 1
      #expect(MusicTrackGetProperty(track, property, &isOn, &size) == noErr && isOn.boolValue)
    }
    var isAutomated: UInt32 = 1
    let automation = kSequenceTrackProperty_AutomatedParameters
    #expect(MusicTrackSetProperty(track, automation, &isAutomated, 4) == noErr)
    isAutomated = 0
    size = 4
    #expect(MusicTrackGetProperty(track, automation, &isAutomated, &size) == noErr)
    #expect(isAutomated == 1)
    var resolution: Int16 = 0
    size = 2
    let property = kSequenceTrackProperty_TimeResolution
    #expect(MusicTrackGetProperty(track, property, &resolution, &size) == kAudio_ParamError)
    let tempoTrack = try test.tempoTrack()
    #expect(MusicTrackGetProperty(tempoTrack, property, &resolution, &size) == noErr)
    #expect(resolution == 480)
    #expect(MusicTrackSetProperty(tempoTrack, property, &resolution, 2) == kAudio_ParamError)
  }
}

/// An object of a client that runs code at its end.
private final class Ending: NSObject {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}
