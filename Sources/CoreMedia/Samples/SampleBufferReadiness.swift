internal import CCoreMedia
internal import CoreAudioTypes
public import Foundation
internal import Synchronization

// Data that arrive after the buffer.

/// Makes the data of a buffer ready, with the client's pointer.
public typealias CMSampleBufferMakeDataReadyCallback =
  @Sendable (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Makes the data of a buffer ready.
public typealias CMSampleBufferMakeDataReadyHandler = @Sendable (CMSampleBuffer) -> OSStatus
/// Is called when a buffer is invalidated, with the client's number.
public typealias CMSampleBufferInvalidateCallback =
  @Sendable (CMSampleBuffer, UInt64) -> Void
/// Is called when a buffer is invalidated.
public typealias CMSampleBufferInvalidateHandler = @Sendable (CMSampleBuffer) -> Void

/// Returns whether the data are complete.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
  let (isReady, tracked) = sbuf.state.withLock { ($0.isReady, $0.tracked) }
  return isReady || tracked.map(CMSampleBufferDataIsReady) ?? false
}

/// Marks the data as complete.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  let isNew = sbuf.state.withLock { state in
    defer { state.isReady = true }
    return !state.isReady
  }
  if isNew {
    NotificationCenter.default.post(name: CMSampleBuffer.dataBecameReady, object: sbuf)
  }
  return 0
}

/// Marks the data as failed.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
  sbuf.state.withLock { $0.failure = status }
  NotificationCenter.default.post(
    name: CMSampleBuffer.dataFailed, object: sbuf,
    userInfo: [CMSampleBuffer.NotificationKey.status.rawValue: NSNumber(value: status)])
  return 0
}

/// Returns whether the data have failed.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - statusOut: Receives the status of the failure, or `nil`.
/// - Returns: Whether `CMSampleBufferSetDataFailed` was called.
public func CMSampleBufferHasDataFailed(
  _ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?
) -> Bool {
  guard let failure = sbuf.failure else { return false }
  // Safe: the pointer is nil or valid.
  unsafe statusOut?.pointee = failure
  return true
}

/// Makes the data ready with the buffer's callback or handler.
///
/// - Returns: 0, or the status of the callback or of data that failed.
///   `kCMSampleBufferError_BufferNotReady` if the buffer has no callback;
///   `kCMSampleBufferError_Invalidated` if the buffer is invalid.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  if CMSampleBufferDataIsReady(sbuf) { return 0 }
  if let failure = sbuf.failure { return failure }
  let (make, tracked) = sbuf.state.withLock { ($0.makeReady, $0.tracked) }
  if let tracked { return CMSampleBufferMakeDataReady(tracked) }
  guard let make else { return kCMSampleBufferError_BufferNotReady }
  let status = make(sbuf)
  if status == 0 { CMSampleBufferSetDataReady(sbuf) }
  return status
}

/// Makes a buffer ready whenever another one is ready.
///
/// - Returns: 0; `kCMSampleBufferError_Invalidated` if one of the buffers is invalid.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
  _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  guard sbuf.isValid, sampleBufferToTrack.isValid else { return kCMSampleBufferError_Invalidated }
  sbuf.state.withLock { $0.tracked = sampleBufferToTrack }
  return 0
}

/// Sets the function that the invalidation of a buffer calls.
///
/// - Parameters:
///   - sbuf: The buffer.
///   - invalidateCallback: The function.
///   - invalidateRefCon: A number that the function receives.
/// - Returns: 0.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
  _ sbuf: CMSampleBuffer, callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback,
  refcon invalidateRefCon: UInt64
) -> OSStatus {
  CMSampleBufferSetInvalidateHandler(sbuf) { invalidateCallback($0, invalidateRefCon) }
}

extension CMSampleBuffer {
  /// Whether the data are complete.
  public enum DataReadiness: Hashable, Sendable {
    /// The data are not complete.
    case notReady
    /// The data are complete.
    case ready
    /// The data could not be made, with a status.
    case failed(OSStatus)
  }

  /// The status of data that failed.
  fileprivate(set) var failure: OSStatus? {
    get {
      let (failure, tracked) = state.withLock { ($0.failure, $0.tracked) }
      return failure ?? tracked?.failure
    }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Whether the data are complete.
  public var dataReadiness: DataReadiness {
    if let failure { return .failed(failure) }
    return CMSampleBufferDataIsReady(self) ? .ready : .notReady
  }

  /// Marks the data as complete or failed.
  ///
  /// - Throws: An error for ``DataReadiness/notReady``, because complete data cannot become
  ///   incomplete.
  public func setDataReadiness(_ newValue: DataReadiness) throws {
    switch newValue {
    case .notReady: throw Error.invalidSampleData
    case .ready: CMSampleBufferSetDataReady(self)
    case .failed(let status): CMSampleBufferSetDataFailed(self, status: status)
    }
  }

  /// Makes the data ready with the buffer's handler.
  public func makeDataReady() throws { try Self.check(CMSampleBufferMakeDataReady(self)) }

  /// Makes this buffer ready whenever another one is ready.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    try Self.check(
      CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
  }

  /// Sets the function that the invalidation calls; its errors have no effect.
  public func setInvalidateHandler(
    _ body: @escaping @Sendable (CMSampleBuffer) throws -> Void
  ) throws {
    try Self.check(
      CMSampleBufferSetInvalidateHandler(self) { buffer in
        // The invalidation has no one to report an error to.
        try? body(buffer)
      })
  }

  /// Posted with the buffer when its data are ready.
  public static let dataBecameReady = Notification.Name(
    "kCMSampleBufferNotification_DataBecameReady")
  /// Posted with the buffer when its data have failed.
  public static let dataFailed = Notification.Name("kCMSampleBufferNotification_DataFailed")

  /// A key of the information of a notification.
  public struct NotificationKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public let rawValue: String

    /// Makes a key from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The status of data that failed.
    public static let status = NotificationKey(
      rawValue: "kCMSampleBufferNotificationParameter_OSStatus")
  }
}
