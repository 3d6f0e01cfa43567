public import CoreMedia

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The length.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }

  /// The natural rate.
  public static var preferredRate: AVAsyncProperty<Root, Float> {
    .init("preferredRate") { $0.preferredRate }
  }

  /// The natural volume.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    .init("preferredVolume") { $0.preferredVolume }
  }

  /// Whether the length is exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
  }

  /// Whether the media are encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init("hasProtectedContent") { $0.hasProtectedContent }
  }

  /// Whether the media can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    .init("isPlayable") { $0.isPlayable }
  }
}
