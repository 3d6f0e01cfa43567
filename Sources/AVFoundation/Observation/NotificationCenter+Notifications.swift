public import Foundation

extension NotificationCenter {
  /// Returns the notifications of a name as an asynchronous sequence.
  ///
  /// ```swift
  /// let ends = NotificationCenter.default.notifications(
  ///   named: AVPlayerItem.didPlayToEndTimeNotification, object: item)
  /// for await _ in ends { print("The end.") }
  /// ```
  ///
  /// Foundation on Linux lacks this function, so this module declares it. Each iterator returns all
  /// notifications from its creation to its release, in the order of their posts. It keeps the
  /// notifications that its loop has not fetched yet.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications.
  ///   - object: The sender; `nil` for any sender. The sequence does not retain it.
  /// - Returns: The sequence, which ends when its task is cancelled.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// The notifications of a name as an asynchronous sequence.
  ///
  /// `@unchecked`, because the sender need not be `Sendable`: only its identity is used.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    /// A notification.
    public typealias Element = Notification
    /// The sequence reports no errors.
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    private weak let object: AnyObject?
    private let isForAnySender: Bool

    init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      self.center = center
      self.name = name
      self.object = object
      isForAnySender = object == nil
    }

    /// Begins to observe.
    ///
    /// - Returns: An iterator over the notifications from now on.
    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
      let object = object
      if isForAnySender || object != nil {
        let token = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Posted(notification: $0))
        }
        let registration = Registration(center: center, token: token)
        continuation.onTermination = { _ in registration.end() }
      } else {
        // The sender has gone.
        continuation.finish()
      }
      return Iterator(stream: stream.makeAsyncIterator())
    }
  }
}

extension NotificationCenter.Notifications {
  /// Waits for notifications.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var stream: AsyncStream<Posted>.Iterator

    /// Returns the next notification, or `nil` after cancellation.
    public mutating func next() async -> Notification? { await stream.next()?.notification }

    /// Returns the next notification, or `nil` after cancellation, to code of an actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
      await stream.next(isolation: actor)?.notification
    }
  }
}

/// A posted notification.
///
/// `@unchecked`, because a sender posts to observers on any thread.
private struct Posted: @unchecked Sendable {
  let notification: Notification
}

/// An observer of a notification center.
///
/// `@unchecked`, because the token of a notification center may be used on any thread.
private struct Registration: @unchecked Sendable {
  let center: NotificationCenter
  let token: any NSObjectProtocol

  func end() { center.removeObserver(token) }
}
