internal import AudioGraph
internal import AudioModel
internal import CoreAudioTypes

/// The frames of a client's slice, which notes its state.
@safe
final class SliceSource: PlayerSource, @unchecked Sendable {
  // Unchecked: the client keeps the slice until it is complete. The render thread writes the
  // flags until then.

  private let slice: UnsafeMutablePointer<ScheduledAudioSlice>
  private let frames: BufferSource

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - slice: The client's slice.
  ///   - format: The format of its frames.
  /// - Throws: `kAudioUnitErr_InvalidPropertyValue` if the buffers do not match the format.
  init(
    _ slice: UnsafeMutablePointer<ScheduledAudioSlice>, _ format: AudioStreamBasicDescription
  ) throws(StatusError) {
    unsafe self.slice = unsafe slice
    let count = unsafe Int(slice.pointee.mNumberFrames)
    guard unsafe UInt(bitPattern: slice.pointee.mBufferList) != 0 else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    let list = unsafe UnsafeMutableAudioBufferListPointer(slice.pointee.mBufferList)
    let planes = try unsafe Self.planes(list, count, format)
    frames = BufferSource(planes, count: count)
    unsafe slice.pointee.mFlags.remove([
      .scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRender,
      .scheduledAudioSliceFlag_BeganToRenderLate,
    ])
  }

  /// The client's samples if they are planes, or else converted ones.
  private static func planes(
    _ list: UnsafeMutableAudioBufferListPointer, _ count: Int,
    _ format: AudioStreamBasicDescription
  ) throws(StatusError) -> Planes {
    let stream = StreamFormat(format)
    let bufferCount = stream.hasSeparateChannels ? stream.channelCount : 1
    let hasFrames =
      unsafe list.count == bufferCount
      && list.allSatisfy {
        unsafe $0.mData != nil && Int($0.mDataByteSize) / stream.bytesPerFrame >= count
      }
    guard hasFrames else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
    if UnitFormat.isPlanar(format) {
      // Safe: the client keeps the samples until the slice is complete.
      return unsafe Planes(
        lending: list.compactMap { unsafe $0.mData?.assumingMemoryBound(to: Float.self) },
        capacity: count, owner: nil)
    }
    let buffers = UnitBuffers(format, mostFrames: count)
    unsafe buffers.take(list, count)
    return buffers.planes
  }

  private func note(_ flag: AUScheduledAudioSliceFlags) {
    // Safe: the client keeps the slice.
    unsafe slice.pointee.mFlags.insert(flag)
  }

  /// Marks the slice as complete and calls the client's function.
  ///
  /// The render thread must have left the slice.
  func complete() {
    let proc = unsafe slice.pointee.mCompletionProc
    let data = unsafe slice.pointee.mCompletionProcUserData
    note(.scheduledAudioSliceFlag_Complete)
    // Without a function, the client may free the slice from here on.
    unsafe proc?(data, slice)
  }

  // MARK: The render thread

  func read(into planes: Planes, at start: Int, count: Int) -> Int {
    let got = frames.read(into: planes, at: start, count: count)
    if got > 0 { note(.scheduledAudioSliceFlag_BeganToRender) }
    return got
  }

  func skip(_ count: Int) {
    note(.scheduledAudioSliceFlag_BeganToRenderLate)
    frames.skip(count)
  }

  var isAtEnd: Bool { frames.isAtEnd }
  func rewind() -> Bool { frames.rewind() }
  var readyFrames: Int? { nil }
}

extension PlayerUnit {
  /// Adds a slice of the client.
  func schedule(_ slice: UnsafeMutablePointer<ScheduledAudioSlice>) throws(StatusError) {
    let format = try preparedFormat()
    let start = try unsafe start(at: slice.pointee.mTimeStamp) { .exactly(playerFrame: $0) }
    let flags = unsafe slice.pointee.mFlags
    let interruption: PlayerItem.Interruption =
      flags.contains(.scheduledAudioSliceFlag_InterruptAtLoop)
      ? .atLoop : flags.contains(.scheduledAudioSliceFlag_Interrupt) ? .atStart : .never
    let source = try unsafe SliceSource(slice, format)
    schedule(
      PlayerContent(
        source, start: start, loops: flags.contains(.scheduledAudioSliceFlag_Loop),
        interruption: interruption, report: PlayerReport(.rendered) { source.complete() }))
  }
}

extension UnitKind {
  /// The players.
  static let players: [UnitKind] = [
    player(kAudioUnitSubType_ScheduledSoundPlayer, "AUScheduledSoundPlayer") {
      PlayerUnit(kind: $0, component: $1)
    },
    player(kAudioUnitSubType_AudioFilePlayer, "AUAudioFilePlayer") {
      FilePlayerUnit(kind: $0, component: $1)
    },
  ]

  private static func player(
    _ subType: UInt32, _ name: String,
    builder: @escaping @Sendable (UnitKind, UInt) -> UnitInstance
  ) -> UnitKind {
    UnitKind(kAudioUnitType_Generator, subType, name, builder: builder)
      .with { ($0.inputCount, $0.mostInputs) = (0, 0) }
  }
}
