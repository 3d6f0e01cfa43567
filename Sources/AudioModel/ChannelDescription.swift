/// The speaker or use of one channel.
///
/// It has the same information as Core Audio's `AudioChannelDescription`.
package struct ChannelDescription: Hashable, Sendable {
  /// A Core Audio channel label, such as 1 for left.
  package var label: UInt32
  /// Whether ``coordinates`` are present, and their kind.
  package var flags: UInt32
  /// The position of the speaker.
  package var coordinates: SIMD3<Float>

  package init(label: UInt32, flags: UInt32 = 0, coordinates: SIMD3<Float> = .zero) {
    self.label = label
    self.flags = flags
    self.coordinates = coordinates
  }
}
