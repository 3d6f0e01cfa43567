#if Crypto
  import CCrypto

  /// Decrypts one message that was encrypted with AES-128 in CBC mode.
  @safe package final class MessageDecryption {
    package static let blockByteCount = 16

    private let decryption: OpaquePointer

    /// Begins with a key and an initialization vector of 16 bytes each.
    ///
    /// - Returns: `nil` for other sizes, or if the library is missing.
    package init?(key: [UInt8], vector: [UInt8]) {
      guard key.count == Self.blockByteCount, vector.count == Self.blockByteCount,
        // Safe: the function reads 16 bytes of each array.
        let made = unsafe OCADecryptionCreate(key, vector)
      else { return nil }
      unsafe decryption = made
    }

    deinit {
      // Safe: `init` created the decryption, which is freed once.
      unsafe OCADecryptionDestroy(decryption)
    }

    /// Decrypts whole blocks, with their padding.
    ///
    /// - Returns: The decrypted blocks, of the same length; `nil` if the library fails.
    package func decrypt(_ blocks: [UInt8]) -> [UInt8]? {
      var output = [UInt8](repeating: 0, count: blocks.count)
      // Safe: both arrays have the stated size.
      return unsafe OCADecryptionUpdate(decryption, blocks, blocks.count, &output) ? output : nil
    }
  }
#endif
