internal import AudioContainers
internal import AudioPlayback
public import CoreMedia
internal import Foundation

/// The possible uses of an asset, its fragments and its lyrics.
extension AVAsset {
  /// Whether an ``AVAssetExportSession`` can export the asset; waits for the header of the media.
  public var isExportable: Bool {
    let presets = ExportPreset.encoding.keys + [AVAssetExportPresetPassthrough]
    return presets.contains { ExportPreset.preset($0, for: self) != nil }
  }

  /// Whether an ``AVAssetReader`` can read the asset: it has an end.
  ///
  /// Waits for the header of the media.
  public var isReadable: Bool { (try? info().get())?.length != nil }

  /// Whether an ``AVMutableComposition`` can take pieces of the asset: the sound has an end.
  ///
  /// Waits for the header of the media.
  public var isComposable: Bool { (try? info().get())?.length != nil }

  /// The lyrics in the metadata; waits for the header of the media.
  public var lyrics: String? { (try? taggedInfo().get())?.lyrics }

  // MARK: Fragments

  /// Whether fragments can extend the media, as in fragmented MP4.
  ///
  /// Waits for the header of the media.
  public var canContainFragments: Bool {
    (try? info().get()).map { $0.container.fragments != .impossible } ?? false
  }

  /// Whether the media begin with a fragment; waits for their header.
  ///
  /// Fragments after a movie with packets of its own do not count, because the header does not show
  /// them.
  public var containsFragments: Bool {
    (try? info().get())?.container.fragments == .present
  }

  /// The duration with all fragments, as the header states it; invalid if it states no such
  /// duration.
  ///
  /// Waits for the header of the media.
  public var overallDurationHint: CMTime {
    guard let stated = (try? info().get())?.container.overallDuration,
      let value = CMTimeValue(exactly: stated.value),
      let timescale = CMTimeScale(exactly: stated.timescale)
    else { return .invalid }
    return CMTime(value: value, timescale: timescale)
  }
}

extension MediaItem.Info {
  /// The lyrics from the tags, or else from the info dictionary.
  var lyrics: String? { container.tags.lyrics ?? container.tags.values["lyrics"] }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// Whether the asset can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> {
    .init("exportable") { $0.isExportable }
  }

  /// Whether the asset can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> {
    .init("readable") { $0.isReadable }
  }

  /// Whether compositions can take pieces of the asset.
  public static var isComposable: AVAsyncProperty<Root, Bool> {
    .init("composable") { $0.isComposable }
  }

  /// The lyrics.
  public static var lyrics: AVAsyncProperty<Root, String?> { .init("lyrics") { $0.lyrics } }

  /// Whether fragments can extend the media.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    .init("canContainFragments") { $0.canContainFragments }
  }

  /// Whether the media have fragments.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    .init("containsFragments") { $0.containsFragments }
  }

  /// The duration with all fragments.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    .init("overallDurationHint") { $0.overallDurationHint }
  }
}
