import Foundation
import Testing

@testable import AudioToolbox

struct CAShowTests {
  /// The lines that a file receives.
  private func lines(_ object: UnsafeMutableRawPointer) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try #require(fopen(url.path, "w"))
    CAShowFile(object, file)
    fclose(file)
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  @Test("a graph shows its nodes, connections, and state")
  func graphs() throws {
    var made: AUGraph?
    #expect(NewAUGraph(&made) == noErr)
    let graph = try #require(made)
    defer { DisposeAUGraph(graph) }
    var mixer = AudioComponentDescription(
      componentType: kAudioUnitType_Mixer,
      componentSubType: kAudioUnitSubType_MultiChannelMixer,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    var output = AudioComponentDescription(
      componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_GenericOutput,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    var (first, second) = (AUNode(), AUNode())
    #expect(AUGraphAddNode(graph, &mixer, &first) == noErr)
    #expect(AUGraphAddNode(graph, &output, &second) == noErr)
    #expect(AUGraphConnectNodeInput(graph, first, 0, second, 0) == noErr)
    let shown = try lines(UnsafeMutableRawPointer(graph))
    #expect(shown.first?.hasPrefix("AudioUnitGraph 0x") == true)
    #expect(shown.contains("    node \(first): 'aumx' 'mcmx' 'appl', no instance"))
    #expect(shown.contains("    node \(first) bus 0 => node \(second) bus 0"))
    #expect(
      shown.last == "    eventsToProcess=T, isOpen=F, isInitialized=F, isRunning=F")
  }

  @Test("a sequence and a track show their events")
  func sequences() throws {
    var made: MusicSequence?
    #expect(NewMusicSequence(&made) == noErr)
    let sequence = try #require(made)
    defer { DisposeMusicSequence(sequence) }
    var madeTrack: MusicTrack?
    #expect(MusicSequenceNewTrack(sequence, &madeTrack) == noErr)
    let track = try #require(madeTrack)
    var note = MIDINoteMessage(
      channel: 1, note: 60, velocity: 90, releaseVelocity: 0, duration: 0.5)
    #expect(MusicTrackNewMIDINoteEvent(track, 2, &note) == noErr)
    var change = MIDIChannelMessage(status: 0xB1, data1: 7, data2: 100, reserved: 0)
    #expect(MusicTrackNewMIDIChannelEvent(track, 3, &change) == noErr)
    let events = [
      "  beat 2.0: note: channel 1, key 60, velocity 90, 0.5 beats", "  beat 3.0: MIDI: B1 07 64",
    ]
    let shown = try lines(UnsafeMutableRawPointer(track))
    #expect(shown.first?.hasPrefix("Track 1 0x") == true && Array(shown.dropFirst()) == events)
    let all = try lines(UnsafeMutableRawPointer(sequence))
    #expect(all.first?.hasPrefix("MusicSequence 0x") == true)
    #expect(all.contains("  Tempo Track") && all.contains("  " + events[0]))
  }

  @Test("a converter shows its formats, and an unknown pointer shows nothing")
  func others() throws {
    var source = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: 8, mFramesPerPacket: 1,
      mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
    var destination = source
    destination.mSampleRate = 44_100
    var made: AudioConverterRef?
    #expect(AudioConverterNew(&source, &destination, &made) == noErr)
    let converter = try #require(made)
    defer { AudioConverterDispose(converter) }
    let shown = try lines(UnsafeMutableRawPointer(converter))
    #expect(
      Array(shown.dropFirst()) == ["  2 ch, 48000.0 Hz, 'lpcm'", "  2 ch, 44100.0 Hz, 'lpcm'"])
    var number = 5
    #expect(try lines(&number).isEmpty)
  }

  @Test("references of two kinds of objects differ")
  func references() throws {
    var (graph, sequence): (AUGraph?, MusicSequence?)
    #expect(NewAUGraph(&graph) == noErr && NewMusicSequence(&sequence) == noErr)
    #expect(graph != sequence)
    DisposeMusicSequence(try #require(sequence))
    DisposeAUGraph(try #require(graph))
  }
}
