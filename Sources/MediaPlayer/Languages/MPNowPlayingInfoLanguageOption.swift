public import Foundation

/// The kind of media that a language option changes.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  /// The sound.
  case audible
  /// The subtitles.
  case legible
}

/// A language that a user can choose for an item.
///
/// MPRIS has no languages, so other programs do not see the option.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
  /// The kind of media that the option changes.
  public let languageOptionType: MPNowPlayingInfoLanguageOptionType
  /// The language, as in BCP 47.
  public let languageTag: String?
  /// The characteristics, which `MPLanguageOptionCharacteristic…` names.
  public let languageOptionCharacteristics: [String]?
  /// The name for users.
  public let displayName: String?
  /// The app's own identifier.
  public let identifier: String?

  /// Makes an option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
    characteristics languageOptionCharacteristics: [String]?, displayName: String,
    identifier: String
  ) {
    self.languageOptionType = languageOptionType
    self.languageTag = languageTag
    self.languageOptionCharacteristics = languageOptionCharacteristics
    self.displayName = displayName
    self.identifier = identifier
  }

  /// Whether the app chooses the subtitles.
  ///
  /// Such an option is legible, and has neither a language nor an identifier.
  open func isAutomaticLegibleLanguageOption() -> Bool {
    languageOptionType == .legible && isAutomatic
  }

  /// Whether the app chooses the sound.
  ///
  /// Such an option is audible, and has neither a language nor an identifier.
  open func isAutomaticAudibleLanguageOption() -> Bool {
    languageOptionType == .audible && isAutomatic
  }

  private var isAutomatic: Bool {
    (languageTag ?? "").isEmpty && (identifier ?? "").isEmpty
  }
}
