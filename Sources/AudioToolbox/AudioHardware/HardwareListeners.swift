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
  /// The last known values.
  var values: [HardwareAddress: [UInt8]] = [:]
  let source: HardwareSource

  /// The identity of a listener: the address of its function and its pointer, or its closure.
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

  /// Whether the address stands for several properties.
  private var hasWildcards: Bool {
    address.mSelector == kAudioObjectPropertySelectorWildcard
      || address.mScope == kAudioObjectPropertyScopeWildcard
      || address.mElement == kAudioObjectPropertyElementWildcard
  }

  /// The value of each property that the address covers, as bytes.
  ///
  /// An address without wildcards always has a value, which is empty if the property has none.
  var currentValues: [HardwareAddress: [UInt8]] {
    let place = try? HardwarePlace(object, address, source)
    guard hasWildcards else {
      return [HardwareAddress(address): (try? place?.value())?.comparedBytes ?? []]
    }
    guard let place else { return [:] }
    let selectors =
      address.mSelector == kAudioObjectPropertySelectorWildcard
      ? place.table.identifiers : [address.mSelector]
    return selectors.reduce(into: [:]) { $0.merge(values(of: $1, place)) { $1 } }
  }

  /// The values of a property in the scopes of the address.
  ///
  /// If the value is the same in all scopes, only the global scope has an entry.
  private func values(
    of selector: AudioObjectPropertySelector, _ place: HardwarePlace
  ) -> [HardwareAddress: [UInt8]] {
    let global = kAudioObjectPropertyScopeGlobal
    let isAnyElement = address.mElement == kAudioObjectPropertyElementWildcard
    var values: [HardwareAddress: [UInt8]] = [:]
    func note(_ scope: AudioObjectPropertyScope) {
      var place = place
      place.address = AudioObjectPropertyAddress(
        mSelector: selector, mScope: scope,
        mElement: isAnyElement ? kAudioObjectPropertyElementMain : address.mElement)
      guard let bytes = (try? place.value())?.comparedBytes else { return }
      var shared = HardwareAddress(place.address)
      shared.scope = global
      if scope == global || values[shared] != bytes {
        values[HardwareAddress(place.address)] = bytes
      }
    }
    guard address.mScope == kAudioObjectPropertyScopeWildcard else {
      note(address.mScope)
      return values
    }
    for scope in [global, kAudioObjectPropertyScopeOutput, kAudioObjectPropertyScopeInput] {
      note(scope)
    }
    return values
  }

  /// The properties whose values differ from the last known ones, in a fixed order.
  func changes(to new: [HardwareAddress: [UInt8]]) -> [HardwareAddress] {
    new.filter { values[$0.key] != $0.value }.keys.sorted()
  }

  /// The address of an event of the object, or `nil` if the listener does not listen to it.
  func address(ofEvent selector: AudioObjectPropertySelector) -> HardwareAddress? {
    let wanted = address.mSelector
    guard wanted == selector || wanted == kAudioObjectPropertySelectorWildcard else { return nil }
    guard hasWildcards else { return HardwareAddress(address) }
    let isAnyScope = address.mScope == kAudioObjectPropertyScopeWildcard
    return HardwareAddress(
      AudioObjectPropertyAddress(
        mSelector: selector,
        mScope: isAnyScope ? kAudioObjectPropertyScopeGlobal : address.mScope,
        mElement: kAudioObjectPropertyElementMain))
  }

  /// Calls the client with the properties that have changed.
  func call(_ changes: [HardwareAddress]) {
    let addresses = changes.map(\.address)
    if case .closure(_, let queue?) = function {
      queue.async { give(addresses) }
    } else {
      give(addresses)
    }
  }

  private func give(_ addresses: [AudioObjectPropertyAddress]) {
    unsafe addresses.withUnsafeBufferPointer { addresses in
      guard let start = addresses.baseAddress else { return }
      // Safe: the addresses live until the function returns.
      switch function {
      case .proc(let proc, let data):
        _ = unsafe proc(object, UInt32(addresses.count), start, data)
      case .closure(let closure, _): unsafe closure(UInt32(addresses.count), start)
      }
    }
  }
}

/// The address of a property, as a key.
struct HardwareAddress: Hashable, Comparable, Sendable {
  var selector: AudioObjectPropertySelector
  var scope: AudioObjectPropertyScope
  var element: AudioObjectPropertyElement

  init(_ address: AudioObjectPropertyAddress) {
    (selector, scope, element) = (address.mSelector, address.mScope, address.mElement)
  }

  var address: AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: element)
  }

  static func < (one: HardwareAddress, other: HardwareAddress) -> Bool {
    (one.selector, one.scope, one.element) < (other.selector, other.scope, other.element)
  }
}

/// All listeners, and the thread that calls them.
final class HardwareListeners: Sendable {
  static let shared = HardwareListeners()

  private let listeners = Mutex<[HardwareListener]>([])

  func add(_ listener: HardwareListener) {
    var listener = listener
    listener.values = listener.currentValues
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
      let values = listener.currentValues
      let changes = listeners.withLock { listeners -> [HardwareAddress] in
        guard let index = listeners.firstIndex(where: { $0.isSame(listener) }) else { return [] }
        defer { listeners[index].values = values }
        return listeners[index].changes(to: values)
      }
      if !changes.isEmpty { listener.call(changes) }
    }
  }

  /// Calls the listeners of a property that reports an event.
  func note(_ selector: AudioObjectPropertySelector, _ object: AudioObjectID) {
    for listener in listeners.withLock({ $0 }) where listener.object == object {
      if let address = listener.address(ofEvent: selector) { listener.call([address]) }
    }
  }
}

extension PropertyValue {
  /// Bytes for comparisons: different values have different bytes.
  fileprivate var comparedBytes: [UInt8] {
    switch self {
    case .bytes(let bytes), .structure(let bytes, _): bytes
    case .object(let object): Array("\(object)".utf8)
    }
  }
}
