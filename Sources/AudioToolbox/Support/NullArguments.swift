/// Whether a C client passed null for a nonnull argument.
///
/// Swift's type system prevents this only for Swift clients.
func isNull(_ pointer: UnsafeMutableRawPointer) -> Bool {
  UInt(bitPattern: pointer) == 0
}

/// Whether a C client passed null for a nonnull argument.
func isNull<Value>(_ pointer: UnsafeMutablePointer<Value>) -> Bool {
  UInt(bitPattern: pointer) == 0
}

/// Whether a C client passed null for a nonnull argument.
func isNull(_ reference: OpaquePointer) -> Bool {
  UInt(bitPattern: reference) == 0
}
