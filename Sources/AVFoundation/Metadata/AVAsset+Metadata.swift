internal import AudioContainers
internal import AudioModel
internal import AudioPlayback
internal import Foundation

extension AVAsset {
  /// The formats of the metadata; waits for the header.
  public var availableMetadataFormats: [AVMetadataFormat] {
    var formats: [AVMetadataFormat] = []
    for item in metadata where !formats.contains(item.format) { formats.append(item.format) }
    return formats
  }

  /// The metadata of a format; waits for the header.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    metadata.filter { $0.format == format }
  }

  /// Loads the metadata of a format.
  ///
  /// The handler is called once, on any thread.
  public func loadMetadata(
    for format: AVMetadataFormat,
    completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    load({ $0.metadata(forFormat: format) }, completionHandler)
  }

  /// Loads the metadata of a format; throws an ``AVError``.
  public nonisolated(nonsending) func loadMetadata(
    for format: AVMetadataFormat
  ) async throws -> [AVMetadataItem] {
    try await loading { $0.metadata(forFormat: format) }
  }

  func items(_ info: MediaItem.Info) -> [AVMetadataItem] {
    let tags = info.container.tags
    let space = info.metadataKeySpace
    return MetadataNames.all.compactMap { names in
      if names.info == "artwork" {
        guard let artwork = tags.artwork else { return nil }
        let picture = MetadataContent.Picture(bytes: bytes, artwork: artwork, name: name)
        return AVMetadataItem(names.names(in: space), MetadataContent(picture))
      }
      // The date includes the year.
      if names.info == "year", tags.values["recorded date"] != nil { return nil }
      let known = names.info == "lyrics" ? info.lyrics : tags.values[names.info]
      guard let text = known else { return nil }
      return AVMetadataItem(names.names(in: space), MetadataContent(text as NSString))
    }
  }
}

extension AVMetadataItem {
  /// The format that has the key space of the item.
  fileprivate var format: AVMetadataFormat {
    switch keySpace {
    case .id3: .id3Metadata
    case .iTunes: .iTunesMetadata
    default: .unknown
    }
  }
}

extension MediaItem.Info {
  /// The key space of the container's usual tags.
  fileprivate var metadataKeySpace: AVMetadataKeySpace {
    switch container.fileType.description {
    case "MPG1", "MPG2", "MPG3", "adts": .id3
    case "m4af", "m4bf", "mp4f": .iTunes
    default: container.tags.id3Tag == nil ? .audioFile : .id3
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// All metadata.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("metadata") { $0.metadata }
  }

  /// The metadata with keys that all formats share.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }

  /// The formats of the metadata.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init("availableMetadataFormats") { $0.availableMetadataFormats }
  }
}
