import AudioToolbox

/// The queue sequences by number.
///
/// The numbers are the user data of callbacks, so that a late callback finds no sequence and does
/// no harm.
final class SequenceTable: @unchecked Sendable {
  // Sendable: `lock` guards all mutable state.
  static let shared = SequenceTable()
  private let lock = NSLock()
  private var sequences: [UInt: QueueSequence] = [:]
  private var last: UInt = 0

  func add(_ sequence: QueueSequence) -> UInt {
    lock.withLock {
      last += 1
      sequences[last] = sequence
      return last
    }
  }

  func remove(_ key: UInt) { lock.withLock { sequences[key] = nil } }

  func sequence(_ userData: UnsafeMutableRawPointer?) -> QueueSequence? {
    lock.withLock { sequences[UInt(bitPattern: userData)] }
  }
}
