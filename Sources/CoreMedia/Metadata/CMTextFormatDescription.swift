public import CoreFoundation
public import Foundation

/// The description of texts in a track.
public typealias CMTextFormatDescription = CMFormatDescription
/// The layout of texts in samples.
public typealias CMTextFormatType = FourCharCode

/// Texts of QuickTime.
public var kCMTextFormatType_QTText: CMTextFormatType { 0x7465_7874 }
/// Timed texts of 3GPP.
public var kCMTextFormatType_3GText: CMTextFormatType { 0x7478_3367 }

/// The whole sample description of a QuickTime movie, data.
public var kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString {
  "VerbatimSampleDescription"
}
/// The whole sample entry of an MPEG-4 file, data.
public var kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString {
  "VerbatimISOSampleEntry"
}

extension CMFormatDescription {
  /// Describes texts or metadata by their sample entry.
  package convenience init(type: FourCharCode, sampleEntry entry: [UInt8]) {
    let subType = entry.dropFirst(4).prefix(4).reduce(FourCharCode(0)) { $0 << 8 | UInt32($1) }
    self.init(
      type: type, subType: subType,
      extensions: [
        kCMFormatDescriptionExtension_VerbatimSampleDescription: NSData(data: Data(entry))
      ])
  }

  /// The whole sample entry; empty if the description has none.
  package var sampleEntry: [UInt8] {
    let names = [
      kCMFormatDescriptionExtension_VerbatimSampleDescription,
      kCMFormatDescriptionExtension_VerbatimISOSampleEntry,
    ]
    for name in names {
      if let data = dictionary?.object(forKey: name) as? NSData {
        return Array(Data(referencing: data))
      }
    }
    return []
  }
}
