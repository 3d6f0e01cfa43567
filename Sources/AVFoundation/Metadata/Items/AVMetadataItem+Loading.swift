public import AVFAudio
public import Foundation

extension AVMetadataItem: AVAsynchronousKeyValueLoading {
  /// The state of the value; all values except pictures are loaded from the start.
  public func statusOfValue(
    forKey key: String, error outError: NSErrorPointer
  ) -> AVKeyValueStatus {
    switch content.outcome {
    case .success: return .loaded
    case nil: return .unknown
    case .failure(let error):
      // Safe: the client's pointer is valid during this call.
      unsafe outError?.pointee = error.asNSError
      return .failed
    }
  }

  /// Loads the value.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
  ) {
    DispatchQueue.global().async {
      if self.content.outcome == nil { _ = self.content.load() }
      handler?()
    }
  }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// The value.
  public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
    .init("value") { $0.value }
  }

  /// The value as text.
  public static var stringValue: AVAsyncProperty<Root, String?> {
    .init("stringValue") { $0.stringValue }
  }

  /// The value as a number.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> {
    .init("numberValue") { $0.numberValue }
  }

  /// The value as a date.
  public static var dateValue: AVAsyncProperty<Root, Date?> {
    .init("dateValue") { $0.dateValue }
  }

  /// Further information about the value.
  public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
    .init("extraAttributes") { $0.extraAttributes }
  }

  /// The value as bytes.
  public static var dataValue: AVAsyncProperty<Root, Data?> {
    .init("dataValue") { $0.dataValue }
  }
}
