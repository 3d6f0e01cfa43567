import AVFoundation

/// The length of a note, in seconds.
let noteSeconds = 0.3

/// Makes an engine that plays a tone.
@MainActor
private func makeEngine(_ tone: Tone, _ format: AVAudioFormat?) -> AVAudioEngine {
  let engine = AVAudioEngine()
  let rate = format?.sampleRate ?? engine.outputNode.outputFormat(forBus: 0).sampleRate
  let node = tone.makeNode(sampleRate: rate)
  engine.attach(node)
  engine.connect(
    node, to: engine.mainMixerNode,
    format: AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1))
  return engine
}

/// Plays notes one after the other.
@MainActor
func play(_ notes: [Note]) throws {
  let tone = Tone()
  let engine = makeEngine(tone, nil)
  try engine.start()
  for frequency in notes.map(\.frequency) + [0] {
    tone.frequency = frequency
    // In rendered frames, because a device may take a while until it begins.
    tone.wait(seconds: noteSeconds)
  }
  engine.stop()
}

/// Plays the note of each line until the input ends.
@MainActor
func playLines() throws {
  let tone = Tone()
  let engine = makeEngine(tone, nil)
  try engine.start()
  while let line = readLine() {
    tone.frequency = Note(line)?.frequency ?? 0
  }
  engine.stop()
}

/// Renders notes into a file, faster than real time.
@MainActor
func render(_ notes: [Note], to url: URL) throws {
  guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
    return
  }
  let tone = Tone()
  let engine = AVAudioEngine()
  try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4_096)
  let node = tone.makeNode(sampleRate: format.sampleRate)
  engine.attach(node)
  engine.connect(node, to: engine.mainMixerNode, format: format)
  try engine.start()
  let file = try AVAudioFile(forWriting: url, settings: format.settings)
  guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4_096) else { return }
  for frequency in notes.map(\.frequency) + [0] {
    tone.frequency = frequency
    var left = AVAudioFrameCount(noteSeconds * format.sampleRate)
    while left > 0 {
      _ = try engine.renderOffline(min(left, 4_096), to: buffer)
      try file.write(from: buffer)
      left -= buffer.frameLength
    }
  }
  engine.stop()
  file.close()
}
