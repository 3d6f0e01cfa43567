internal import AudioContainers
internal import AudioModel
internal import CoreMedia
public import Foundation

/// An alternative of the sound or the texts of a stream or a movie, such as a language.
///
/// Two options are equal if they have the same kind, name and language.
open class AVMediaSelectionOption: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  let rendition: HLSRendition

  init(_ rendition: HLSRendition) {
    var rendition = rendition
    // A movie has languages by ISO 639-2/T.
    if rendition.isTrack, let code = rendition.language {
      rendition.language = Locale.LanguageCode(code).identifier(.alpha2) ?? code
    }
    self.rendition = rendition
  }

  /// The type of the media: audio, subtitles, or the texts of a movie.
  open var mediaType: AVMediaType {
    guard rendition.kind == .subtitles else { return .audio }
    return rendition.textTrack.map { AVMediaType($0.handler.description) } ?? .subtitle
  }

  /// Whether the option can be played; always true, although its segments may not be decodable.
  open var isPlayable: Bool { true }

  /// The language, by RFC 5646; `nil` if the media do not state it.
  open var extendedLanguageTag: String? { rendition.language }

  /// The language; `nil` if the media do not state it.
  open var locale: Locale? { rendition.language.map { Locale(identifier: $0) } }

  /// The name for a menu: the name in the playlist, or the language of a movie's track.
  open var displayName: String { displayName(with: .current) }

  /// Returns the name for a menu: the name in the playlist, or the language of a movie's track.
  ///
  /// The language is translated for the locale. The name in the playlist is not translated.
  open func displayName(with locale: Locale) -> String {
    guard rendition.isTrack, let language = rendition.language else { return rendition.name }
    return locale.localizedString(forIdentifier: language) ?? rendition.name
  }

  /// Whether the option has a characteristic: `audible` or `legible`, or one that the media state.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .audible: rendition.kind == .audio
    case .legible: rendition.kind == .subtitles
    case .containsOnlyForcedSubtitles where rendition.isForced: true
    default: rendition.characteristics.contains(mediaCharacteristic.rawValue)
    }
  }

  /// The name as a title.
  open var commonMetadata: [AVMetadataItem] {
    let names = AVMetadataItem.Names(
      key: "title" as NSString, keySpace: .common, identifier: .commonIdentifierTitle,
      commonKey: .commonKeyTitle)
    return [AVMetadataItem(names, MetadataContent(displayName as NSString))]
  }

  /// The format types of texts; empty for sound, because a playlist states the codecs for all
  /// options together.
  open var mediaSubTypes: [NSNumber] {
    guard rendition.kind == .subtitles else { return [] }
    return [NSNumber(value: rendition.captionDescription.mediaSubType.rawValue)]
  }

  /// The formats of further metadata: empty.
  open var availableMetadataFormats: [String] { [] }

  /// The metadata of a format: empty; ``commonMetadata`` has the name.
  open func metadata(forFormat format: String) -> [AVMetadataItem] { [] }

  /// The option of another group that belongs to this one.
  ///
  /// Texts that every viewer needs belong to the sound in their language.
  ///
  /// - Parameter mediaSelectionGroup: A group of the same asset.
  /// - Returns: The option; `nil` if no option belongs to this one.
  open func associatedMediaSelectionOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    guard let language = rendition.language, mediaSelectionGroup.kind != rendition.kind else {
      return nil
    }
    return mediaSelectionGroup.options.first { option in
      let texts = rendition.kind == .subtitles ? rendition : option.rendition
      return texts.isForced && option.rendition.hasLanguage(language)
    }
  }

  /// A description that
  /// ``AVMediaSelectionGroup/mediaSelectionOption(withPropertyList:)`` finds again.
  open func propertyList() -> Any {
    var list = ["name": rendition.name]
    list["language"] = rendition.language
    return list
  }

  /// Whether an object is an option with the same kind, name and language.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelectionOption else { return false }
    return rendition.kind == other.rendition.kind && rendition.name == other.rendition.name
      && rendition.language == other.rendition.language
  }

  /// A hash of the name.
  open override var hash: Int { rendition.name.hashValue }
}

extension HLSRendition {
  /// The description of the samples of texts.
  var captionDescription: CMFormatDescription {
    textTrack?.formatDescription
      ?? CMFormatDescription(
        type: kCMMediaType_Subtitle, sampleEntry: CaptionSample.webVTTEntry)
  }
}
