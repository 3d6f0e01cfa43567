// One extension for each element type, because generic code is not specialized in other modules.

extension [UInt8] {
  /// Appends zeros in one step, which is about ten times as fast as one by one.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}

extension [Float] {
  /// Appends silence in one step, which is about ten times as fast as one by one.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}

extension [Int32] {
  /// Appends zeros in one step, which is about ten times as fast as one by one.
  package mutating func append(zeros count: Int) {
    append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }
}
