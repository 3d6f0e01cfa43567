import AVFoundation

/// A player, an equalizer, a reverb, and a time-pitch unit, one after the other.
struct EffectChain {
  /// The time in which the reverb ends, in seconds.
  private static let tailSeconds = 2.0

  private let file: AVAudioFile
  private let rate: Double
  private let engine = AVAudioEngine()
  private let player = AVAudioPlayerNode()
  private let equalizer = AVAudioUnitEQ(numberOfBands: 1)
  private let reverb = AVAudioUnitReverb()
  private let timePitch = AVAudioUnitTimePitch()

  init(_ file: AVAudioFile, _ settings: EffectSettings) {
    self.file = file
    rate = Double(settings.rate)
    let band = equalizer.bands[0]
    (band.filterType, band.frequency, band.gain) = (.lowShelf, 150, settings.bass)
    band.bypass = false
    reverb.loadFactoryPreset(.mediumHall)
    reverb.wetDryMix = settings.reverb
    (timePitch.rate, timePitch.pitch) = (settings.rate, settings.pitch)
  }

  private func connect() {
    let nodes = [player, equalizer, reverb, timePitch]
    for node in nodes { engine.attach(node) }
    for (node, next) in zip(nodes, nodes.dropFirst() + [engine.mainMixerNode]) {
      engine.connect(node, to: next, format: file.processingFormat)
    }
  }

  /// Plays the file on a device.
  func play() async throws {
    connect()
    try engine.start()
    player.play()
    await player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack)
    try await Task.sleep(nanoseconds: UInt64(Self.tailSeconds * 1e9))
    engine.stop()
  }

  /// Renders the file and the end of the reverb into another file, faster than real time.
  func render(to url: URL) throws {
    let format = file.processingFormat
    try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4_096)
    connect()
    try engine.start()
    player.scheduleFile(file, at: nil)
    player.play()
    let output = try AVAudioFile(forWriting: url, settings: format.settings)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4_096) else { return }
    let tail = AVAudioFramePosition(Self.tailSeconds * format.sampleRate)
    var left = AVAudioFramePosition((Double(file.length) / rate).rounded()) + tail
    while left > 0 {
      _ = try engine.renderOffline(AVAudioFrameCount(min(left, 4_096)), to: buffer)
      try output.write(from: buffer)
      left -= AVAudioFramePosition(buffer.frameLength)
    }
    engine.stop()
    output.close()
  }
}
