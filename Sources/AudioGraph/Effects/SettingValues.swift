internal import Synchronization

/// Settings of an effect that are numbers.
package protocol NumberedSettings: EffectSettings {
  var values: SettingValues { get }
}

extension NumberedSettings {
  package var isBypassed: Bool {
    get { values.isBypassed }
    set { values.isBypassed = newValue }
  }

  /// Drops the sound that the effect keeps.
  package func reset() { values.reset() }

  var changeCount: Int { values.changeCount }
  var resetCount: Int { values.resetCount }
}

/// Numbers that any thread sets and the render thread reads.
package final class SettingValues: Sendable {
  private final class Cell: Sendable {
    let bits: Atomic<UInt32>

    init(_ value: Float) { bits = Atomic(value.bitPattern) }
  }

  private let cells: [Cell]
  private let changes = Atomic<Int>(0)
  private let resets = Atomic<Int>(0)
  private let isOff = Atomic<Bool>(false)

  init(_ values: [Float]) {
    cells = values.map { Cell($0) }
  }

  subscript(index: Int) -> Float {
    get { Float(bitPattern: cells[index].bits.load(ordering: .relaxed)) }
    set {
      cells[index].bits.store(newValue.bitPattern, ordering: .relaxed)
      changes.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Sets the first numbers.
  func set(_ values: [Float]) {
    for (index, value) in values.enumerated() {
      cells[index].bits.store(value.bitPattern, ordering: .relaxed)
    }
    changes.wrappingAdd(1, ordering: .releasing)
  }

  var isBypassed: Bool {
    get { isOff.load(ordering: .relaxed) }
    set { isOff.store(newValue, ordering: .relaxed) }
  }

  func reset() { resets.wrappingAdd(1, ordering: .releasing) }

  /// The number of changes and of resets, which the render thread compares with those it has seen.
  var changeCount: Int { changes.load(ordering: .acquiring) }
  var resetCount: Int { resets.load(ordering: .acquiring) }
}

/// A level whose changes become ramps of 256 frames.
struct LevelRamp {
  private static let frames = 256
  private var current: Float = 0
  private var target: Float = 0
  private var left = 0
  private var hasBegun = false

  /// Begins a ramp to another level; the first level applies at once.
  mutating func set(_ level: Float) {
    guard level != target || !hasBegun else { return }
    target = level
    left = hasBegun ? Self.frames : 0
    if !hasBegun { current = level }
    hasBegun = true
  }

  /// The level of the next frame.
  @inline(__always)
  mutating func next() -> Float {
    guard left > 0 else { return target }
    current += (target - current) / Float(left)
    left -= 1
    return current
  }
}
