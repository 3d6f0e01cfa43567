internal import AudioPlayback
internal import AudioTransport
internal import CoreMedia
internal import Dispatch
internal import Synchronization
internal import VideoFrames

/// The open film of an image generator, and its pending requests.
final class ImageWorker: Sendable {
  /// A picture, and the time at which the film shows it.
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), AVError>

  /// A request that can be cancelled.
  final class Ticket: Sendable {
    private let isCancelledFlag = Atomic(false)

    var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }
  }

  private let bytes: MediaBytes
  private let name: String
  private let maker = Mutex<ThumbnailMaker?>(nil)
  private let tickets = Mutex<[Ticket]>([])
  private let queue = DispatchQueue(label: "org.opencoreaudio.images")

  init(_ asset: AVAsset) { (bytes, name) = (asset.bytes, asset.name) }

  /// Makes a picture on the calling thread.
  func image(_ request: ThumbnailRequest) -> Outcome {
    let (bytes, name) = (bytes, name)
    return maker.withLock { maker in
      do throws(VideoError) {
        let film: ThumbnailMaker
        if let maker {
          film = maker
        } else {
          film = try ThumbnailMaker(try Self.open(bytes))
          maker = film
        }
        guard let thumbnail = try film.thumbnail(request) else {
          return .failure(
            AVError(
              .noImageAtTime, "\(name) has no picture within the tolerance of the requested time"))
        }
        let time = film.track.presentationTime(thumbnail.time)
        return .success((CGImage(thumbnail.pixels), time))
      } catch {
        return .failure(AVError(error, of: name))
      }
    }
  }

  private static func open(_ bytes: MediaBytes) throws(VideoError) -> any ByteSource {
    do throws(TransportError) {
      return try bytes.openSource()
    } catch {
      throw VideoError(.transport(error))
    }
  }

  /// Makes a picture on a queue of this object, after the earlier requests.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - handler: Receives the picture, or the error `operationCancelled`.
  /// - Returns: The request, which the caller can cancel.
  @discardableResult
  func queue(
    _ request: ThumbnailRequest, _ handler: @escaping @Sendable (Outcome) -> Void
  ) -> Ticket {
    let ticket = Ticket()
    tickets.withLock { $0.append(ticket) }
    queue.async { [self] in
      let outcome: Outcome =
        ticket.isCancelled
        ? .failure(AVError(.operationCancelled, "the request for a picture was cancelled"))
        : image(request)
      tickets.withLock { $0.removeAll { $0 === ticket } }
      handler(outcome)
    }
    return ticket
  }

  /// Cancels the requests that have not begun.
  func cancelAll() {
    for ticket in tickets.withLock({ $0 }) { ticket.cancel() }
  }
}
