import AudioToolbox
import CoreMIDI
import Testing

extension CoreMIDITests {
  @Test("names that AudioToolbox shares with Core MIDI are unambiguous")
  func sharedNames() throws {
    let client = try TestClient()
    var sequence: MusicSequence?
    #expect(NewMusicSequence(&sequence) == noErr)
    let music = try #require(sequence)
    defer { DisposeMusicSequence(music) }
    let destination: MIDIEndpointRef = client.destination
    #expect(MusicSequenceSetMIDIEndpoint(music, destination) == noErr)
    var track: MusicTrack?
    #expect(MusicSequenceNewTrack(music, &track) == noErr)
    #expect(MusicTrackSetDestMIDIEndpoint(try #require(track), destination) == noErr)
    var found: MIDIEndpointRef = 0
    #expect(MusicTrackGetDestMIDIEndpoint(try #require(track), &found) == noErr)
    #expect(found == destination)
    client.dispose()
  }
}
