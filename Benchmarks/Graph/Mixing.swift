import AVFAudio
import BenchmarkSupport
import CGraphPeers

private let voiceCount = 256
private let soundFrames = 12_000
private let blockFrames = 512
private let blockCount = 470

private func volume(_ voice: Int) -> Float { 0.1 + Float(voice % 8) / 100 }
private func pan(_ voice: Int) -> Float { Float(voice % 21 - 10) / 10 }

/// Stereo voices with volumes and pans, against a plain loop and OpenAL Soft.
func measureMixing() throws {
  print("\(voiceCount) stereo voices with a volume and a pan, 5 s at 48 kHz")
  let manual = try ManualEngine(blockFrames: blockFrames)
  let sounds = try (0..<voiceCount).map {
    try manual.noise(frameCount: soundFrames, seed: UInt64($0))
  }
  let players = sounds.map { manual.player(of: $0) }
  for (index, player) in players.enumerated() {
    manual.engine.connect(player, to: manual.engine.mainMixerNode, format: manual.format)
    (player.volume, player.pan) = (volume(index), pan(index))
  }
  try manual.engine.start()
  for player in players { player.play() }
  let render = manual.renderer
  let ours = Processor.fastest { for _ in 0..<blockCount { render() } }
  var voices = sounds.enumerated().compactMap { peerVoice($1, volume($0), pan($0)) }
  report("", ours: ours, peer: mix(&voices), "C", target: "1.3")
  let mixed = mixByOpenAL(voices)
  if let mixed {
    report("", ours: ours, peer: mixed, "OpenAL Soft", target: "0.33")
  } else {
    print("  OpenAL Soft cannot render")
  }
  withExtendedLifetime(manual) {}
}

/// A voice with the levels of the engine: Web Audio API, 1.32.5 (stereo panning).
private func peerVoice(_ sound: AVAudioPCMBuffer, _ volume: Float, _ pan: Float) -> OCAPeerVoice? {
  guard let planes = sound.floatChannelData else { return nil }
  let angle = (pan < 0 ? pan + 1 : pan) * .pi / 2
  let (side, other) = (volume * cos(angle), volume * sin(angle))
  return OCAPeerVoice(
    left: planes[0], right: planes[1], frameCount: soundFrames, place: 0,
    leftToLeft: pan > 0 ? side : volume, rightToLeft: pan < 0 ? side : 0,
    leftToRight: pan > 0 ? other : 0, rightToRight: pan < 0 ? other : volume)
}

private func mix(_ voices: inout [OCAPeerVoice]) -> Double {
  var left = [Float](repeating: 0, count: blockFrames)
  var right = left
  return Processor.fastest {
    for _ in 0..<blockCount { OCAPeerMix(&voices, voiceCount, &left, &right, blockFrames) }
  }
}

private func mixByOpenAL(_ voices: [OCAPeerVoice]) -> Double? {
  let gains = (0..<voiceCount).map(volume)
  guard let mix = OCAPeerOpenALMake(voices, gains, voiceCount, 48_000) else { return nil }
  defer { OCAPeerOpenALFree(mix) }
  var frames = [Float](repeating: 0, count: 2 * blockFrames)
  return Processor.fastest {
    for _ in 0..<blockCount { OCAPeerOpenALRender(mix, &frames, blockFrames) }
  }
}
