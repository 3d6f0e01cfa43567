internal import AudioModel
internal import CoreAudioTypes
internal import Foundation

/// A client's new value for a property, which is only valid during the call.
@safe struct SettingValue {
  let memory: UnsafeRawPointer
  let byteCount: Int

  /// Refers to a client's memory, which must hold as many bytes as stated.
  init(memory: UnsafeRawPointer, byteCount: Int) {
    unsafe self.memory = unsafe memory
    self.byteCount = byteCount
  }

  /// The value as a C structure.
  ///
  /// - Throws: `kAudioFileBadPropertySizeError` if the value has another size.
  func load<Value: BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) throws(StatusError) -> Value {
    guard byteCount == MemoryLayout<Value>.size else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    // Safe: the client provides as many bytes as it states.
    return unsafe memory.loadUnaligned(as: Value.self)
  }

  /// The value as bytes.
  func bytes() -> [UInt8] {
    // Safe: the client provides as many bytes as it states.
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: byteCount))
  }

  /// The value as a dictionary.
  func dictionary() throws(StatusError) -> NSDictionary {
    guard let reference = try unsafe load(UnsafeRawPointer?.self) else {
      throw StatusError(kAudio_ParamError)
    }
    // Safe: the value is a CFDictionaryRef, which the client keeps alive during the call.
    return unsafe Unmanaged<NSDictionary>.fromOpaque(reference).takeUnretainedValue()
  }

  /// The value as a channel layout with its descriptions.
  func channelLayout() throws(StatusError) -> ChannelLayout {
    guard let layout = ChannelLayout(bytes: bytes()) else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    return layout
  }
}

// MARK: - Markers

extension SettingValue {
  /// The value as a list of markers.
  func markers() throws(StatusError) -> [Marker] {
    let head = MarkerSizes.listHead
    guard byteCount >= head else { throw StatusError(kAudioFileBadPropertySizeError) }
    // Safe: the client provides as many bytes as it states, and the size is checked above.
    let timeType = unsafe memory.loadUnaligned(as: UInt32.self)
    let count = unsafe Int(memory.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    return try markers(at: head, count: count, timeType)
  }

  /// The value as a list of regions.
  func regions() throws(StatusError) -> [Region] {
    let head = MarkerSizes.listHead
    let regionHead = MarkerSizes.regionHead
    guard byteCount >= head else { throw StatusError(kAudioFileBadPropertySizeError) }
    // Safe: the client provides as many bytes as it states, and each read is checked first.
    let timeType = unsafe memory.loadUnaligned(as: UInt32.self)
    let count = unsafe Int(memory.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    var regions: [Region] = []
    var place = head
    while regions.count < count {
      guard byteCount - place >= regionHead else {
        throw StatusError(kAudioFileBadPropertySizeError)
      }
      let (identifier, name, flags, markerCount) = regionHeader(at: place)
      let markers = try markers(at: place + regionHead, count: markerCount, timeType)
      regions.append(
        Region(
          identifier: identifier, flags: Region.Flags(rawValue: flags), name: name,
          markers: markers))
      place += regionHead + markers.count * MarkerSizes.marker
    }
    return regions
  }

  private func regionHeader(at place: Int) -> (UInt32, String?, UInt32, Int) {
    let nameOffset = unsafe MemoryLayout<UnsafeRawPointer>.size
    let flagsOffset = 2 * nameOffset
    // Safe: the caller has checked that the header lies within the client's memory.
    let name = unsafe memory.loadUnaligned(
      fromByteOffset: place + nameOffset, as: UnsafeRawPointer?.self)
    let identifier = unsafe memory.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    let flags = unsafe memory.loadUnaligned(fromByteOffset: place + flagsOffset, as: UInt32.self)
    let count = unsafe memory.loadUnaligned(
      fromByteOffset: place + flagsOffset + 4, as: UInt32.self)
    return (identifier, unsafe text(name), flags, Int(count))
  }

  private func markers(
    at start: Int, count: Int, _ timeType: UInt32
  ) throws(StatusError) -> [Marker] {
    let size = MarkerSizes.marker
    guard count <= (byteCount - start) / size else {
      throw StatusError(kAudioFileBadPropertySizeError)
    }
    return (0..<count).map { index in
      // Safe: the markers lie within the client's memory, as checked above; their names are
      // strings.
      let item = unsafe memory.loadUnaligned(
        fromByteOffset: start + index * size, as: AudioFileMarker.self)
      let time = unsafe item.mSMPTETime
      let isTimeSet = timeType != 0 && time.mHours != -1
      let name = unsafe item.mName.map { unsafe $0.takeUnretainedValue() as String }
      return unsafe Marker(
        framePosition: item.mFramePosition, type: item.mType,
        identifier: UInt32(bitPattern: item.mMarkerID), channel: UInt32(item.mChannel),
        name: name,
        time: isTimeSet
          ? SMPTETime(
            type: timeType, hours: time.mHours, minutes: time.mMinutes, seconds: time.mSeconds,
            frames: time.mFrames, subFrameSampleOffset: time.mSubFrameSampleOffset) : nil)
    }
  }
}

/// The text of a `CFStringRef`, which the client keeps alive during the call.
private func text(_ reference: UnsafeRawPointer?) -> String? {
  // Safe: all members read this way are strings or null.
  unsafe reference.map { unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue() as String }
}

/// The sizes in bytes of the parts of marker and region lists.
private enum MarkerSizes {
  /// A list before its first item: the time type and the count.
  static let listHead = NumAudioFileMarkersToNumBytes(0)
  // Safe: only the sizes of the structures are used.
  static let marker = unsafe MemoryLayout<AudioFileMarker>.stride
  /// A region before its first marker.
  static let regionHead = unsafe MemoryLayout<AudioFileRegion>.stride - marker
}
