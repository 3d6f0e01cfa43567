import AVFoundation
import Testing

/// The view of a program that imports AVFoundation only, and uses Core MIDI.
struct MIDIThroughAVFoundationTests {
  @Test("Core MIDI is visible through AVFoundation")
  func namesAreInReach() {
    var client = MIDIClientRef()
    #expect(MIDIClientCreateWithBlock("import test" as CFString, &client, nil) == noErr)
    var name: Unmanaged<CFString>?
    #expect(MIDIObjectGetStringProperty(client, kMIDIPropertyName, &name) == noErr)
    #expect(name?.takeRetainedValue() as String? == "import test")
    #expect(MIDIClientDispose(client) == noErr)
    #expect(MIDIClientDispose(client) == kMIDIInvalidClient)
  }

  @Test("the words of messages have their bits, and their kinds have short names")
  func words() {
    #expect(MIDI1UPNoteOn(1, 2, 60, 100) == 0x2192_3C64)
    #expect(MIDI1UPNoteOff(0, 15, 60, 0) == 0x208F_3C00)
    #expect(MIDI1UPControlChange(0, 0, 7, 255) == 0x20B0_077F)
    #expect(MIDI1UPPitchBend(0, 0, 1, 64) == 0x20E0_0140)
    #expect(MIDI1UPSystemCommon(3, 0xF8, 0, 0) == 0x13F8_0000)
    let note = MIDI2NoteOn(0, 1, 60, 3, 0x7800, 0xFFFF)
    #expect(note.word0 == 0x4091_3C03 && note.word1 == 0xFFFF_7800)
    let bend = MIDI2PitchBend(0, 1, 0x8000_0000)
    #expect(bend.word0 == 0x40E1_0000 && bend.word1 == 0x8000_0000)
    #expect(MIDIMessageTypeForUPWord(note.word0) == .channelVoice2)
    #expect(MIDICVStatus(rawValue: 9) == .noteOn)
    #expect(MIDISysExStatus.end.rawValue == 3 && MIDINoteAttribute.pitch.rawValue == 3)
  }
}
