public import CoreFoundation
public import Foundation
internal import Synchronization

/// Returns the attachments of the samples.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - createIfNecessary: Whether to create empty dictionaries if there are none.
/// - Returns: A mutable dictionary of each sample; `nil` without samples or attachments.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  sbuf.sampleDictionaries(createIfNecessary: createIfNecessary)
}

/// An array whose elements stay mutable dictionaries; Foundation's own arrays would copy them.
final class SampleDictionaries: NSArray {
  let dictionaries: [NSMutableDictionary]

  init(count: Int) {
    dictionaries = (0..<count).map { _ in NSMutableDictionary() }
    unsafe super.init(objects: nil, count: 0)
  }

  required init?(coder: NSCoder) { nil }

  required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    dictionaries = []
    unsafe super.init(objects: nil, count: 0)
  }

  required convenience init(arrayLiteral elements: Any...) { self.init(count: 0) }

  override var count: Int { dictionaries.count }

  override func object(at index: Int) -> Any { dictionaries[index] }
}

extension CMSampleBuffer {
  func sampleDictionaries(createIfNecessary: Bool) -> SampleDictionaries? {
    let count = numSamples
    return state.withLock { state in
      if state.sampleAttachments == nil, createIfNecessary, count > 0 {
        state.sampleAttachments = SampleDictionaries(count: count)
      }
      return state.sampleAttachments
    }
  }

  /// The attachments of a sample; a copy of this value changes the same sample.
  public struct PerSampleAttachmentsDictionary: Sequence {
    /// A key of an attachment of a sample.
    public struct Key: RawRepresentable, Hashable, Sendable {
      private let name: String

      /// The key.
      public var rawValue: CFString { NSString(string: name) }

      /// Makes a key from its string.
      public init(rawValue: CFString) { name = String(describing: rawValue) }

      /// The sample is not a sync sample.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      /// The sample is a partial sync sample.
      public static let partialSync = Key(rawValue: kCMSampleAttachmentKey_PartialSync)
      /// The sample has redundant coding.
      public static let hasRedundantCoding = Key(
        rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
      /// Other samples depend on the sample.
      public static let isDependedOnByOthers = Key(
        rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// The sample depends on others.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// Later samples may have earlier times.
      public static let earlierDisplayTimesAllowed = Key(
        rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
      /// The sample is shown at once.
      public static let displayImmediately = Key(
        rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// The sample is decoded but not output.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
      /// The number of samples after which a decoder that starts here is exact.
      public static let audioIndependentSampleDecoderRefreshCount = Key(
        rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
    }

    /// The keys and values.
    public struct Iterator: IteratorProtocol {
      fileprivate var pairs: [(Key, Any)]

      /// The next key and value.
      public mutating func next() -> (key: Key, value: Any)? { pairs.popLast() }
    }

    fileprivate let dictionary: NSMutableDictionary

    /// The value of a key.
    public subscript(key: Key) -> Any? {
      get { dictionary.object(forKey: key.rawValue) }
      nonmutating set {
        if let newValue {
          dictionary.setObject(newValue, forKey: key.rawValue)
        } else {
          dictionary.removeObject(forKey: key.rawValue)
        }
      }
    }

    /// Iterates over the keys and values.
    public func makeIterator() -> Iterator {
      Iterator(
        pairs: dictionary.compactMap { key, value in
          (key as? String).map { (Key(rawValue: NSString(string: $0)), value) }
        })
    }
  }

  /// The attachments of all samples.
  public struct SampleAttachmentsArray: MutableCollection {
    fileprivate let dictionaries: [NSMutableDictionary]

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of samples.
    public var endIndex: Int { dictionaries.count }
    /// The next index.
    public func index(after i: Int) -> Int { i + 1 }

    /// The attachments of a sample.
    public subscript(sample: Int) -> PerSampleAttachmentsDictionary {
      get { PerSampleAttachmentsDictionary(dictionary: dictionaries[sample]) }
      set {
        guard dictionaries[sample] !== newValue.dictionary else { return }
        dictionaries[sample].setDictionary(newValue.dictionary as? [AnyHashable: Any] ?? [:])
      }
    }
  }

  /// The attachments of the samples.
  public var sampleAttachments: SampleAttachmentsArray {
    get {
      SampleAttachmentsArray(
        dictionaries: sampleDictionaries(createIfNecessary: true)?.dictionaries ?? [])
    }
    set {
      var own = sampleAttachments
      for index in own.indices where newValue.indices.contains(index) {
        own[index] = newValue[index]
      }
    }
  }

  // MARK: Single samples

  /// A buffer of each sample.
  public struct SingleSampleBuffers: Sequence {
    /// The buffers in order.
    public struct Iterator: IteratorProtocol {
      fileprivate let buffer: CMSampleBuffer
      fileprivate var index = 0

      /// The buffer of the next sample.
      public mutating func next() -> CMSampleBuffer? {
        guard index < buffer.numSamples else { return nil }
        defer { index += 1 }
        return buffer.part(index..<index + 1)
      }
    }

    fileprivate let buffer: CMSampleBuffer

    /// Iterates over the buffers.
    public func makeIterator() -> Iterator { Iterator(buffer: buffer) }
  }

  /// Returns a buffer of each sample.
  ///
  /// - Throws: An error if the samples cannot be divided.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    if numSamples > 0, part(0..<1) == nil { throw Error.cannotSubdivide }
    return SingleSampleBuffers(buffer: self)
  }
}
