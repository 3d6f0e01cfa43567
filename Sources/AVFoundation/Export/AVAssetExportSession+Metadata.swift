internal import AudioContainers
internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import Foundation

extension AVAssetExportSession {
  /// The metadata and the picture of the file.
  var tags: (Tags, [UInt8]) {
    let filter = metadataItemFilter
    let items = metadata ?? filter.map { filter in asset.metadata.filter(filter.passes) }
    var tags = items.map(MetadataNames.tags) ?? Tags()
    if items == nil {
      guard !(asset is AVComposition), let info = try? asset.info().get() else { return (tags, []) }
      tags.values = info.container.tags.values
      tags.lyrics = info.lyrics
    }
    let picture = (items ?? asset.metadata).first { $0.commonKey == .commonKeyArtwork }
    return (tags, picture?.dataValue.map { Array($0) } ?? [])
  }

  /// The chapters of the asset in a range, with their times in the file.
  ///
  /// The chapter that contains the start of the range begins at 0 in the file.
  func chapters(in range: CMTimeRange) -> [Chapter] {
    guard !(asset is AVComposition), let info = try? asset.info().get(),
      let all = try? asset.bytes.chapters(info)
    else { return [] }
    let (start, end) = (range.start.seconds, range.end.seconds)
    let current = all.last { $0.start <= start }
    let later = all.filter { $0.start > start && $0.start < end }
    return (current.map { [$0] } ?? []).map { Chapter(start: 0, title: $0.title) }
      + later.map { Chapter(start: $0.start - start, title: $0.title) }
  }
}
