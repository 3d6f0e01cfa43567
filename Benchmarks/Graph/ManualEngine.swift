import AVFAudio

/// An engine that this program pulls, in stereo.
final class ManualEngine {
  let engine = AVAudioEngine()
  let format: AVAudioFormat
  private let buffer: AVAudioPCMBuffer
  private let blockFrames: Int

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate, in hertz.
  ///   - blockFrames: The frames of each block.
  /// - Throws: An error if the system refuses the format.
  init(sampleRate: Double = 48_000, blockFrames: Int) throws {
    self.blockFrames = blockFrames
    guard let format = AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: 2),
      let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(blockFrames))
    else { throw CocoaError(.featureUnsupported) }
    (self.format, self.buffer) = (format, buffer)
    buffer.frameLength = UInt32(blockFrames)
    try engine.enableManualRenderingMode(
      .realtime, format: format, maximumFrameCount: UInt32(blockFrames))
  }

  /// Attaches nodes, and connects each one to the next one and the last one to the main mixer.
  func connect(_ nodes: [AVAudioNode]) {
    for node in nodes { engine.attach(node) }
    for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
      engine.connect(node, to: next, format: format)
    }
  }

  /// A closure that renders the next block.
  var renderer: () -> Void {
    let (block, list) = (engine.manualRenderingBlock, buffer.mutableAudioBufferList)
    let count = UInt32(blockFrames)
    return { _ = block(count, list, nil) }
  }

  /// A buffer of noise.
  func noise(frameCount: Int, seed: UInt64 = 1) throws -> AVAudioPCMBuffer {
    guard let noise = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(frameCount)),
      let planes = noise.floatChannelData
    else { throw CocoaError(.featureUnsupported) }
    noise.frameLength = UInt32(frameCount)
    var state = seed
    for channel in 0..<2 {
      for frame in 0..<frameCount {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        planes[channel][frame] = Float(Int32(truncatingIfNeeded: state >> 32)) / 0x1p34
      }
    }
    return noise
  }

  /// A player that repeats a buffer.
  func player(of buffer: AVAudioPCMBuffer) -> AVAudioPlayerNode {
    let player = AVAudioPlayerNode()
    engine.attach(player)
    player.scheduleBuffer(buffer, at: nil, options: .loops)
    return player
  }
}
