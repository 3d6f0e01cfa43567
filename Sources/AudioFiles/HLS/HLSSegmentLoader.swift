internal import AudioContainers
internal import AudioTransport

/// Opens segments with all that they need: keys, and initialization sections.
struct HLSSegmentLoader {
  /// Bytes of a key.
  private static let keyByteCount = 16
  /// Keys that are kept.
  private static let mostKeys = 16
  /// Bytes of the longest initialization section.
  private static let longestMap = 16 << 20

  let loader: HLSLoader
  /// The resource of the last segment, if it also contains other segments.
  private var shared: HLSOpenResource?
  /// The initialization section that was loaded last.
  private var map: (address: String, map: HLSMap, bytes: [UInt8])?
  /// Keys by address.
  private var keys: [String: [UInt8]] = [:]

  init(_ loader: HLSLoader) { self.loader = loader }

  /// Opens a segment, without waiting for its bytes.
  mutating func open(
    _ segment: HLSSegment, of list: HLSMediaList
  ) throws(HLSFailure) -> HLSSegmentBytes {
    let decryption = try decryption(segment.keys, segment.sequence, list)
    let address = try list.resolve(segment.uri)
    if let shared, segment.range != nil, shared.address == address {
      return HLSSegmentBytes(segment, shared, decryption)
    }
    let offset = UInt64(segment.range?.offset ?? 0)
    let resource = try transporting { () throws(TransportError) in
      try loader.open(address, from: offset, isMedia: true)
    }
    shared = segment.range == nil ? nil : resource
    return HLSSegmentBytes(segment, resource, decryption)
  }

  /// Forgets a resource that could not be read.
  mutating func forget() { shared = nil }

  /// Loads the initialization section of a segment, unless it is the section loaded last.
  mutating func map(
    of segment: HLSSegment, of list: HLSMediaList
  ) throws(HLSFailure) -> [UInt8]? {
    guard let wanted = segment.map else { return nil }
    let address = try list.resolve(wanted.uri)
    if let map, map.map == wanted, map.address == address { return map.bytes }
    var decryption = try decryption(wanted.keys, nil, list)
    let range = wanted.range
    guard range?.byteCount ?? 0 <= Self.longestMap else { throw .notMedia }
    let resource = try transporting { () throws(TransportError) in
      try loader.open(address, from: UInt64(range?.offset ?? 0), isMedia: true)
    }
    var bytes = try transporting { () throws(TransportError) in
      guard var range else { return try resource.bytes(limit: Self.longestMap) }
      if decryption != nil { range.byteCount = range.encryptedByteCount }
      return try resource.bytes(of: range)
    }
    if decryption != nil { bytes = try decryption?.read(bytes, isEnd: true) ?? [] }
    map = (address, wanted, bytes)
    return bytes
  }

  /// Begins to decrypt a segment with one of its keys; `nil` if it is not encrypted.
  private mutating func decryption(
    _ keys: [HLSKey], _ sequence: Int?, _ list: HLSMediaList
  ) throws(HLSFailure) -> HLSDecryption? {
    guard !keys.isEmpty else { return nil }
    guard let key = keys.first(where: { $0.format == HLSKey.identityFormat }),
      key.method == .aes128
    else { throw .protected }
    let address = try list.resolve(key.uri)
    let bytes = try self.bytes(ofKey: address)
    return try HLSDecryption(key: bytes, vector: key.vectorBytes(forSequence: sequence))
  }

  private mutating func bytes(ofKey address: String) throws(HLSFailure) -> [UInt8] {
    if let known = keys[address] { return known }
    let bytes = try transporting { () throws(TransportError) in
      try loader.open(address).bytes(limit: Self.keyByteCount)
    }
    guard bytes.count == Self.keyByteCount else { throw .key }
    if keys.count >= Self.mostKeys { keys = [:] }
    keys[address] = bytes
    return bytes
  }
}
