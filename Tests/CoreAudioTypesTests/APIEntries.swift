/// A constant, and its value in the inventory of Apple's symbols.
struct APIConstant {
  var name: String
  /// The value in this package, without a sign if the type has none.
  var value: Int64
  /// The value in the inventory, which has signs for all 32-bit values.
  var expected: Int64

  init<Value: BinaryInteger>(_ name: String, _ value: Value, _ expected: Int64) {
    self.name = name
    self.value = Int64(value)
    self.expected = Value.isSigned ? expected : Int64(UInt32(truncatingIfNeeded: expected))
  }
}

/// A constant that is text.
struct APIText {
  var name: String
  var value: String
  var expected: String

  init(_ name: String, _ value: String, _ expected: String) {
    self.name = name
    self.value = value
    self.expected = expected
  }
}

/// A structure, and the offsets of its members by the rules of C.
struct APIStructure {
  var name: String
  var size: Int
  var stride: Int
  var expectedSize: Int
  var members: [(name: String, offset: Int?, expectedOffset: Int)]

  init<Structure>(
    _ name: String, _ type: Structure.Type, _ expectedSize: Int,
    _ members: [(String, PartialKeyPath<Structure>, Int)]
  ) {
    self.name = name
    size = MemoryLayout<Structure>.size
    stride = MemoryLayout<Structure>.stride
    self.expectedSize = expectedSize
    self.members = members.map { ($0, MemoryLayout<Structure>.offset(of: $1), $2) }
  }
}
