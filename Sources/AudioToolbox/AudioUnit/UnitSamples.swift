internal import AudioGraph
internal import AudioModel
internal import AudioProcessing
internal import CoreAudioTypes

/// Memory of samples that is set anew for each conversion.
@safe
final class UnitSamples: SampleInput, SampleOutput {
  private var buffers: [UnsafeMutableRawBufferPointer]

  init(count: Int) {
    unsafe buffers = unsafe Array(
      repeating: UnsafeMutableRawBufferPointer(start: nil, count: 0), count: count)
  }

  /// Sets a buffer, which must stay valid during the conversion.
  func set(_ index: Int, _ start: UnsafeMutableRawPointer?, byteCount: Int) {
    unsafe buffers[index] = unsafe UnsafeMutableRawBufferPointer(
      start: start, count: start == nil ? 0 : byteCount)
  }

  func read(_ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (Span<UInt8>) -> Void) {
    // Safe: the subscript checks the range, and the memory is valid during the conversion.
    let part = unsafe UnsafeRawBufferPointer(rebasing: buffers[buffer][bytes])
    unsafe body(Span<UInt8>(_unsafeBytes: part))
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    // Safe: as above.
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffers[buffer][bytes])
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: part)
    body(&room)
  }
}

/// The buffers of a client's format, and their conversion from and to planes.
///
/// One thread at a time uses it. All memory exists from the start.
@safe
final class UnitBuffers: @unchecked Sendable {
  // Unchecked: only the thread that renders uses the memory.

  let format: AudioStreamBasicDescription
  let planes: Planes
  /// The parts of a slice that have been rendered.
  private let kept: Planes
  /// The list that the client sees.
  let list: UnsafeMutableAudioBufferListPointer
  private let owned: UnsafeMutableRawPointer?
  private let bufferCount: Int
  private let width: Int
  private let toPlanes: SampleConverter?
  private let fromPlanes: SampleConverter?
  private let planeSamples: UnitSamples
  private let listSamples: UnitSamples

  /// Makes buffers for a supported format.
  init(_ format: AudioStreamBasicDescription, mostFrames: Int) {
    self.format = format
    let stream = StreamFormat(format)
    let channelCount = stream.channelCount
    planes = Planes(channelCount: channelCount, capacity: mostFrames)
    kept = Planes(channelCount: channelCount, capacity: mostFrames)
    bufferCount = stream.hasSeparateChannels ? channelCount : 1
    width = stream.bytesPerFrame
    unsafe list = AudioBufferList.allocate(maximumBuffers: bufferCount)
    planeSamples = UnitSamples(count: channelCount)
    listSamples = UnitSamples(count: bufferCount)
    if UnitFormat.isPlanar(format) {
      (toPlanes, fromPlanes) = (nil, nil)
      unsafe owned = nil
    } else {
      let own = StreamFormat(
        UnitFormat.standard(sampleRate: stream.sampleRate, channelCount: channelCount))
      toPlanes = SampleConverter(from: stream, to: own)
      fromPlanes = SampleConverter(from: own, to: stream)
      unsafe owned = .allocate(byteCount: bufferCount * mostFrames * width, alignment: 16)
    }
  }

  deinit {
    // Safe: `AudioBufferList.allocate` made the list with `malloc`, and `init` the memory.
    unsafe free(list.unsafeMutablePointer)
    unsafe owned?.deallocate()
  }

  /// The memory of this object for a buffer.
  private func memory(_ index: Int) -> UnsafeMutableRawPointer {
    // Safe: the memory has room for the maximum number of frames of each buffer.
    if let owned = unsafe owned { return unsafe owned + index * planes.capacity * width }
    return unsafe UnsafeMutableRawPointer(planes.plane(index))
  }

  /// Makes the list refer to the memory of this object.
  func prepareList(_ count: Int) {
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(bufferCount)
    let channels = bufferCount == 1 ? format.mChannelsPerFrame : 1
    var index = 0
    while index < bufferCount {
      // Safe: the list has this many buffers.
      unsafe list[index] = unsafe AudioBuffer(
        mNumberChannels: channels, mDataByteSize: UInt32(count * width), mData: memory(index))
      index += 1
    }
  }

