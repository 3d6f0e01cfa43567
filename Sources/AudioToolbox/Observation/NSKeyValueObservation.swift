public import Foundation

/// An observation of a property, which lasts as long as this object.
///
/// The observation does not retain the observed object. It ends with `invalidate()`, and when the
/// program releases it.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: any PropertyObserver

  init(_ observer: any PropertyObserver) { self.observer = observer }

  deinit { observer.end() }

  /// Ends the observation and releases the handler.
  ///
  /// The handler is not called after this function returns, except by calls that other threads have
  /// already begun. A second call has no effect. The handler may call this function.
  public func invalidate() { observer.end() }
}
