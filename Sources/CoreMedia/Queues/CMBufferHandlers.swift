public import CCoreMedia
public import CoreFoundation
internal import Foundation

/// An object in a buffer queue.
public typealias CMBuffer = AnyObject
/// Returns a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Returns whether a buffer has a property.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Orders two buffers.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Returns the bytes of a buffer.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int

extension CMBufferQueue {
  /// The functions with which a queue reads its buffers.
  public struct Handlers {
    /// Returns the time at which a buffer is decoded.
    public let getDecodeTimeStamp: CMBufferGetTimeHandler?
    /// Returns the time at which a buffer is presented.
    public let getPresentationTimeStamp: CMBufferGetTimeHandler?
    /// Returns the duration of a buffer.
    public let getDuration: CMBufferGetTimeHandler
    /// Returns whether the data of a buffer are ready; without this function, all data are ready.
    public let isDataReady: CMBufferGetBooleanHandler?
    /// Orders the buffers; without this function, buffers stay in the order of their arrival.
    public let compare: CMBufferCompareHandler?
    /// The name of the notification that a buffer posts when its data become ready.
    public let dataBecameReadyNotification: String?
    /// Returns the bytes of a buffer.
    public let getSize: CMBufferGetSizeHandler?

    /// Sets the functions, one after the other.
    public struct Builder {
      var handlers = Draft()
      /// The name of the notification that a buffer posts when its data become ready.
      public var dataBecameReadyNotification: String? {
        get { handlers.notification }
        set { handlers.notification = newValue }
      }
      /// Sets the function for the time at which a buffer is decoded.
      public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        handlers.decodeTime = body
      }
      /// Sets the function for the time at which a buffer is presented.
      public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
        handlers.presentationTime = body
      }
      /// Sets the function for the duration, which a queue needs.
      public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) {
        handlers.duration = body
      }
      /// Sets the function that says whether the data of a buffer are ready.
      public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) {
        handlers.isReady = body
      }
      /// Sets the function that orders the buffers.
      public mutating func compare(_ body: @escaping CMBufferCompareHandler) {
        handlers.compare = body
      }
      /// Sets the function for the bytes of a buffer.
      public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) {
        handlers.size = body
      }
    }

    struct Draft {
      var decodeTime: CMBufferGetTimeHandler?
      var presentationTime: CMBufferGetTimeHandler?
      var duration: CMBufferGetTimeHandler?
      var isReady: CMBufferGetBooleanHandler?
      var compare: CMBufferCompareHandler?
      var notification: String?
      var size: CMBufferGetSizeHandler?
    }

    /// Makes handlers; if the closure sets no function for durations, each duration is 0.
    public init(withHandlers body: (inout Builder) -> Void) {
      var builder = Builder()
      body(&builder)
      self.init(builder.handlers)
    }

    init(_ draft: Draft) {
      getDecodeTimeStamp = draft.decodeTime
      getPresentationTimeStamp = draft.presentationTime
      getDuration = draft.duration ?? { _ in .zero }
      isDataReady = draft.isReady
      compare = draft.compare
      dataBecameReadyNotification = draft.notification
      getSize = draft.size
    }

    /// Returns a copy with other functions.
    public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
      var builder = Builder()
      builder.handlers = Draft(
        decodeTime: getDecodeTimeStamp, presentationTime: getPresentationTimeStamp,
        duration: getDuration, isReady: isDataReady, compare: compare,
        notification: dataBecameReadyNotification, size: getSize)
      body(&builder)
      return Handlers(builder.handlers)
    }

    /// For sample buffers in the order of their arrival.
    public static var unsortedSampleBuffers: Handlers {
      Handlers { builder in
        builder.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.decodeTimeStamp ?? .invalid }
        builder.getPresentationTimeStamp {
          ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid
        }
        builder.getDuration { ($0 as? CMSampleBuffer)?.outputDuration ?? .invalid }
        builder.isDataReady { ($0 as? CMSampleBuffer).map(CMSampleBufferDataIsReady) ?? false }
        builder.getSize { ($0 as? CMSampleBuffer)?.totalSampleSize ?? 0 }
      }
    }

    /// For sample buffers in the order in which they are presented.
    public static var outputPTSSortedSampleBuffers: Handlers {
      unsortedSampleBuffers.withHandlers { builder in
        builder.compare { first, second in
          guard let first = first as? CMSampleBuffer, let second = second as? CMSampleBuffer else {
            return .compareEqualTo
          }
          let order = first.order(beside: second)
          return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
        }
      }
    }
  }
}

extension CMSampleBuffer {
  /// -1, 0 or 1, as this buffer is presented before, with, or after another one.
  func order(beside other: CMSampleBuffer) -> Int32 {
    CMTimeCompare(outputPresentationTimeStamp, other.outputPresentationTimeStamp)
  }
}
