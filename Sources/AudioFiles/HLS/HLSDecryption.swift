internal import AudioTransport

/// Decrypts a segment, or a part of a resource that is a separate message.
///
/// Source: RFC 8216, 4.3.2.4 and 5.2.
struct HLSDecryption {
  private static let blockByteCount = 16

  #if Crypto
    private let message: MessageDecryption
  #endif
  /// Encrypted bytes that do not form a whole block yet.
  private var encrypted: [UInt8] = []
  /// The last clear block, which may be padding.
  private var last: [UInt8] = []

  /// Begins with a key and an initialization vector.
  init(key: [UInt8], vector: [UInt8]) throws(HLSFailure) {
    guard key.count == Self.blockByteCount else { throw .key }
    #if Crypto
      guard let message = MessageDecryption(key: key, vector: vector) else { throw .cipherMissing }
      self.message = message
    #else
      throw .cipherMissing
    #endif
  }

  /// Decrypts the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: Any number of bytes.
  ///   - isEnd: Whether no more bytes follow.
  /// - Returns: Decrypted bytes, without the padding at the end. Until the end, the last block is
  ///   withheld.
  /// - Throws: ``HLSFailure``, if the message ends within a block.
  mutating func read(_ bytes: some Sequence<UInt8>, isEnd: Bool) throws(HLSFailure) -> [UInt8] {
    encrypted += bytes
    let count = encrypted.count / Self.blockByteCount * Self.blockByteCount
    var clear = last
    clear += try decrypt(Array(encrypted[..<count]))
    encrypted.removeFirst(count)
    guard isEnd else {
      last = Array(clear.suffix(Self.blockByteCount))
      clear.removeLast(last.count)
      return clear
    }
    guard encrypted.isEmpty else { throw .transport(TransportError(.changed)) }
    last = []
    clear.removeLast(Self.paddingByteCount(clear))
    return clear
  }

  private func decrypt(_ blocks: [UInt8]) throws(HLSFailure) -> [UInt8] {
    #if Crypto
      guard let clear = message.decrypt(blocks) else { throw .cipherMissing }
      return clear
    #else
      throw .cipherMissing
    #endif
  }

  /// Bytes of padding at the end; 0 if the message has none.
  ///
  /// Source: RFC 5652, 6.3.
  private static func paddingByteCount(_ clear: [UInt8]) -> Int {
    guard let value = clear.last, (1...blockByteCount).contains(Int(value)),
      clear.count >= Int(value), clear.suffix(Int(value)).allSatisfy({ $0 == value })
    else { return 0 }
    return Int(value)
  }
}
