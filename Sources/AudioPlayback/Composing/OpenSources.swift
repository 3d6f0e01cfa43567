internal import Synchronization

/// The open sources of a composition.
///
/// Any thread can end their waits for bytes.
final class OpenSources: Sendable {
  private struct State {
    var isCancelled = false
    var count = 0
    var cancels: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Adds a function that ends the waits of a source.
  ///
  /// - Returns: The number of the source; `nil` if all waits have been ended.
  func add(_ cancel: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.count += 1
      state.cancels[state.count] = cancel
      return state.count
    }
  }

  /// Ends the waits of a source that is no longer needed.
  func close(_ number: Int) { state.withLock { $0.cancels.removeValue(forKey: number) }?() }

  /// Ends the waits of all sources.
  func cancel() {
    let cancels = state.withLock { state in
      state.isCancelled = true
      defer { state.cancels = [:] }
      return Array(state.cancels.values)
    }
    for cancel in cancels { cancel() }
  }
}