  /// Fills the memory of this object with silence.
  func clear(_ count: Int) {
    guard unsafe owned != nil else { return planes.clear(count: count) }
    var index = 0
    while index < bufferCount {
      // Safe: the memory has room for `count` frames.
      unsafe memory(index).initializeMemory(as: UInt8.self, repeating: 0, count: count * width)
      index += 1
    }
  }

  /// Keeps the frames of a part of a slice.
  func keep(at start: Int, count: Int) {
    kept.fill(at: start, from: planes, at: 0, count: count)
  }

  /// Copies a part of the kept frames to the start of the planes.
  func bring(from start: Int, count: Int) {
    planes.fill(at: 0, from: kept, at: start, count: count)
  }

  /// Copies the kept frames of a slice back to the planes.
  func restore(_ count: Int) {
    planes.fill(at: 0, from: kept, at: 0, count: count)
  }

  // MARK: From the client

  /// Takes the client's frames from the list, whose pointers the client may have replaced.
  ///
  /// Missing frames are silent.
  func takeList(_ count: Int) {
    // The client may have changed the number of buffers in the list; missing ones are silent.
    let given = unsafe list.count
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(bufferCount)
    var written = given < bufferCount ? 0 : count
    var index = 0
    while index < bufferCount {
      // Safe: the list has this many buffers.
      let buffer = unsafe list[index]
      let bytes = unsafe buffer.mData == nil ? 0 : Int(buffer.mDataByteSize)
      written = min(written, bytes / width)
      index += 1
    }
    if let toPlanes {
      unsafe setSamples(list, written)
      toPlanes.convert(written, from: listSamples, at: 0, into: planeSamples, at: 0)
    } else {
      index = 0
      while index < bufferCount {
        let plane = unsafe UnsafeMutableRawPointer(planes.plane(index))
        // Safe: the client states the bytes of its memory, and the plane has room.
        if let data = unsafe list[index].mData, unsafe data != plane {
          unsafe memmove(plane, data, written * width)
        }
        index += 1
      }
    }
    planes.clear(from: written, count: count - written)
  }

  /// Converts the frames of a list, which the caller has checked.
  func take(_ source: UnsafeMutableAudioBufferListPointer, _ count: Int) {
    prepareList(count)
    var index = 0
    while index < bufferCount {
      // Safe: the caller has checked the list.
      unsafe list[index] = unsafe source[index]
      index += 1
    }
    takeList(count)
  }

  // MARK: To the client

  /// Whether a client's list has room for frames.
  func hasRoom(_ list: UnsafeMutableAudioBufferListPointer, _ count: Int) -> Bool {
    guard unsafe list.count == bufferCount else { return false }
    var index = 0
    while index < bufferCount {
      let buffer = unsafe list[index]
      guard unsafe buffer.mData == nil || Int(buffer.mDataByteSize) >= count * width else {
        return false
      }
      index += 1
    }
    return true
  }

  /// Copies frames to a client's list; a buffer without memory gets memory of this object.
  func give(_ target: UnsafeMutableAudioBufferListPointer, _ count: Int) {
    var index = 0
    while index < bufferCount {
      // Safe: the caller has checked the room.
      if unsafe target[index].mData == nil { unsafe target[index].mData = memory(index) }
      unsafe target[index].mDataByteSize = UInt32(count * width)
      if fromPlanes == nil, let data = unsafe target[index].mData {
        unsafe memmove(data, planes.plane(index), count * width)
      }
      index += 1
    }
    guard let fromPlanes else { return }
    unsafe setSamples(target, count)
    fromPlanes.convert(count, from: planeSamples, at: 0, into: listSamples, at: 0)
  }

  /// Copies frames to the list of this object, which the client's notifications receive.
  func giveOwnList(_ count: Int) -> UnsafeMutablePointer<AudioBufferList> {
    prepareList(count)
    if fromPlanes != nil { unsafe give(list, count) }
    return unsafe list.unsafeMutablePointer
  }

  private func setSamples(_ list: UnsafeMutableAudioBufferListPointer, _ count: Int) {
    var index = 0
    while index < bufferCount {
      // Safe: the caller has checked the room.
      unsafe listSamples.set(index, list[index].mData, byteCount: count * width)
      index += 1
    }
    index = 0
    while index < planes.channelCount {
      unsafe planeSamples.set(
        index, UnsafeMutableRawPointer(planes.plane(index)),
        byteCount: count * MemoryLayout<Float>.size)
      index += 1
    }
  }
}
