public import Foundation

/// Inputs whose tracks are alternatives to each other.
open class AVAssetWriterInputGroup: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; the values never change.

  /// The inputs.
  public let inputs: [AVAssetWriterInput]
  /// The input whose track plays by default; `nil` for none.
  public let defaultInput: AVAssetWriterInput?

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - inputs: Inputs of the same media type.
  ///   - defaultInput: One of the inputs, or `nil`.
  public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
    self.inputs = inputs
    self.defaultInput = defaultInput
  }
}
