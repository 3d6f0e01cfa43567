public import Foundation

/// Language options from which a user can choose one.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
  /// The options.
  public let languageOptions: [MPNowPlayingInfoLanguageOption]
  /// The option that applies if the user makes no choice.
  public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// Whether a user can choose no option.
  public let allowEmptySelection: Bool

  /// Makes a group.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption],
    defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
  ) {
    self.languageOptions = languageOptions
    self.defaultLanguageOption = defaultLanguageOption
    self.allowEmptySelection = allowEmptySelection
  }
}
