// Concrete for each element, since what is generic is not specialised in other modules.

extension [UInt8] {
  /// Appends zeros, in one piece: one after the other they would take some ten times as long.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}

extension [Float] {
  /// Appends silence, in one piece: one sample after the other it would take some ten times as long.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}

extension [Int32] {
  /// Appends zeros, in one piece: one after the other they would take some ten times as long.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}
