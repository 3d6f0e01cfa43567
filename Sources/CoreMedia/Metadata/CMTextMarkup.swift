public import CoreFoundation
internal import Foundation

// Attributes of texts that are shown with pictures, such as subtitles.

/// Whether the text is bold, a Boolean number.
public var kCMTextMarkupAttribute_BoldStyle: CFString { "BoldStyle" }
/// Whether the text is italic, a Boolean number.
public var kCMTextMarkupAttribute_ItalicStyle: CFString { "ItalicStyle" }
/// Whether the text is underlined, a Boolean number.
public var kCMTextMarkupAttribute_UnderlineStyle: CFString { "UnderlineStyle" }
/// The color of the characters: four numbers from 0 to 1 for opacity, red, green and blue.
public var kCMTextMarkupAttribute_ForegroundColorARGB: CFString { "ForegroundColorARGB" }
/// How the lines of the text are aligned.
public var kCMTextMarkupAttribute_Alignment: CFString { "Alignment" }
/// In which order the lines of a vertical text follow each other.
public var kCMTextMarkupAttribute_VerticalLayout: CFString { "VerticalLayout" }
/// The distance of the text across its lines, in percent of the pictures.
public var kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection:
  CFString
{ "OrthogonalLinePositionPercentageRelativeToWritingDirection" }
/// The distance of the text along its lines, in percent of the pictures.
public var kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: CFString {
  "TextPositionPercentageRelativeToWritingDirection"
}
/// The length of the lines, in percent of the pictures.
public var kCMTextMarkupAttribute_WritingDirectionSizePercentage: CFString {
  "WritingDirectionSizePercentage"
}

/// Aligned to the start, by the direction of the writing.
public var kCMTextMarkupAlignmentType_Start: CFString { "Start" }
/// Aligned to the middle.
public var kCMTextMarkupAlignmentType_Middle: CFString { "Middle" }
/// Aligned to the end, by the direction of the writing.
public var kCMTextMarkupAlignmentType_End: CFString { "End" }
/// Aligned to the left.
public var kCMTextMarkupAlignmentType_Left: CFString { "Left" }
/// Aligned to the right.
public var kCMTextMarkupAlignmentType_Right: CFString { "Right" }

/// Lines of a vertical text follow each other from left to right.
public var kCMTextVerticalLayout_LeftToRight: CFString { "LeftToRight" }
/// Lines of a vertical text follow each other from right to left.
public var kCMTextVerticalLayout_RightToLeft: CFString { "RightToLeft" }
