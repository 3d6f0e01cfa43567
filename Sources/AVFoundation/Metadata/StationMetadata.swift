internal import AudioTransport
internal import CoreMedia
internal import Foundation

extension AVMetadataItem {
  /// The items of a radio station's text.
  static func items(of text: ICYText, at time: CMTime) -> [AVMetadataItem] {
    text.fields.map { field in
      let isTitle = field.name.lowercased() == "streamtitle"
      let names = Names(
        key: field.name as NSString, keySpace: .icy,
        identifier: AVMetadataIdentifier("icy/" + field.name),
        commonKey: isTitle ? .commonKeyTitle : nil)
      return AVMetadataItem(
        names, MetadataContent(field.text as NSString, bytes: Data(field.bytes)), time: time)
    }
  }
}
