import Foundation
import Observation
import Synchronization

@testable import AVFoundation
@testable import AudioToolbox

/// A class with observable properties, in the form of the module's own observable classes.
class Track: NSObject, _KeyValueCodingAndObserving, Observable, @unchecked Sendable {
  enum Status: Int, Sendable {
    case unknown, ready, failed
  }

  private struct State {
    var volume = 0
    var status = Status.unknown
    var next: Track?
  }

  let properties = ObservedProperties()
  private let state = Mutex(State())
  /// Runs in `deinit`.
  let onDeinit: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

  deinit {
    volume = -1
    onDeinit.withLock { $0 }?()
  }

  var volume: Int {
    get {
      properties.access(self, \.volume)
      return state.withLock { $0.volume }
    }
    set { properties.change(self, \.volume) { state.withLock { $0.volume = newValue } } }
  }

  var status: Status {
    get {
      properties.access(self, \.status)
      return state.withLock { $0.status }
    }
    set { properties.change(self, \.status) { state.withLock { $0.status = newValue } } }
  }

  var next: Track? {
    get {
      properties.access(self, \.next)
      return state.withLock { $0.next }
    }
    set {
      let old = properties.change(self, \.next) {
        state.withLock { state in
          defer { state.next = newValue }
          return state.next
        }
      }
      // Releases the value after the lock.
      _ = old
    }
  }

  /// Changes two properties in one step.
  func fail() {
    let change = properties.willChange(self, \.volume, \.status)
    state.withLock {
      $0.volume = 0
      $0.status = .failed
    }
    properties.didChange(change)
  }

  /// Announces a change of the volume, and changes it when `body` calls its argument.
  func changeVolume(to volume: Int, around body: (() -> Void) -> Void) {
    properties.change(self, \.volume) { body { state.withLock { $0.volume = volume } } }
  }
}

/// A subclass with one more property.
final class LongTrack: Track, @unchecked Sendable {
  private let parts = Mutex(0)

  var partCount: Int {
    get {
      properties.access(self, \.partCount)
      return parts.withLock { $0 }
    }
    set { properties.change(self, \.partCount) { parts.withLock { $0 = newValue } } }
  }
}

extension Track {
  /// A computed property in the form that a client writes.
  var isLoud: Bool { volume > 10 && status != .failed }
}

/// Values that handlers append on any thread.
final class Log<Value: Sendable>: Sendable {
  private let storage = Mutex<[Value]>([])

  var values: [Value] { storage.withLock { $0 } }
  func append(_ value: Value) { storage.withLock { $0.append(value) } }
}
