import AudioToolbox

/// The functions that read a property of a file or a stream.
struct PropertyValues {
  /// The size of a value in bytes.
  var size: (UInt32) -> UInt32?
  /// Writes a value, and returns its size in bytes, or `nil` if the property is unavailable.
  var get: (UInt32, UInt32, UnsafeMutableRawPointer) -> UInt32?

  /// The largest size in bytes of a value that is not a mere promise.
  private let largest: Int

  init(
    of byteCount: Int, size: @escaping (UInt32) -> UInt32?,
    get: @escaping (UInt32, UInt32, UnsafeMutableRawPointer) -> UInt32?
  ) {
    self.size = size
    self.get = get
    // A marker has 40 bytes, but 6 in a file. Every other value is at most as large as in the file.
    largest = 64 * byteCount + 4096
  }

  /// Reads a value into memory with random contents, because some values are also inputs.
  ///
  /// - Returns: The broken rule.
  func check(_ property: UInt32, _ dice: inout Dice) -> String? {
    guard let size = size(property) else { return nil }
    guard Int(size) <= largest else { return "\(name(property)) is said to have \(size) bytes" }
    let buffer = LentBuffer(byteCount: Int(size))
    defer { buffer.free() }
    memset(buffer.start, 0, Int(size))
    for offset in stride(from: 0, to: Int(size) - 7, by: 8) where offset < 24 {
      buffer.start.storeBytes(
        of: Self.number(&dice), toByteOffset: offset, as: Int64.self)
    }
    let got = get(property, size, buffer.start)
    guard buffer.isMarkThere, got ?? 0 <= size else { return "\(name(property)) is longer" }
    if let got { Self.release(property, buffer.start, Int(got)) }
    return nil
  }

  /// The number of a packet, frame or byte, which may be out of range.
  private static func number(_ dice: inout Dice) -> Int64 {
    switch dice.next(6) {
    case 0: 0
    case 1: -Int64(dice.next(1000))
    case 2: Int64.max - Int64(dice.next(3))
    case 3: Int64(dice.next(1 << 40))
    default: Int64(dice.next(5000))
    }
  }

  private func name(_ property: UInt32) -> String {
    let bytes = (0..<4).map { (index: UInt32) -> UInt8 in
      UInt8(truncatingIfNeeded: property >> (24 - 8 * index))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Releases the objects in a value.
  private static func release(_ property: UInt32, _ start: UnsafeMutableRawPointer, _ count: Int) {
    switch property {
    case kAudioFilePropertyInfoDictionary, kAudioFilePropertyAlbumArtwork,
      kAudioFilePropertyDataFormatName:
      guard count == MemoryLayout<UInt>.size else { return }
      release(start.load(as: UnsafeRawPointer?.self))
    case kAudioFilePropertyMarkerList:
      let list = start.assumingMemoryBound(to: AudioFileMarkerList.self)
      guard count >= 8 else { return }
      releaseNames(of: markers(at: start + 8, Int(list.pointee.mNumberMarkers), count - 8))
    case kAudioFilePropertyRegionList:
      guard count >= 16 else { return }
      let list = start.assumingMemoryBound(to: AudioFileRegionList.self)
      let head = MemoryLayout<AudioFileRegion>.size - MemoryLayout<AudioFileMarker>.size
      var place =
        start + (MemoryLayout<AudioFileRegionList>.size - MemoryLayout<AudioFileRegion>.size)
      for _ in 0..<list.pointee.mNumberRegions where place - start + head <= count {
        let region = place.assumingMemoryBound(to: AudioFileRegion.self)
        release(UnsafeRawPointer(region.pointee.mName.toOpaque()))
        let markers = Int(region.pointee.mNumberMarkers)
        releaseNames(
          of: Self.markers(at: place + head, markers, count - (place - start) - head))
        place += head + markers * MemoryLayout<AudioFileMarker>.size
      }
    default: break
    }
  }

  private static func markers(
    at start: UnsafeMutableRawPointer, _ number: Int, _ byteCount: Int
  ) -> UnsafeBufferPointer<AudioFileMarker> {
    let room = byteCount / MemoryLayout<AudioFileMarker>.stride
    return UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: AudioFileMarker.self), count: min(number, room))
  }

  private static func releaseNames(of markers: UnsafeBufferPointer<AudioFileMarker>) {
    for marker in markers { release(marker.mName.map { UnsafeRawPointer($0.toOpaque()) }) }
  }

  private static func release(_ object: UnsafeRawPointer?) {
    if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
  }
}
