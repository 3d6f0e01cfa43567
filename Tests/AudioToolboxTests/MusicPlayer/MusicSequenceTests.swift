import AudioToolbox
import Testing

/// Sequences, their tracks and their time.
@Suite struct MusicSequenceTests {
  @Test("tracks have stable references and indices")
  func tracks() throws {
    let test = try TestSequence()
    #expect(test.count == 0)
    let tracks = try (0..<3).map { _ in try test.newTrack() }
    #expect(test.count == 3)
    #expect(try (0..<3).map { try test.track($0) } == tracks)
    var index: UInt32 = 9
    #expect(MusicSequenceGetTrackIndex(test.sequence, tracks[2], &index) == noErr && index == 2)
    #expect(MusicSequenceDisposeTrack(test.sequence, tracks[0]) == noErr)
    #expect(MusicSequenceGetTrackIndex(test.sequence, tracks[2], &index) == noErr && index == 1)
    #expect(MusicSequenceDisposeTrack(test.sequence, tracks[0]) == kAudioToolboxErr_TrackNotFound)
    #expect(TestTrack(tracks[0]).add(60, at: 0) == kAudioToolboxErr_TrackNotFound)
    var track: MusicTrack?
    #expect(
      MusicSequenceGetIndTrack(test.sequence, 2, &track) == kAudioToolboxErr_TrackIndexError)
    var sequence: MusicSequence?
    #expect(MusicTrackGetSequence(tracks[1], &sequence) == noErr && sequence == test.sequence)
  }

  @Test("the tempo track is not among the tracks")
  func tempoTrack() throws {
    let test = try TestSequence()
    let tempo = try test.tempoTrack()
    #expect(try test.tempoTrack() == tempo && test.count == 0)
    var index: UInt32 = 0
    #expect(
      MusicSequenceGetTrackIndex(test.sequence, tempo, &index) == kAudioToolboxErr_TrackNotFound)
    #expect(MusicSequenceDisposeTrack(test.sequence, tempo) == kAudioToolboxErr_TrackNotFound)
    let other = try TestSequence()
    #expect(
      MusicSequenceDisposeTrack(other.sequence, try test.newTrack())
        == kAudioToolboxErr_TrackNotFound)
  }

  @Test("seconds follow the tempo track")
  func tempo() throws {
    let test = try TestSequence()
    #expect(test.seconds(4) == 2)
    let track = try test.tempoTrack()
    #expect(MusicTrackNewExtendedTempoEvent(track, 0, 60) == noErr)
    #expect(MusicTrackNewExtendedTempoEvent(track, 2, 240) == noErr)
    #expect(test.seconds(4) == 2.5)
    var beats = 0.0
    #expect(MusicSequenceGetBeatsForSeconds(test.sequence, 2.5, &beats) == noErr && beats == 4)
    for tempo in [0, -1, Double.nan, .infinity] {
      #expect(MusicTrackNewExtendedTempoEvent(track, 0, tempo) == kAudio_ParamError)
    }
    #expect(MusicTrackClear(track, 0, 10) == noErr)
    #expect(test.seconds(4) == 2.5, "clearing keeps the tempo")
  }

  @Test("bars follow the time signatures of the tempo track")
  func bars() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.tempoTrack())
    #expect(track.addMeta(0x58, [3, 2, 24, 8], at: 8) == noErr)
    var time = CABarBeatTime()
    #expect(MusicSequenceBeatsToBarBeatTime(test.sequence, 12.75, 480, &time) == noErr)
    #expect(time.bar == 4 && time.beat == 2 && time.subbeat == 360)
    #expect(time.subbeatDivisor == 480)
    var beats = 0.0
    #expect(MusicSequenceBarBeatTimeToBeats(test.sequence, &time, &beats) == noErr)
    #expect(beats == 12.75)
    #expect(MusicSequenceBeatsToBarBeatTime(test.sequence, 1, 0, &time) == kAudio_ParamError)
    #expect(MusicSequenceBeatsToBarBeatTime(test.sequence, 1e12, 1, &time) == kAudio_ParamError)
  }

  @Test("a sequence of seconds has no tempo")
  func types() throws {
    let test = try TestSequence()
    var type = MusicSequenceType.samples
    #expect(MusicSequenceGetSequenceType(test.sequence, &type) == noErr && type == .beats)
    #expect(MusicSequenceSetSequenceType(test.sequence, .seconds) == noErr)
    #expect(test.seconds(4) == 4)
    #expect(MusicSequenceSetSequenceType(test.sequence, .samples) == noErr)
    #expect(test.seconds(44100) == 1)
    #expect(MusicTrackNewExtendedTempoEvent(try test.tempoTrack(), 0, 100) == noErr)
    #expect(
      MusicSequenceSetSequenceType(test.sequence, .seconds)
        == kAudioToolboxErr_InvalidSequenceType)
    #expect(MusicSequenceSetSequenceType(test.sequence, .beats) == noErr)
  }

  @Test("reversal keeps lengths, and the tempo of each stretch")
  func reversal() throws {
    let test = try TestSequence()
    let track = TestTrack(try test.newTrack())
    track.add(60, at: 0)
    track.add(61, at: 3, duration: 0.5)
    track.add(62, at: 6, duration: 2)
    for (beat, tempo) in [(2.0, 60.0), (6, 240)] {
      MusicTrackNewExtendedTempoEvent(try test.tempoTrack(), beat, tempo)
    }
    let seconds = [0, 2, 4.5, 6, 8].map { test.seconds($0) }
    #expect(MusicSequenceReverse(test.sequence) == noErr)
    #expect(try track.notes() == ["0.0 62", "4.5 61", "7.0 60"])
    let reversed = [8, 6, 3.5, 2, 0].map { seconds[4] - test.seconds($0) }
    #expect(zip(seconds, reversed).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(MusicSequenceReverse(test.sequence) == noErr)
    #expect(try track.notes() == ["0.0 60", "3.0 61", "6.0 62"])
    #expect([0, 2, 4.5, 6, 8].map { test.seconds($0) } == seconds)
  }

  @Test("resolutions in time code have a negative number of frames", arguments: [24, 25, 29, 30])
  func timeCode(_ frames: Int8) {
    let resolution = MusicSequenceSetSMPTEResolution(frames, 80)
    #expect(resolution < 0 && resolution == MusicSequenceSetSMPTEResolution(-frames, 80))
    var (read, ticks) = (Int8(0), UInt8(0))
    MusicSequenceGetSMPTEResolution(resolution, &read, &ticks)
    #expect(read == -frames && ticks == 80)
  }

  @Test("a node must be one of the sequence's graph")
  func destinations() throws {
    let test = try TestSequence()
    let track = try test.newTrack()
    var (node, endpoint) = (AUNode(0), MIDIEndpointRef(0))
    #expect(MusicTrackGetDestNode(track, &node) == kAudioToolboxErr_IllegalTrackDestination)
    #expect(MusicTrackSetDestNode(track, 1) == kAudioToolboxErr_IllegalTrackDestination)
    var made: AUGraph?
    NewAUGraph(&made)
    let graph = try #require(made)
    var mixer = AudioComponentDescription(
      componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MultiChannelMixer,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    AUGraphAddNode(graph, &mixer, &node)
    #expect(MusicSequenceSetAUGraph(test.sequence, graph) == noErr)
    #expect(MusicTrackSetDestNode(track, node) == noErr)
    #expect(MusicTrackSetDestNode(track, node + 1) == kAudioToolboxErr_IllegalTrackDestination)
    var found = AUNode(0)
    #expect(MusicTrackGetDestNode(track, &found) == noErr && found == node)
    #expect(
      MusicTrackGetDestMIDIEndpoint(track, &endpoint) == kAudioToolboxErr_IllegalTrackDestination)
    #expect(MusicSequenceSetMIDIEndpoint(test.sequence, 7) == noErr)
    #expect(MusicTrackGetDestMIDIEndpoint(track, &endpoint) == noErr && endpoint == 7)
    var current: AUGraph?
    #expect(MusicSequenceGetAUGraph(test.sequence, &current) == noErr && current == graph)
    DisposeAUGraph(graph)
    #expect(MusicSequenceSetAUGraph(test.sequence, graph) == kAudio_ParamError)
    #expect(MusicSequenceSetAUGraph(test.sequence, nil) == noErr)
  }
}
