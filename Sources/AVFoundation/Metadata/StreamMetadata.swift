internal import AudioContainers
internal import CoreMedia
internal import Foundation

extension AVMetadataItem {
  /// The items of an ID3 tag in a stream.
  static func items(of frames: [ID3Frame], at time: CMTime) -> [AVMetadataItem] {
    frames.map { frame in
      var names = Names(
        key: frame.identifier as NSString, keySpace: .id3,
        identifier: AVMetadataIdentifier("id3/" + frame.identifier), commonKey: nil)
      names.commonKey = MetadataNames.commonKey(of: names)
      let data = Data(frame.data)
      let content =
        frame.text.map { MetadataContent($0 as NSString, bytes: data) }
        ?? MetadataContent(data as NSData)
      var properties = Properties(names: names, time: time, duration: .indefinite)
      properties.extraAttributes = frame.info.map { [.info: $0] }
      return AVMetadataItem(properties, content)
    }
  }

  /// The items of a date range: the client's attributes in the playlist.
  static func items(of range: HLSDateRange) -> [AVMetadataItem] {
    range.values.sorted { $0.key < $1.key }.map { name, value in
      let names = Names(
        key: name as NSString, keySpace: .hlsDateRange,
        identifier: AVMetadataIdentifier("lsdr/" + name), commonKey: nil)
      return AVMetadataItem(names, MetadataContent(value as NSString))
    }
  }
}

extension AVDateRangeMetadataGroup {
  /// The groups of a playlist; ranges without a start are left out.
  static func groups(of ranges: [HLSDateRange]) -> [AVDateRangeMetadataGroup] {
    ranges.compactMap { range in
      guard let start = range.start else { return nil }
      var end = range.end ?? range.duration.map { start + $0 }
      if range.endsAtNext, end == nil {
        end = ranges.compactMap { $0.group == range.group ? $0.start : nil }
          .filter { $0 > start }.min()
      }
      return AVDateRangeMetadataGroup(
        items: AVMetadataItem.items(of: range), start: Date(timeIntervalSince1970: start),
        end: end.map { Date(timeIntervalSince1970: $0) }, label: range.group,
        uniqueID: range.identifier)
    }
  }
}
