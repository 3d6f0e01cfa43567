import AudioToolbox
import Testing

/// Iterators, also while their track changes.
@Suite struct MusicEventIteratorTests {
  private final class Fixture {
    let test: TestSequence
    let track: TestTrack
    let iterator: MusicEventIterator

    init(_ beats: [Double]) throws {
      test = try TestSequence()
      track = TestTrack(try test.newTrack())
      for (number, beat) in beats.enumerated() { track.add(UInt8(60 + number), at: beat) }
      var made: MusicEventIterator?
      #expect(NewMusicEventIterator(track.track, &made) == noErr)
      iterator = try #require(made)
    }

    deinit { DisposeMusicEventIterator(iterator) }

    var key: UInt8? { TestTrack.event(iterator)?.bytes[1] }

    /// Whether there is a previous, a current, and a next event.
    var has: [Bool] {
      var has: [DarwinBoolean] = [false, false, false]
      MusicEventIteratorHasPreviousEvent(iterator, &has[0])
      MusicEventIteratorHasCurrentEvent(iterator, &has[1])
      MusicEventIteratorHasNextEvent(iterator, &has[2])
      return has.map(\.boolValue)
    }
  }

  @Test("an iterator moves from the first event to after the last one, and back")
  func moving() throws {
    let fixture = try Fixture([0, 1, 1])
    #expect(fixture.has == [false, true, true])
    #expect(
      MusicEventIteratorPreviousEvent(fixture.iterator) == kAudioToolboxErr_StartOfTrack)
    for key in UInt8(60)...62 {
      #expect(fixture.key == key)
      #expect(MusicEventIteratorNextEvent(fixture.iterator) == noErr)
    }
    #expect(fixture.has == [true, false, false])
    #expect(MusicEventIteratorNextEvent(fixture.iterator) == kAudioToolboxErr_EndOfTrack)
    #expect(MusicEventIteratorDeleteEvent(fixture.iterator) == kAudioToolboxErr_EndOfTrack)
    #expect(MusicEventIteratorPreviousEvent(fixture.iterator) == noErr && fixture.key == 62)
  }

  @Test("seeking finds the first event at or after a time")
  func seeking() throws {
    let fixture = try Fixture([0, 1, 1, 2])
    let keys: [(Double, UInt8?)] = [
      (-5, 60), (0.5, 61), (1, 61), (2, 63), (2.01, nil), (kMusicTimeStamp_EndOfTrack, nil),
    ]
    for (beat, key) in keys {
      #expect(MusicEventIteratorSeek(fixture.iterator, beat) == noErr)
      #expect(fixture.key == key)
    }
    #expect(MusicEventIteratorPreviousEvent(fixture.iterator) == noErr && fixture.key == 63)
  }

  @Test("deleting makes the next event the current one")
  func deleting() throws {
    let fixture = try Fixture([0, 1, 2])
    while fixture.has[1] { #expect(MusicEventIteratorDeleteEvent(fixture.iterator) == noErr) }
    #expect(try fixture.track.notes().isEmpty)
  }

  @Test("an event moves to its new time, and the iterator follows")
  func times() throws {
    let fixture = try Fixture([0, 1, 2])
    #expect(MusicEventIteratorSetEventTime(fixture.iterator, 2) == noErr)
    #expect(fixture.key == 60 && fixture.has == [true, true, false])
    #expect(try fixture.track.notes() == ["1.0 61", "2.0 62", "2.0 60"])
    #expect(MusicEventIteratorSetEventTime(fixture.iterator, -1) == kAudio_ParamError)
  }

  @Test("an event takes another kind and length")
  func replacing() throws {
    let fixture = try Fixture([0, 1])
    let memory = TestTrack.meta(3, Array("a longer text than a note".utf8))
    defer { memory.deallocate() }
    #expect(
      MusicEventIteratorSetEventInfo(fixture.iterator, kMusicEventType_Meta, memory) == noErr)
    let event = try #require(TestTrack.event(fixture.iterator))
    #expect(event.type == kMusicEventType_Meta && event.bytes.count == 33 && event.beat == 0)
    #expect(
      MusicEventIteratorSetEventInfo(fixture.iterator, 99, memory)
        == kAudioToolboxErr_InvalidEventType)
  }

  @Test("an iterator stays at its event while others come and go")
  func edits() throws {
    let fixture = try Fixture([0, 1, 2, 3])
    MusicEventIteratorSeek(fixture.iterator, 2)
    fixture.track.add(70, at: 2)
    fixture.track.add(71, at: 0.5)
    #expect(fixture.key == 62)
    MusicTrackCut(fixture.track.track, 0, 1)
    #expect(fixture.key == 62)
    MusicTrackMoveEvents(fixture.track.track, 0, 9, 5)
    #expect(fixture.key == 62)
    MusicTrackClear(fixture.track.track, 6, 6.5)
    #expect(fixture.key == 63, "the next event")
    MusicTrackClear(fixture.track.track, 0, 100)
    #expect(fixture.has == [false, false, false])
    fixture.track.add(72, at: 1)
    #expect(fixture.has == [true, false, false], "after the last event")
    MusicSequenceDisposeTrack(fixture.test.sequence, fixture.track.track)
    #expect(MusicEventIteratorNextEvent(fixture.iterator) == kAudioToolboxErr_TrackNotFound)
  }

  @Test("the memory of an event stays in place while other events change")
  func memory() throws {
    let fixture = try Fixture([0, 1])
    var (beat, type, size) = (0.0, MusicEventType(0), UInt32(0))
    var (first, again): (UnsafeRawPointer?, UnsafeRawPointer?)
    MusicEventIteratorGetEventInfo(fixture.iterator, &beat, &type, &first, &size)
    for key in UInt8(0)..<100 { fixture.track.add(key, at: 0.5) }
    MusicTrackClear(fixture.track.track, 0.5, 2)
    MusicEventIteratorGetEventInfo(fixture.iterator, &beat, &type, &again, &size)
    #expect(first == again)
    #expect(first?.loadUnaligned(as: MIDINoteMessage.self).note == 60)
  }
}
