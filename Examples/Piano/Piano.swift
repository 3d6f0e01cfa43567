import AVFoundation
import CoreMIDI

/// A sampler that plays notes, and the messages of a MIDI port.
final class Piano: @unchecked Sendable {
  // Sendable: nothing changes after the start, and the sampler takes notes from any thread.
  private let engine = AVAudioEngine()
  private let sampler = AVAudioUnitSampler()
  private var client = MIDIClientRef()
  private var input = MIDIPortRef()

  /// Loads an instrument; without one, the sampler plays sines.
  init(_ instrument: URL?) throws {
    engine.attach(sampler)
    engine.connect(sampler, to: engine.mainMixerNode, format: nil)
    if let instrument { try sampler.loadInstrument(at: instrument) }
  }

  func press(_ note: UInt8) { sampler.startNote(note, withVelocity: 100, onChannel: 0) }

  func release(_ note: UInt8) { sampler.stopNote(note, onChannel: 0) }

  // MARK: Playing

  /// Starts playing on the output device, and receives from all MIDI sources.
  func start() throws {
    try engine.start()
    let receive: MIDIReadBlock = { [weak self] list, _ in self?.take(list) }
    var destination = MIDIEndpointRef()
    let name = "Piano" as CFString
    guard MIDIClientCreateWithBlock(name, &client, nil) == noErr,
      MIDIInputPortCreateWithBlock(client, name, &input, receive) == noErr,
      MIDIDestinationCreateWithBlock(client, name, &destination, receive) == noErr
    else {
      print("no MIDI port; the keys still play")
      return
    }
    for index in 0..<MIDIGetNumberOfSources() {
      MIDIPortConnectSource(input, MIDIGetSource(index), nil)
    }
  }

  /// Passes messages of MIDI 1.0 to the sampler.
  private func take(_ list: UnsafePointer<MIDIPacketList>) {
    for packet in list.unsafeSequence() {
      let bytes = Array(packet.sequence())
      guard bytes.count >= 2, bytes[0] & 0x80 != 0, bytes[0] < 0xF0 else { continue }
      sampler.sendMIDIEvent(bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0)
    }
  }

  // MARK: Rendering

  /// Renders notes one after the other into a file, faster than real time.
  func render(_ notes: [UInt8], secondsPerNote: Double, to url: URL) throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
      return
    }
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
    try engine.start()
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096) else { return }
    for note in notes {
      press(note)
      var left = AVAudioFrameCount(secondsPerNote * format.sampleRate)
      while left > 0 {
        _ = try engine.renderOffline(min(left, 4096), to: buffer)
        try file.write(from: buffer)
        left -= buffer.frameLength
      }
      release(note)
    }
    engine.stop()
    file.close()
  }
}
