import AudioToolbox
import Foundation
import Testing

/// A sequence that ends with its owner.
final class TestSequence {
  let sequence: MusicSequence

  init() throws {
    var made: MusicSequence?
    #expect(NewMusicSequence(&made) == noErr)
    sequence = try #require(made)
  }

  deinit { DisposeMusicSequence(sequence) }

  func newTrack() throws -> MusicTrack {
    var made: MusicTrack?
    #expect(MusicSequenceNewTrack(sequence, &made) == noErr)
    return try #require(made)
  }

  var count: UInt32 {
    var count: UInt32 = 99
    #expect(MusicSequenceGetTrackCount(sequence, &count) == noErr)
    return count
  }

  func track(_ index: UInt32) throws -> MusicTrack {
    var found: MusicTrack?
    #expect(MusicSequenceGetIndTrack(sequence, index, &found) == noErr)
    return try #require(found)
  }

  func tempoTrack() throws -> MusicTrack {
    var found: MusicTrack?
    #expect(MusicSequenceGetTempoTrack(sequence, &found) == noErr)
    return try #require(found)
  }

  func seconds(_ beats: Double) -> Double {
    var seconds = Double.nan
    #expect(MusicSequenceGetSecondsForBeats(sequence, beats, &seconds) == noErr)
    return seconds
  }

  func data(_ resolution: Int16 = 0) throws -> Data {
    var data: Unmanaged<CFData>?
    #expect(
      MusicSequenceFileCreateData(sequence, .midiType, .eraseFile, resolution, &data) == noErr)
    return try #require(data).takeRetainedValue() as Data
  }

  func load(_ data: Data, _ flags: MusicSequenceLoadFlags = []) -> OSStatus {
    MusicSequenceFileLoadData(sequence, data as CFData, .midiType, flags)
  }
}

/// Functions of a track, as tests use them.
struct TestTrack {
  let track: MusicTrack

  init(_ track: MusicTrack) { self.track = track }

  @discardableResult
  func add(
    _ key: UInt8, at beat: Double, duration: Float = 1, channel: UInt8 = 0, velocity: UInt8 = 64
  ) -> OSStatus {
    var note = MIDINoteMessage(
      channel: channel, note: key, velocity: velocity, releaseVelocity: 0, duration: duration)
    return MusicTrackNewMIDINoteEvent(track, beat, &note)
  }

  /// Adds information; the structure has a length of its own.
  @discardableResult
  func addMeta(_ type: UInt8, _ bytes: [UInt8], at beat: Double) -> OSStatus {
    let memory = Self.meta(type, bytes)
    defer { memory.deallocate() }
    return MusicTrackNewMetaEvent(track, beat, memory.assumingMemoryBound(to: MIDIMetaEvent.self))
  }

  static func meta(_ type: UInt8, _ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 12 + bytes.count, alignment: 4)
    memory.storeBytes(of: UInt32(type), as: UInt32.self)
    memory.storeBytes(of: UInt32(bytes.count), toByteOffset: 4, as: UInt32.self)
    (memory + 8).copyMemory(from: bytes, byteCount: bytes.count)
    return memory
  }

  /// Adds bytes: raw data, or data of the client.
  @discardableResult
  func add(_ bytes: [UInt8], at beat: Double, isUser: Bool = false) -> OSStatus {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 + bytes.count, alignment: 4)
    defer { memory.deallocate() }
    memory.storeBytes(of: UInt32(bytes.count), as: UInt32.self)
    (memory + 4).copyMemory(from: bytes, byteCount: bytes.count)
    return isUser
      ? MusicTrackNewUserEvent(
        track, beat, memory.assumingMemoryBound(to: MusicEventUserData.self))
      : MusicTrackNewMIDIRawDataEvent(
        track, beat, memory.assumingMemoryBound(to: MIDIRawData.self))
  }

  var length: Double {
    var (length, size) = (Double.nan, UInt32(8))
    #expect(
      MusicTrackGetProperty(track, kSequenceTrackProperty_TrackLength, &length, &size) == noErr)
    return length
  }

  /// The events: time, kind, and bytes.
  func events() throws -> [(beat: Double, type: MusicEventType, bytes: [UInt8])] {
    var made: MusicEventIterator?
    #expect(NewMusicEventIterator(track, &made) == noErr)
    let iterator = try #require(made)
    defer { DisposeMusicEventIterator(iterator) }
    var events: [(beat: Double, type: MusicEventType, bytes: [UInt8])] = []
    while let event = Self.event(iterator) {
      events.append(event)
      #expect(MusicEventIteratorNextEvent(iterator) == noErr)
    }
    return events
  }

  /// The current event, or `nil` after the last one.
  static func event(
    _ iterator: MusicEventIterator
  ) -> (beat: Double, type: MusicEventType, bytes: [UInt8])? {
    var hasEvent: DarwinBoolean = false
    #expect(MusicEventIteratorHasCurrentEvent(iterator, &hasEvent) == noErr)
    var (beat, type, size) = (0.0, MusicEventType(0), UInt32(0))
    var data: UnsafeRawPointer?
    let status = MusicEventIteratorGetEventInfo(iterator, &beat, &type, &data, &size)
    #expect(status == (hasEvent.boolValue ? noErr : kAudioToolboxErr_EndOfTrack))
    guard status == noErr, let data else { return nil }
    return (beat, type, Array(UnsafeRawBufferPointer(start: data, count: Int(size))))
  }

  /// The times and keys of the notes.
  func notes() throws -> [String] {
    try events().filter { $0.type == kMusicEventType_MIDINoteMessage }
      .map { "\($0.beat) \($0.bytes[1])" }
  }
}
