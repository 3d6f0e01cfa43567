import AVFAudio
import BenchmarkSupport

private let bandCount = 10

/// Ten minutes from a file through an equalizer and a reverb to a file, against SoX.
func measureFile() throws {
  print("ten minutes from a file through an equalizer and a reverb to a file")
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("graph-\(ProcessInfo.processInfo.processIdentifier)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let input = folder.appendingPathComponent("input.wav")
  _ = try Processor.run([
    "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
    "aevalsrc=0.2*random(0)|0.2*random(1):s=44100:d=600", "-c:a", "pcm_s16le", input.path,
  ])
  var best = (ours: Double.infinity, peer: Double.infinity)
  for round in 0..<3 {
    let start = Processor.seconds
    try render(input, to: folder.appendingPathComponent("ours-\(round).wav"))
    best.ours = min(best.ours, Processor.seconds - start)
    best.peer = min(best.peer, try renderBySoX(input, folder))
  }
  report("", ours: best.ours, peer: best.peer, "SoX", target: "0.5")
}

private func render(_ input: URL, to output: URL) throws {
  let source = try AVAudioFile(forReading: input)
  let format = source.processingFormat
  let file = try AVAudioFile(forWriting: output, settings: source.fileFormat.settings)
  let engine = AVAudioEngine()
  let blockFrames: AVAudioFrameCount = 4096
  try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: blockFrames)
  let (player, reverb) = (AVAudioPlayerNode(), AVAudioUnitReverb())
  reverb.loadFactoryPreset(.largeHall)
  reverb.wetDryMix = 30
  let nodes = [player, equalizer(bandCount), reverb]
  for node in nodes { engine.attach(node) }
  for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
    engine.connect(node, to: next, format: format)
  }
  player.scheduleFile(source, at: nil)
  try engine.start()
  player.play()
  guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: blockFrames) else { return }
  while engine.manualRenderingSampleTime < source.length {
    let left = source.length - engine.manualRenderingSampleTime
    try engine.renderOffline(min(blockFrames, AVAudioFrameCount(left)), to: buffer)
    try file.write(from: buffer)
  }
}

private func renderBySoX(_ input: URL, _ folder: URL) throws -> Double {
  let bands = (0..<bandCount).flatMap { band in
    ["equalizer", "\(32 << band)", "1o", band % 2 == 0 ? "3" : "-3"]
  }
  let output = folder.appendingPathComponent("sox.wav").path
  return try Processor.run(
    ["sox", "--single-threaded", "-V0", input.path, output, "gain", "-6"] + bands
      + ["reverb", "50", "50", "80"])
}
