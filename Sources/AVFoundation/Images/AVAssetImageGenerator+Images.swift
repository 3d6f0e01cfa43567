public import CoreMedia
internal import Foundation
internal import Synchronization

extension AVAssetImageGenerator {
  /// Makes the picture that the film shows at a time.
  ///
  /// - Parameter time: The time in the asset.
  /// - Returns: The picture, and the time at which the film starts to show it.
  /// - Throws: An ``AVError`` with the reason; `operationCancelled` if the task is cancelled.
  public nonisolated(nonsending) func image(
    at time: CMTime
  ) async throws -> (image: CGImage, actualTime: CMTime) {
    let ticket = Mutex<ImageWorker.Ticket?>(nil)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let made = queue(time) { continuation.resume(returning: $0) }
        ticket.withLock { $0 = made }
        if Task.isCancelled { made?.cancel() }
      }
    } onCancel: {
      ticket.withLock { $0 }?.cancel()
    }
    return try outcome.get()
  }

  /// Makes pictures one after the other, each when a loop over the sequence asks for it.
  ///
  /// - Parameter times: The times in the asset.
  /// - Returns: A sequence with a picture or an error for each time.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// The pictures of several times.
  public struct Images: AsyncSequence, Sendable {
    let generator: AVAssetImageGenerator
    let times: [CMTime]

    /// Starts with the first time.
    public func makeAsyncIterator() -> Iterator {
      Iterator(generator: generator, times: times[...])
    }

    /// A picture, or the reason why there is none.
    public enum Element: Sendable {
      /// A picture, with the time at which the film starts to show it.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// There is no picture.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The picture; throws the error of a failure.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The time at which the film starts to show the picture; throws the error of a failure.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    /// The position among the times.
    public struct Iterator: AsyncIteratorProtocol {
      let generator: AVAssetImageGenerator
      var times: ArraySlice<CMTime>

      /// Makes the next picture; `nil` after the last one, and after a cancellation of the task.
      public mutating func next() async -> Element? {
        guard !Task.isCancelled, let time = times.popFirst() else { return nil }
        do {
          let found = try await generator.image(at: time)
          return .success(
            requestedTime: time, image: found.image, actualTime: found.actualTime)
        } catch {
          return .failure(requestedTime: time, error: error)
        }
      }
    }
  }
}
