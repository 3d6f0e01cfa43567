internal import AudioContainers
internal import CoreMedia
internal import Foundation

extension NSAttributedString {
  /// Makes a string of a text, with its styles and its place as attributes of CoreMedia.
  convenience init(_ caption: CaptionText) {
    let string = NSMutableAttributedString(string: "")
    for run in caption.runs {
      var attributes = Self.attributes(caption.place)
      if run.style.isBold { attributes[.bold] = true as NSNumber }
      if run.style.isItalic { attributes[.italic] = true as NSNumber }
      if run.style.isUnderlined { attributes[.underline] = true as NSNumber }
      if let color = run.style.color { attributes[.foreground] = Self.components(color) }
      string.append(NSAttributedString(string: run.text, attributes: attributes))
    }
    self.init(attributedString: string)
  }

  /// Opacity, red, green and blue, each from 0 to 1.
  private static func components(_ color: UInt32) -> NSArray {
    let parts = [24, 16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) / 255 }
    return parts.map { NSNumber(value: $0) } as NSArray
  }

  private static func attributes(_ place: CaptionPlace) -> [Key: Any] {
    var attributes: [Key: Any] = [:]
    attributes[.line] = place.line.map { NSNumber(value: $0) }
    attributes[.position] = place.position.map { NSNumber(value: $0) }
    attributes[.size] = place.size.map { NSNumber(value: $0) }
    attributes[.alignment] = place.alignment.map { alignment in
      switch alignment {
      case .start: kCMTextMarkupAlignmentType_Start
      case .center: kCMTextMarkupAlignmentType_Middle
      case .end: kCMTextMarkupAlignmentType_End
      case .left: kCMTextMarkupAlignmentType_Left
      case .right: kCMTextMarkupAlignmentType_Right
      }
    }
    attributes[.vertical] = place.vertical.map { vertical in
      vertical == .rightToLeft
        ? kCMTextVerticalLayout_RightToLeft : kCMTextVerticalLayout_LeftToRight
    }
    return attributes
  }
}

extension NSAttributedString.Key {
  fileprivate static let bold = Self(kCMTextMarkupAttribute_BoldStyle)
  fileprivate static let italic = Self(kCMTextMarkupAttribute_ItalicStyle)
  fileprivate static let underline = Self(kCMTextMarkupAttribute_UnderlineStyle)
  fileprivate static let foreground = Self(kCMTextMarkupAttribute_ForegroundColorARGB)
  fileprivate static let alignment = Self(kCMTextMarkupAttribute_Alignment)
  fileprivate static let vertical = Self(kCMTextMarkupAttribute_VerticalLayout)
  fileprivate static let line = Self(
    kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection)
  fileprivate static let position = Self(
    kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)
  fileprivate static let size = Self(kCMTextMarkupAttribute_WritingDirectionSizePercentage)

  private init(_ name: CFString) { self.init(rawValue: name.description) }
}
