public import Foundation

/// The preferred languages and characteristics of options, such as the language of the sound.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  /// Languages by RFC 5646, best first; `nil` for any.
  public let preferredLanguages: [String]?
  /// Characteristics that an option should have; `nil` for any.
  public let preferredMediaCharacteristics: [AVMediaCharacteristic]?
  /// Characteristics that are more important than the language; `nil` for any.
  public let principalMediaCharacteristics: [AVMediaCharacteristic]?

  /// Makes criteria from languages and characteristics.
  ///
  /// - Parameters:
  ///   - preferredLanguages: Languages by RFC 5646, best first; `nil` for any.
  ///   - preferredMediaCharacteristics: Characteristics to choose between options of one language.
  public convenience init(
    preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.init(
      principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
      preferredMediaCharacteristics: preferredMediaCharacteristics)
  }

  /// Makes criteria from characteristics that are more important than the language.
  ///
  /// - Parameters:
  ///   - principalMediaCharacteristics: Characteristics that come before the language.
  ///   - preferredLanguages: Languages by RFC 5646, best first; `nil` for any.
  ///   - preferredMediaCharacteristics: Characteristics to choose between options of one language.
  public init(
    principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
    preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.principalMediaCharacteristics = principalMediaCharacteristics
    self.preferredLanguages = preferredLanguages
    self.preferredMediaCharacteristics = preferredMediaCharacteristics
    super.init()
  }

  /// The best option of a group; `nil` if no option meets a criterion.
  ///
  /// A criterion that no remaining option meets is ignored. If several options meet the same
  /// criteria, the default option is the best, and then the first one.
  func option(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    var options = group.options
    var isMet = false
    func narrow(_ better: [AVMediaSelectionOption]) {
      guard !better.isEmpty else { return }
      options = better
      isMet = true
    }
    if let principal = principalMediaCharacteristics, !principal.isEmpty {
      narrow(
        AVMediaSelectionGroup.mediaSelectionOptions(
          from: options, withMediaCharacteristics: principal))
    }
    if let languages = preferredLanguages, let found = best(of: options, in: languages) {
      narrow(found)
    }
    if let preferred = preferredMediaCharacteristics, !preferred.isEmpty {
      narrow(
        AVMediaSelectionGroup.mediaSelectionOptions(
          from: options, withMediaCharacteristics: preferred))
    }
    guard isMet else { return nil }
    return options.first { $0 == group.defaultOption } ?? options.first
  }

  /// The options in the best of the languages; an exact match comes before other forms.
  private func best(
    of options: [AVMediaSelectionOption], in languages: [String]
  ) -> [AVMediaSelectionOption]? {
    for language in languages {
      let found = AVMediaSelectionGroup.mediaSelectionOptions(
        from: options, filteredAndSortedAccordingToPreferredLanguages: [language])
      guard !found.isEmpty else { continue }
      let exact = found.filter { $0.extendedLanguageTag == language }
      return exact.isEmpty ? found : exact
    }
    return nil
  }
}
