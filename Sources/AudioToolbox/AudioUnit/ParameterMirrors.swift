internal import CoreAudioTypes
internal import Synchronization

/// The trees of parameters that follow units of version 2.
package enum ParameterMirrors {
  private struct Mirror: Sendable {
    weak var tree: AUParameterTree?
  }

  private static let trees = Mutex<[UInt: [Mirror]]>([:])
  private static let count = Atomic<Int>(0)

  /// Lets a tree follow a unit.
  package static func add(_ tree: AUParameterTree, of unit: AudioUnit) {
    trees.withLock { trees in
      trees[UInt(bitPattern: unit), default: []].append(Mirror(tree: tree))
      count.store(trees.count, ordering: .relaxed)
    }
  }

  /// Forgets the trees of a unit that ends.
  static func remove(_ unit: UInt) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let removed = trees.withLock { trees in
      defer { count.store(trees.count, ordering: .relaxed) }
      return trees.removeValue(forKey: unit)
    }
    withExtendedLifetime(removed) {}
  }

  /// Sets a parameter of a unit on behalf of its tree, which therefore does not follow the change.
  package static func set(
    _ parameter: AUParameterAddress, of unit: AudioUnit, to value: Float
  ) -> OSStatus {
    status { () throws(StatusError) in
      try unsafe UnitInstance.find(unit).setParameter(
        AudioUnitParameterID(truncatingIfNeeded: parameter), UnitPart(parameter), to: value, at: 0)
    }
  }

  /// The value of a parameter of a unit; 0 if the unit has ended.
  package static func value(_ parameter: AUParameterAddress, of unit: AudioUnit) -> Float {
    let value = try? unsafe UnitInstance.find(unit).parameter(
      AudioUnitParameterID(truncatingIfNeeded: parameter), UnitPart(parameter))
    return value ?? 0
  }

  /// Follows a change that a client has made with the functions of version 2.
  static func follow(
    _ unit: UInt, _ parameter: AudioUnitParameterID, _ part: UnitPart, _ value: Float
  ) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let found = trees.withLock { $0[unit, default: []].compactMap(\.tree) }
    for tree in found {
      tree.parameter(
        withID: parameter, scope: part.scope, element: AudioUnitElement(part.element)
      )?.follow(value)
    }
  }
}

extension UnitPart {
  /// The part in the address of a parameter.
  fileprivate init(_ address: AUParameterAddress) {
    self.init(AudioUnitScope(address >> 56), AudioUnitElement(address >> 32 & 0xFF_FFFF))
  }
}
