import AVFAudio
import BenchmarkSupport

private let blockFrames = 128

/// Ten mixers one after the other, without a source.
func measureEmptyGraph() throws {
  let manual = try ManualEngine(blockFrames: blockFrames)
  manual.connect((0..<10).map { _ in AVAudioMixerNode() })
  try manual.engine.start()
  let render = manual.renderer
  let count = 100_000
  let time = Processor.fastest { for _ in 0..<count { render() } }
  print("an empty graph of 10 nodes, blocks of \(blockFrames) frames")
  print(String(format: "  %.3f µs for each block  target 0.5", time / Double(count) * 1e6))
}

/// A reverb whose tail lasts four seconds, in stereo.
func measureReverb() throws {
  print("a reverb of 4 s in stereo, blocks of \(blockFrames) frames")
  let manual = try ManualEngine(blockFrames: blockFrames)
  let reverb = AVAudioUnitEffect(
    audioComponentDescription: AudioComponentDescription(
      componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Reverb2,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0))
  for parameter in [kReverb2Param_DecayTimeAt0Hz, kReverb2Param_DecayTimeAtNyquist] {
    AudioUnitSetParameter(reverb.audioUnit, parameter, kAudioUnitScope_Global, 0, 4, 0)
  }
  let player = manual.player(of: try manual.noise(frameCount: 48_000))
  manual.connect([player, reverb])
  try manual.engine.start()
  player.play()
  let render = manual.renderer
  let count = 3750
  // The shortest time of each block in several rounds is that without other programs.
  var times = [Int](repeating: .max, count: count)
  for _ in 0..<9 {
    for block in 0..<count {
      let start = Processor.threadNanoseconds
      render()
      times[block] = min(times[block], Processor.threadNanoseconds - start)
    }
  }
  let mean = Double(times.reduce(0, +)) / Double(count)
  let longest = Double(times.max() ?? 0)
  print(
    String(
      format: "  %.0f times real time  target 100;  longest block %.2f of the mean  target 3",
      Double(blockFrames) / 48_000 * 1e9 / mean, longest / mean))
}
