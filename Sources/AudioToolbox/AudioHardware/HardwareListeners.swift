internal import AudioRealtime
public import CoreAudioTypes
internal import Dispatch
internal import Synchronization

/// A closure that is called after a change of properties.
public typealias AudioObjectPropertyListenerBlock = (
  UInt32, UnsafePointer<AudioObjectPropertyAddress>
) -> Void

/// A client's function or closure that hears of changes of a property.
@safe
struct HardwareListener: @unchecked Sendable {
  // Unchecked: the client states the function and its pointer, or the closure, for any thread.

  @safe enum Function {
    case proc(AudioObjectPropertyListenerProc, UnsafeMutableRawPointer?)
    case closure(AudioObjectPropertyListenerBlock, DispatchQueue?)

    /// Whether a C client passed null.
    var isNull: Bool {
      // Safe: the function pointer is only compared with null.
      if case .proc(let proc, _) = self { return unsafe unsafeBitCast(proc, to: UInt.self) == 0 }
      return false
    }
  }

  let object: AudioObjectID
  let address: AudioObjectPropertyAddress
  let function: Function
  /// The last known value.
  var value: [UInt8] = []
  let source: HardwareSource

  /// What makes two functions the same: its address, or that of the closure, and its data.
  private var identity: [UInt] {
    switch function {
    case .proc(let proc, let data):
      // Safe: addresses are only compared.
      return unsafe [unsafeBitCast(proc, to: UInt.self), UInt(bitPattern: data)]
    case .closure(let closure, _):
      // Safe: a closure consists of these two addresses.
      let parts = unsafe unsafeBitCast(closure, to: (UInt, UInt).self)
      return [parts.0, parts.1]
    }
  }

  func isSame(_ other: HardwareListener) -> Bool {
    object == other.object && identity == other.identity
      && address.mSelector == other.address.mSelector && address.mScope == other.address.mScope
      && address.mElement == other.address.mElement
  }

  /// The value of the property, or of all properties, as bytes.
  var currentValue: [UInt8] {
    guard let place = try? HardwarePlace(object, address, source) else { return [] }
    guard address.mSelector == kAudioObjectPropertySelectorWildcard else {
      return (try? place.value())?.comparedBytes ?? []
    }
    return place.table.identifiers.flatMap { selector -> [UInt8] in
      var address = address
      (address.mSelector, address.mElement) = (selector, kAudioObjectPropertyElementMain)
      if address.mScope == kAudioObjectPropertyScopeWildcard {
        address.mScope = kAudioObjectPropertyScopeGlobal
      }
      let place = try? HardwarePlace(object, address, source)
      return (try? place?.value())?.comparedBytes ?? []
    }
  }

  /// Calls the client.
  func call() {
    switch function {
    case .proc(let proc, let data):
      var address = address
      // Safe: the address lives until the function returns.
      _ = unsafe proc(object, 1, &address, data)
    case .closure(let closure, let queue):
      nonisolated(unsafe) let body = unsafe closure
      let address = address
      let work: @Sendable () -> Void = {
        // Safe: as above.
        unsafe withUnsafePointer(to: address) { pointer in
          unsafe body(1, pointer)
        }
      }
      if let queue { queue.async(execute: work) } else { work() }
    }
  }
}

/// All listeners, and the thread that calls them.
final class HardwareListeners: Sendable {
  static let shared = HardwareListeners()

  private let listeners = Mutex<[HardwareListener]>([])

  func add(_ listener: HardwareListener) {
    var listener = listener
    listener.value = listener.currentValue
    let added = listener
    listeners.withLock { listeners in
      if !listeners.contains(where: { $0.isSame(added) }) { listeners.append(added) }
    }
  }

  func remove(_ listener: HardwareListener) {
    let removed = listeners.withLock { listeners -> HardwareListener? in
      guard let index = listeners.firstIndex(where: { $0.isSame(listener) }) else { return nil }
      return listeners.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// Calls the listeners whose values have changed, soon.
  func checkSoon(_ source: HardwareSource) {
    source.thread.post { [self] in check(source) }
  }

  /// Calls the listeners whose values have changed.
  func check(_ source: HardwareSource) {
    for listener in listeners.withLock({ $0 }) where listener.source === source {
      let value = listener.currentValue
      let isChanged = listeners.withLock { listeners -> Bool in
        guard let index = listeners.firstIndex(where: { $0.isSame(listener) }) else { return false }
        defer { listeners[index].value = value }
        return listeners[index].value != value
      }
      if isChanged { listener.call() }
    }
  }

  /// Calls the listeners of a property that reports an event.
  func note(_ selector: AudioObjectPropertySelector, _ object: AudioObjectID) {
    let noted = listeners.withLock { $0 }.filter {
      $0.object == object && $0.address.mSelector == selector
    }
    for listener in noted { listener.call() }
  }
}

extension PropertyValue {
  /// Bytes that differ if the value does.
  fileprivate var comparedBytes: [UInt8] {
    switch self {
    case .bytes(let bytes), .structure(let bytes, _): bytes
    case .object(let object): Array("\(object)".utf8)
    }
  }
}
