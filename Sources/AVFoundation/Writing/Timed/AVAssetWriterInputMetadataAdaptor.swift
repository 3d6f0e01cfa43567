public import Foundation

/// Appends groups of metadata to an input.
///
/// Difference from Apple's: an input without a description of its samples also takes groups. Inputs
/// for texts take the title of each group, for chapters.
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the input never changes.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput

  /// Makes an adaptor.
  ///
  /// - Parameter input: An input for metadata or texts.
  public init(assetWriterInput input: AVAssetWriterInput) { assetWriterInput = input }

  /// Appends a group, which follows the earlier ones in time.
  ///
  /// A group with an indefinite duration lasts until the next one. A group without items ends the
  /// previous one.
  ///
  /// - Parameter timedMetadataGroup: The group.
  /// - Returns: Whether the input took the group; otherwise the error of the writer has the reason.
  @discardableResult
  open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    assetWriterInput.appendTimed { samples throws(AVError) in
      try samples.append(timedMetadataGroup)
    }
  }
}
