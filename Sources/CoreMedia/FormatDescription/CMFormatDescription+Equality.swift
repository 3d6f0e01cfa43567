public import CCoreMedia
internal import Foundation

extension CMFormatDescription: Hashable {
  /// Returns whether two descriptions have equal parts.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    lhs === rhs
      || (lhs.type == rhs.type && lhs.subType == rhs.subType && lhs.dimensions == rhs.dimensions
        && lhs.timeCode == rhs.timeCode
        && lhs.equalParts(rhs) == [
          .streamBasicDescription, .magicCookie, .channelLayout, .extensions,
        ])
  }

  /// Adds the type and the subtype to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(subType)
  }

  /// The parts of audio descriptions.
  public struct EqualityMask: OptionSet, Sendable {
    /// The bits of `CMAudioFormatDescriptionMask`.
    public let rawValue: UInt32

    /// Creates a set from the bits of `CMAudioFormatDescriptionMask`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The stream description.
    public static let streamBasicDescription = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription)
    /// The codec's configuration.
    public static let magicCookie = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
    /// The channel layout.
    public static let channelLayout = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
    /// The extensions.
    public static let extensions = EqualityMask(
      rawValue: kCMAudioFormatDescriptionMask_Extensions)
    /// All parts.
    public static let all = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_All)
  }

  /// Compares some parts of two audio descriptions.
  ///
  /// - Parameters:
  ///   - otherFormatDescription: The other description.
  ///   - equalityMask: The parts to compare.
  /// - Returns: Whether all these parts are equal, and the set of the equal parts.
  public func equalTo(
    _ otherFormatDescription: CMAudioFormatDescription, equalityMask: EqualityMask = .all
  ) -> (Bool, equalityMask: EqualityMask) {
    let equal = equalParts(otherFormatDescription).intersection(equalityMask)
    return (equal == equalityMask.intersection(.all), equal)
  }

  private func equalParts(_ other: CMFormatDescription) -> EqualityMask {
    var parts: EqualityMask = []
    switch (audio, other.audio) {
    case (let first?, let second?):
      if first.hasFormat(of: second) { parts.insert(.streamBasicDescription) }
      if first.cookie == second.cookie { parts.insert(.magicCookie) }
      if first.layout == second.layout { parts.insert(.channelLayout) }
    case (nil, nil):
      parts = [.streamBasicDescription, .magicCookie, .channelLayout]
    default:
      break
    }
    if dictionary == other.dictionary { parts.insert(.extensions) }
    return parts
  }
}

/// Compares some parts of two audio descriptions.
///
/// - Parameters:
///   - formatDescription: A description.
///   - otherFormatDescription: Another description.
///   - equalityMask: The parts to compare.
///   - equalityMaskOut: Receives the equal parts, or nil.
/// - Returns: Whether the parts to compare are equal.
public func CMAudioFormatDescriptionEqual(
  _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
  equalityMask: CMAudioFormatDescriptionMask,
  equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  let mask = CMFormatDescription.EqualityMask(rawValue: equalityMask)
  let (isEqual, parts) = formatDescription.equalTo(otherFormatDescription, equalityMask: mask)
  // Safe: the pointer is nil or valid.
  unsafe equalityMaskOut?.pointee = parts.rawValue
  return isEqual
}
