extension ReverbRoom {
  /// The rooms by the numbers of Apple's presets.
  ///
  /// Apple documents the names only. The figures are ours.
  package static let presets: [ReverbRoom] = [
    // Small, medium, and large room.
    preset(0.4, 0.002, 4, 0.7, 0.9),
    preset(0.7, 0.005, 7, 0.6, 0.8),
    preset(1.1, 0.008, 11, 0.6, 0.7),
    // Medium and large hall.
    preset(1.8, 0.018, 17, 0.5, 0.5),
    preset(2.6, 0.025, 24, 0.5, 0.4),
    // Plate, medium and large chamber, and cathedral.
    preset(1.6, 0, 5, 0.95, 0),
    preset(1.2, 0.004, 8, 0.8, 0.6),
    preset(1.7, 0.008, 12, 0.8, 0.5),
    preset(5, 0.04, 38, 0.35, 0.3),
    // Other rooms and halls: large room, two medium halls, and large hall.
    preset(0.9, 0.008, 12, 0.5, 0.4),
    preset(1.5, 0.015, 15, 0.35, 0.5),
    preset(2.1, 0.02, 18, 0.7, 0.4),
    preset(3.2, 0.03, 28, 0.35, 0.4),
  ]

  private static func preset(
    _ decay: Double, _ delay: Double, _ size: Double, _ brightness: Double, _ early: Double
  ) -> ReverbRoom {
    ReverbRoom(
      decaySeconds: decay, delaySeconds: delay, size: size, brightness: brightness,
      earlyLevel: early)
  }
}
