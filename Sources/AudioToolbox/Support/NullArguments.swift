/// Whether a client of C passed null for an argument that may not be null.
///
/// Swift's types rule that out for clients of Swift only.
func isNull(_ pointer: UnsafeMutableRawPointer) -> Bool {
  UInt(bitPattern: pointer) == 0
}

/// Whether a client of C passed null for an argument that may not be null.
func isNull<Value>(_ pointer: UnsafeMutablePointer<Value>) -> Bool {
  UInt(bitPattern: pointer) == 0
}

/// Whether a client of C passed null for an argument that may not be null.
func isNull(_ reference: OpaquePointer) -> Bool {
  UInt(bitPattern: reference) == 0
}
