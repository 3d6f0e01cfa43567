internal import AudioContainers
internal import AudioPlayback
public import Foundation

/// The renditions of HTTP Live Streaming, or the alternative tracks of a movie.
///
/// A group has either sound or texts, such as subtitles. A client chooses one option.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// The options, in the order of the media.
  public let options: [AVMediaSelectionOption]

  /// The kind of media of all options: sound or subtitles.
  let kind: HLSRendition.Kind

  init(_ renditions: [HLSRendition], _ kind: HLSRendition.Kind) {
    options = renditions.map { AVMediaSelectionOption($0) }
    self.kind = kind
  }

  /// The option that plays if the client makes no choice; `nil` for no texts.
  open var defaultOption: AVMediaSelectionOption? {
    let option = options.first { $0.rendition.isDefault }
    if option != nil || kind != .audio { return option }
    return options.first { $0.rendition.isAutoselected } ?? options.first
  }

  /// Whether a client can select no option: true for texts, false for sound.
  open var allowsEmptySelection: Bool { kind != .audio }

  /// The option that `nil` selects.
  var emptyOption: AVMediaSelectionOption? { allowsEmptySelection ? nil : defaultOption }

  /// Whether an option can be selected.
  func accepts(_ option: AVMediaSelectionOption?) -> Bool {
    option.map(options.contains) ?? allowsEmptySelection
  }

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
  /// The characteristics that have a media selection group: audible, if there is a choice, and
  /// legible.
  ///
  /// Waits for the header of the media.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    [.audible, .legible].filter { mediaSelectionGroup(forMediaCharacteristic: $0) != nil }
  }

  /// The options for a characteristic; waits for the header of the media.
  ///
  /// - Parameter mediaCharacteristic: Only `audible` and `legible` have options.
  /// - Returns: The group; `nil` if the media have no options for the characteristic.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    guard let info = try? info().get() else { return nil }
    switch mediaCharacteristic {
    case .audible where !info.renditions.isEmpty:
      return AVMediaSelectionGroup(info.renditions, .audio)
    case .legible where !info.captions.isEmpty:
      return AVMediaSelectionGroup(info.captions, .subtitles)
    default: return nil
    }
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

  /// All choices: each combination of a sound with a text, or without one; waits for the header.
  ///
  /// A kind of media without a choice does not count.
  public var allMediaSelections: [AVMediaSelection] {
    var all: [[HLSRendition.Kind: MediaChoice]] = [[:]]
    for characteristic in [AVMediaCharacteristic.audible, .legible] {
      guard let group = mediaSelectionGroup(forMediaCharacteristic: characteristic) else {
        continue
      }
      let options: [AVMediaSelectionOption?] =
        group.options + (group.allowsEmptySelection ? [nil] : [])
      all = all.flatMap { choices in
        options.map { choices.merging([group.kind: MediaChoice(option: $0)]) { $1 } }
      }
    }
    return all.map { AVMediaSelection(self, $0) }
  }

  /// The default choice; waits for the header of the media.
  public var preferredMediaSelection: AVMediaSelection { AVMediaSelection(self, [:]) }
}
