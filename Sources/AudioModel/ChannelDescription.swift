/// The speaker or use of one channel: the facts of Core Audio's `AudioChannelDescription`.
package struct ChannelDescription: Hashable, Sendable {
  /// A channel label of Core Audio, such as 1 for left.
  package var label: UInt32
  /// Whether ``coordinates`` are told, and of which kind.
  package var flags: UInt32
  /// Where the speaker stands.
  package var coordinates: SIMD3<Float>

  package init(label: UInt32, flags: UInt32 = 0, coordinates: SIMD3<Float> = .zero) {
    self.label = label
    self.flags = flags
    self.coordinates = coordinates
  }
}
