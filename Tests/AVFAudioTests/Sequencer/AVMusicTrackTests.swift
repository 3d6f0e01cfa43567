import AVFAudio
import Foundation
import Testing

/// Tracks of sequencers and their events.
@Suite struct AVMusicTrackTests {
  private let sequencer = AVAudioSequencer()

  private func events(_ track: AVMusicTrack) -> [AVMusicEvent] {
    var events: [AVMusicEvent] = []
    track.enumerateEvents(in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)) { event, _, _ in
      events.append(event)
    }
    return events
  }

  @Test("an event of every class comes back as that class")
  func classes() throws {
    let track = sequencer.createAndAppendTrack()
    let added = [
      AVMIDINoteEvent(channel: 1, key: 60, velocity: 90, duration: 1.5),
      AVMIDIControlChangeEvent(channel: 2, messageType: .pan, value: 64),
      AVMIDIPolyPressureEvent(channel: 3, key: 61, pressure: 62),
      AVMIDIProgramChangeEvent(channel: 4, programNumber: 63),
      AVMIDIChannelPressureEvent(channel: 5, pressure: 65),
      AVMIDIPitchBendEvent(channel: 6, value: 8193),
      AVMIDISysexEvent(data: Data([0xF0, 1, 0xF7])),
      AVMIDIMetaEvent(type: .lyric, data: Data("la".utf8)),
      AVMusicUserEvent(data: Data([1, 2, 3, 4])),
      AVExtendedNoteOnEvent(midiNote: 60.5, velocity: 80, groupID: 7, duration: 2),
      AVParameterEvent(parameterID: 1, scope: 2, element: 3, value: 0.5),
      AVAUPresetEvent(scope: 1, element: 2, dictionary: ["gain": 3]),
      AVExtendedTempoEvent(tempo: 99),
    ]
    for (index, event) in added.enumerated() { track.addEvent(event, at: Double(index)) }
    let read = events(track)
    let types = read.map { String(describing: type(of: $0)) }
    #expect(types == added.map { String(describing: type(of: $0)) })
    let bend = try #require(read[5] as? AVMIDIPitchBendEvent)
    #expect(bend.channel == 6 && bend.value == 8193)
    let control = try #require(read[1] as? AVMIDIControlChangeEvent)
    #expect(control.messageType == .pan && control.value == 64 && control.channel == 2)
    #expect((read[6] as? AVMIDISysexEvent)?.sizeInBytes == 3)
    #expect((read[7] as? AVMIDIMetaEvent)?.type == .lyric)
    #expect((read[8] as? AVMusicUserEvent)?.sizeInBytes == 4)
    let note = try #require(read[9] as? AVExtendedNoteOnEvent)
    #expect(note.midiNote == 60.5 && note.groupID == 7 && note.duration == 2)
    #expect(note.instrumentID == AVExtendedNoteOnEvent.defaultInstrument)
    #expect((read[10] as? AVParameterEvent)?.value == 0.5)
    #expect((read[11] as? AVAUPresetEvent)?.presetDictionary["gain"] as? Int == 3)
    #expect((read[12] as? AVExtendedTempoEvent)?.tempo == 99)
  }

  @Test("a function changes, moves, and removes events")
  func enumeration() {
    let track = sequencer.createAndAppendTrack()
    for beat in 0..<6 {
      track.addEvent(
        AVMIDINoteEvent(channel: 0, key: UInt32(60 + beat), velocity: 90, duration: 1),
        at: Double(beat))
    }
    var seen: [Double] = []
    track.enumerateEvents(in: AVMakeBeatRange(1, 4)) { event, beat, isRemoved in
      seen.append(beat.pointee)
      switch beat.pointee {
      case 1: (event as? AVMIDINoteEvent)?.key = 100
      case 2: beat.pointee = 10
      case 3: isRemoved.pointee = true
      default: break
      }
    }
    #expect(seen == [1, 2, 3, 4])
    #expect(track.keys == ["0.0 60", "1.0 100", "4.0 64", "5.0 65", "10.0 62"])
  }

  @Test("edits are those of music tracks")
  func edits() {
    let (track, other) = (sequencer.createAndAppendTrack(), sequencer.createAndAppendTrack())
    for beat in 0..<4 {
      track.addEvent(
        AVMIDINoteEvent(channel: 0, key: UInt32(60 + beat), velocity: 90, duration: 1),
        at: Double(beat))
    }
    other.copyAndMergeEvents(in: AVMakeBeatRange(1, 2), from: track, mergeAt: 5)
    #expect(other.keys == ["5.0 61", "6.0 62"])
    other.copyEvents(
      in: AVMakeBeatRange(2, AVMusicTimeStampEndOfTrack), from: track, insertAt: 6)
    #expect(other.keys == ["5.0 61", "6.0 62", "7.0 63", "8.0 62"])
    other.cutEvents(in: AVMakeBeatRange(0, 5))
    #expect(other.keys == ["0.0 61", "1.0 62", "2.0 63", "3.0 62"])
    other.clearEvents(in: AVMakeBeatRange(1, 1))
    other.moveEvents(in: AVMakeBeatRange(2, 1), by: -1.5)
    #expect(other.keys == ["0.0 61", "0.5 63", "3.0 62"])
  }

  @Test("properties read back")
  func properties() {
    let track = sequencer.createAndAppendTrack()
    #expect(!track.isMuted && !track.isSoloed && !track.usesAutomatedParameters)
    #expect(track.offsetTime == 0 && track.timeResolution == 0 && !track.isLoopingEnabled)
    track.isMuted = true
    track.isSoloed = true
    track.usesAutomatedParameters = true
    track.offsetTime = -1.5
    track.lengthInSeconds = 4
    #expect(track.isMuted && track.isSoloed && track.usesAutomatedParameters)
    #expect(track.offsetTime == -1.5 && track.lengthInBeats == 8 && track.lengthInSeconds == 4)
    #expect(track.loopRange == AVMakeBeatRange(0, 8))
    #expect(track.numberOfLoops == AVMusicTrackLoopCount.forever.rawValue)
    track.loopRange = AVMakeBeatRange(2, 3)
    track.numberOfLoops = 2
    track.isLoopingEnabled = true
    #expect(track.loopRange == AVMakeBeatRange(2, 3) && track.numberOfLoops == 2)
    track.destinationMIDIEndpoint = 9
    #expect(track.destinationMIDIEndpoint == 9)
  }
}
