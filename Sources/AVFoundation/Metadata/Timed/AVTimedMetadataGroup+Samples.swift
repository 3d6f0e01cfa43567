internal import AudioContainers
public import CoreMedia
internal import Foundation

extension AVTimedMetadataGroup {
  /// Makes a group of the metadata in a sample; `nil` unless they are boxed metadata or a text.
  ///
  /// A text becomes a title, as in chapters.
  ///
  /// - Parameter sampleBuffer: A buffer with one sample, as a reader or a writer has it.
  public convenience init?(sampleBuffer: CMSampleBuffer) {
    guard let description = sampleBuffer.formatDescription, sampleBuffer.numSamples == 1 else {
      return nil
    }
    let start = sampleBuffer.presentationTimeStamp
    let duration = sampleBuffer.duration
    let range = CMTimeRange(
      start: start, duration: duration.isNumeric ? duration : .indefinite)
    let bytes = sampleBuffer.bytes
    switch description.mediaType {
    case .metadata where description.mediaSubType.rawValue == kCMMetadataFormatType_Boxed:
      self.init(items: Self.items(bytes, description.metadataKeys, range), timeRange: range)
    case .text, .subtitle:
      let title = ChapterText.title(bytes.span)
      let items = title.isEmpty ? [] : [AVMetadataItem(title: title, range)]
      self.init(items: items, timeRange: range)
    default: return nil
    }
  }

  private static func items(
    _ sample: [UInt8], _ keys: [MetadataKey], _ range: CMTimeRange
  ) -> [AVMetadataItem] {
    BoxedMetadata.items(sample.span).compactMap { item in
      guard let key = keys.first(where: { $0.localID == item.localID }) else { return nil }
      let identifier = AVMetadataIdentifier(key.identifier)
      let parts = MetadataIdentifier(identifier)
      var names = AVMetadataItem.Names(
        key: parts?.key, keySpace: parts?.space, identifier: identifier)
      names.commonKey = MetadataNames.commonKey(of: names)
      var properties = AVMetadataItem.Properties(
        names: names, time: range.start, duration: range.duration)
      properties.language = key.language.isEmpty ? nil : key.language
      properties.dataType = key.dataTypeName
      return AVMetadataItem(properties, MetadataValueCoding.content(item.value, key.dataTypeName))
    }
  }

  /// Describes the items as boxed metadata; `nil` if an item lacks a valid identifier or a type.
  public func copyFormatDescription() -> CMMetadataFormatDescription? {
    var keys: [MetadataKey] = []
    for item in items {
      guard let key = item.timedKey else { return nil }
      if !keys.contains(where: { $0.isSame(as: key) }) { keys.append(key) }
    }
    return CMFormatDescription(metadataKeys: keys)
  }
}

extension AVMetadataItem {
  /// The name and the type in a track; `nil` if one is missing, or the key space is too long.
  var timedKey: MetadataKey? {
    guard let identifier, let dataType else { return nil }
    return MetadataKey(
      identifier: identifier.rawValue, dataType: dataType, language: extendedLanguageTag ?? "")
  }

  /// A title for a part of media.
  convenience init(title: String, _ range: CMTimeRange) {
    let names = AVMetadataItem.Names(
      key: "title" as NSString, keySpace: .common, identifier: .commonIdentifierTitle,
      commonKey: .commonKeyTitle)
    self.init(
      names, MetadataContent(title as NSString), time: range.start, duration: range.duration)
  }
}
