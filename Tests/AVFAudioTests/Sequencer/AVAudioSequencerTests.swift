import AVFAudio
import Foundation
import TestSupport
import Testing

/// Sequencers: tracks, files and time.
@Suite struct AVAudioSequencerTests {
  @Test("a track is one object until it is removed")
  func tracks() {
    let sequencer = AVAudioSequencer()
    #expect(sequencer.tracks.isEmpty)
    let tracks = (0..<3).map { _ in sequencer.createAndAppendTrack() }
    let areSame = zip(sequencer.tracks, tracks).allSatisfy { $0 === $1 }
    #expect(areSame && sequencer.tracks.count == 3)
    let tempoTrack = sequencer.tempoTrack
    let isSame = sequencer.tempoTrack === tempoTrack
    #expect(isSame && tempoTrack.timeResolution == 480)
    #expect(sequencer.removeTrack(tracks[1]) && !sequencer.removeTrack(tracks[1]))
    #expect(!sequencer.removeTrack(tempoTrack))
    #expect(!AVAudioSequencer().removeTrack(tracks[0]))
    #expect(sequencer.tracks.count == 2)
  }

  @Test("a saved sequence loads equal, and existing files stay")
  func files() throws {
    let sequencer = AVAudioSequencer()
    sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 60), at: 0)
    sequencer.tempoTrack.addEvent(
      AVMIDIMetaEvent(type: .trackName, data: Data("Song".utf8)), at: 0)
    let track = sequencer.createAndAppendTrack()
    track.addEvent(AVMIDINoteEvent(channel: 2, key: 60, velocity: 90, duration: 1.5), at: 0.5)
    #expect(sequencer.seconds(forBeats: 3) == 3 && sequencer.beats(forSeconds: 4) == 4)
    var error: NSError?
    let data = sequencer.data(withSMPTEResolution: 480, error: &error)
    #expect(error == nil && data.prefix(4) == Data("MThd".utf8))
    let folder = try TemporaryFolder()
    let url = folder.url("a.mid")
    try sequencer.write(to: url, smpteResolution: 480, replaceExisting: false)
    #expect(try Data(contentsOf: url) == data)
    #expect(throws: (any Error).self) {
      try sequencer.write(to: url, smpteResolution: 480, replaceExisting: false)
    }
    try sequencer.write(to: url, smpteResolution: 480, replaceExisting: true)
    for loaded in [AVAudioSequencer(), AVAudioSequencer()] {
      try loaded.load(from: url, options: .smf_ChannelsToTracks)
      try loaded.load(from: data)
      #expect(loaded.tracks.map(\.lengthInBeats) == [2, 2, 2])
      #expect(loaded.userInfo["title"] as? String == "Song")
      #expect(loaded.userInfo[AVAudioSequencer.InfoDictionaryKey.tempo.rawValue] as? String == "60")
    }
    #expect(throws: (any Error).self) { try sequencer.load(from: Data([1, 2, 3, 4])) }
    #expect(sequencer.data(withSMPTEResolution: 1 << 20, error: &error).isEmpty && error != nil)
  }

  @Test("reversal reverses the events")
  func reversal() {
    let sequencer = AVAudioSequencer()
    let track = sequencer.createAndAppendTrack()
    track.addEvent(AVMIDINoteEvent(channel: 0, key: 60, velocity: 90, duration: 1), at: 0)
    track.addEvent(AVMIDINoteEvent(channel: 0, key: 61, velocity: 90, duration: 1), at: 3)
    sequencer.reverseEvents()
    #expect(track.keys == ["0.0 61", "3.0 60"])
  }
}

extension AVMusicTrack {
  /// The times and keys of the notes.
  var keys: [String] {
    var keys: [String] = []
    enumerateEvents(in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)) { event, beat, _ in
      if let note = event as? AVMIDINoteEvent { keys.append("\(beat.pointee) \(note.key)") }
    }
    return keys
  }
}
