/// The format of frames in a graph: Float32, a plane for each channel.
package struct GraphFormat: Hashable, Sendable {
  /// Frames per second, in hertz.
  package var sampleRate: Double
  package var channelCount: Int

  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Whether a graph can render frames of this format.
  package var isValid: Bool {
    sampleRate.isFinite && (1...Self.highestRate).contains(sampleRate)
      && (1...Self.mostChannels).contains(channelCount)
  }

  private static let highestRate = 3_072_000.0
  private static let mostChannels = 64
}
