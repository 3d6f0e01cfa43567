internal import AudioContainers
internal import AudioPlayback
public import Foundation

/// The audio renditions of HTTP Live Streaming, or the alternative sound tracks of a movie.
///
/// A client chooses one.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// The options, in the order of the media.
  public let options: [AVMediaSelectionOption]

  init(_ options: [AVMediaSelectionOption]) { self.options = options }

  /// The option that plays if the client makes no choice.
  open var defaultOption: AVMediaSelectionOption? {
    options.first { $0.rendition.isDefault } ?? options.first { $0.rendition.isAutoselected }
      ?? options.first
  }

  /// Whether a client can select no option; always false.
  open var allowsEmptySelection: Bool { false }

  /// The option with a description from ``AVMediaSelectionOption/propertyList()``; `nil` if none
  /// matches.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let list = plist as? [String: String], let name = list["name"] else { return nil }
    return options.first { $0.rendition.name == name && $0.rendition.language == list["language"] }
  }

  /// Returns the group itself, because it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether an object is a group with equal options.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVMediaSelectionGroup)?.options == options
  }

  /// A hash of the options.
  open override var hash: Int { options.hashValue }

  // MARK: Filters

  /// The options that can be played.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// The options in the preferred languages, sorted by preference.
  ///
  /// - Parameters:
  ///   - mediaSelectionOptions: The options.
  ///   - preferredLanguages: Languages by RFC 5646, best first.
  /// - Returns: The options in one of the languages; an exact match precedes other forms of a
  ///   language.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    var left = mediaSelectionOptions
    var found: [AVMediaSelectionOption] = []
    for language in preferredLanguages {
      // An exact match comes before other forms of the language.
      found += left.filter { $0.extendedLanguageTag == language }
      left.removeAll { $0.extendedLanguageTag == language }
      found += left.filter { $0.rendition.hasLanguage(language) }
      left.removeAll { $0.rendition.hasLanguage(language) }
    }
    return found
  }

  /// The options in the language of a locale.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { $0.rendition.hasLanguage(locale.identifier) }
  }

  /// The options with all of the given characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
  }

  /// The options without any of the given characteristics.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter {
      !mediaCharacteristics.contains(where: $0.hasMediaCharacteristic)
    }
  }
}

extension AVAsset {
  /// The characteristics that have a media selection group: audible, if there is a choice.
  ///
  /// Waits for the header of the media.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    mediaSelectionGroup(forMediaCharacteristic: .audible) == nil ? [] : [.audible]
  }

  /// The options for a characteristic; waits for the header of the media.
  ///
  /// - Parameter mediaCharacteristic: Only `audible` has options.
  /// - Returns: The group; `nil` if the media have no options for the characteristic.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    guard mediaCharacteristic == .audible, let info = try? info().get(), !info.renditions.isEmpty
    else { return nil }
    return AVMediaSelectionGroup(info.renditions.map { AVMediaSelectionOption($0) })
  }

  /// Loads the options for a characteristic.
  ///
  /// The handler is called once, on any thread.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    load(
      { $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic) },
      { completionHandler($0 ?? nil, $1) })
  }

  /// Loads the options for a characteristic; throws an ``AVError``.
  public nonisolated(nonsending) func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await loading { $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic) }
  }

  /// All choices: one for each option, or only the default choice; waits for the header.
  public var allMediaSelections: [AVMediaSelection] {
    let group = mediaSelectionGroup(forMediaCharacteristic: .audible)
    guard let group else { return [preferredMediaSelection] }
    return group.options.map { AVMediaSelection(self, $0) }
  }

  /// The default choice; waits for the header of the media.
  public var preferredMediaSelection: AVMediaSelection { AVMediaSelection(self, nil) }
}
