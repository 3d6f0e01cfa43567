internal import Synchronization

/// Numbers that any thread reads and changes without a lock.
final class SharedFloats: Sendable {
  private final class Cell: Sendable {
    let bits = Atomic<UInt32>(0)
  }

  private let cells: [Cell]

  init(count: Int) { cells = (0..<count).map { _ in Cell() } }

  subscript(index: Int) -> Float {
    get { Float(bitPattern: cells[index].bits.load(ordering: .relaxed)) }
    set { cells[index].bits.store(newValue.bitPattern, ordering: .relaxed) }
  }
}
