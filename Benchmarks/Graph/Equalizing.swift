import AVFAudio
import BenchmarkSupport
import CGraphPeers

private let bandCount = 10
private let equalizerCount = 100
private let blockFrames = 512
private let seconds = 2
private let sampleRate = 48_000.0

private func frequency(_ band: Int) -> Double { 32 * pow(2, Double(band)) }
private func gain(_ band: Int) -> Double { band % 2 == 0 ? 3 : -3 }

/// A hundred ten-band equalizers one after the other, against plain loops and FFmpeg's filter.
func measureEqualizers() throws {
  print("\(equalizerCount) stereo equalizers of \(bandCount) bands, \(seconds) s at 48 kHz")
  let manual = try ManualEngine(blockFrames: blockFrames)
  let noise = try manual.noise(frameCount: blockFrames)
  let player = manual.player(of: noise)
  manual.connect([player] + (0..<equalizerCount).map { _ in equalizer(bandCount) })
  try manual.engine.start()
  player.play()
  let render = manual.renderer
  let blockCount = seconds * Int(sampleRate) / blockFrames
  let ours = Processor.fastest { for _ in 0..<blockCount { render() } }
  let loops = [
    ("C, frame by frame", OCAPeerEqualizeFrames), ("C, band by band", OCAPeerEqualizeBands),
  ]
  for (name, loop) in loops {
    var filters = peerFilters()
    let peer = Processor.fastest { equalize(noise, &filters, blockCount, loop) }
    report("", ours: ours, peer: peer, name, target: "1.3")
  }
  report(
    "", ours: ours, peer: try equalizeByFFmpeg(manual.format), "FFmpeg", target: "below 1")
}

/// An equalizer that changes the sound at each octave.
func equalizer(_ count: Int) -> AVAudioUnitEQ {
  let equalizer = AVAudioUnitEQ(numberOfBands: count)
  for (index, band) in equalizer.bands.enumerated() {
    (band.filterType, band.bypass) = (.parametric, false)
    (band.frequency, band.bandwidth) = (Float(frequency(index)), 1)
    band.gain = Float(gain(index))
  }
  return equalizer
}

private func peerFilters() -> [OCAPeerFilter] {
  (0..<2 * bandCount * equalizerCount).map { index in
    let band = index % bandCount
    let angle = 2 * Double.pi * frequency(band) / sampleRate
    let amplitude = pow(10, gain(band) / 40)
    let alpha = sin(angle) * sinh(log(2) / 2 * angle / sin(angle))
    let first = 1 + alpha / amplitude
    return OCAPeerFilter(
      b0: (1 + alpha * amplitude) / first, b1: -2 * cos(angle) / first,
      b2: (1 - alpha * amplitude) / first, a1: -2 * cos(angle) / first,
      a2: (1 - alpha / amplitude) / first, first: 0, second: 0)
  }
}

private typealias Loop = (
  UnsafeMutablePointer<OCAPeerFilter>, Int, UnsafeMutablePointer<Float>,
  UnsafeMutablePointer<Float>, Int
) -> Void

private func equalize(
  _ noise: AVAudioPCMBuffer, _ filters: inout [OCAPeerFilter], _ blockCount: Int, _ loop: Loop
) {
  guard let planes = noise.floatChannelData else { return }
  var left = [Float](repeating: 0, count: blockFrames)
  var right = left
  for _ in 0..<blockCount {
    for frame in 0..<blockFrames {
      (left[frame], right[frame]) = (planes[0][frame], planes[1][frame])
    }
    for index in 0..<equalizerCount {
      filters.withUnsafeMutableBufferPointer { filters in
        guard let first = filters.baseAddress else { return }
        loop(first + 2 * bandCount * index, bandCount, &left, &right, blockFrames)
      }
    }
  }
}

/// The time that FFmpeg takes for as much work, without that for reading the file.
private func equalizeByFFmpeg(_ format: AVAudioFormat) throws -> Double {
  let folder = FileManager.default.temporaryDirectory
  let url = folder.appendingPathComponent(
    "equalized-\(ProcessInfo.processInfo.processIdentifier).wav")
  defer { try? FileManager.default.removeItem(at: url) }
  try writeNoise(url, format, seconds: seconds)
  let bands = (0..<bandCount)
    .map { "equalizer=f=\(frequency($0)):t=o:w=1:g=\(gain($0))" }.joined(separator: ",")
  func time(_ filters: String) throws -> Double {
    try Processor.run([
      "ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1",
      "-stream_loop", "\(equalizerCount - 1)", "-i", url.path, "-af", filters, "-f", "null", "-",
    ])
  }
  var best = (empty: Double.infinity, full: Double.infinity)
  for _ in 0..<3 {
    best.empty = min(best.empty, try time("anull"))
    best.full = min(best.full, try time(bands))
  }
  return best.full - best.empty
}

/// Writes noise to a file of Float32.
private func writeNoise(_ url: URL, _ format: AVAudioFormat, seconds: Int) throws {
  let file = try AVAudioFile(forWriting: url, settings: format.settings)
  let manual = try ManualEngine(blockFrames: blockFrames)
  try file.write(from: manual.noise(frameCount: seconds * Int(sampleRate)))
}
