internal import AudioRealtime
internal import AudioToolbox
internal import COpenAL
internal import Synchronization

/// A recording device of a client: an input queue, and the frames that wait for the client.
@safe
final class OpenALCapture: @unchecked Sendable {
  // Unchecked: the queue's thread writes into the ring, and clients read in turns.

  private struct State {
    var isRunning = false
    var idle: [UInt] = []
    var error = ALC_NO_ERROR
  }

  /// The buffers of the queue, and the time of each, in seconds.
  private static let bufferCount = 4
  private static let bufferSeconds = 0.01
  /// The maximum number of waiting bytes.
  private static let mostBytes = 1 << 28

  /// The client's pointer to the device: a unique address.
  let handle: UInt
  let name: String
  private let frameBytes: Int
  private let ring: ByteRing
  private let queue: UInt
  private let state = Mutex(State())
  /// Held while a client takes frames.
  private let taking = WaitingLock()
  private let turns = WaitingLock()

  /// Makes a device that does not record yet.
  ///
  /// - Parameters:
  ///   - name: The name for the client.
  ///   - format: The client's format.
  ///   - frameCount: The maximum number of waiting frames. The initializer fails if they need too
  ///     much memory, or if no queue records in the format.
  init?(name: String, format: AudioStreamBasicDescription, frameCount: Int) {
    self.name = name
    frameBytes = Int(format.mBytesPerFrame)
    let (bytes, isTooLarge) = frameCount.multipliedReportingOverflow(by: frameBytes)
    guard !isTooLarge, bytes > 0, bytes <= Self.mostBytes else { return nil }
    ring = ByteRing(capacity: bytes)
    let address = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 16)
    handle = UInt(bitPattern: address)
    var format = format
    var made: AudioQueueRef?
    // Safe: the queue's thread looks the address up.
    let status = unsafe AudioQueueNewInput(
      &format,
      { context, _, buffer, _, _, _ in
        unsafe OpenALDevices.capture(UInt(bitPattern: context))?.take(buffer)
      }, address, nil, nil, 0, &made)
    queue = UInt(bitPattern: made)
    guard status == noErr else {
      unsafe address.deallocate()
      return nil
    }
    let frames = max(1, Int(format.mSampleRate * Self.bufferSeconds))
    for _ in 0..<Self.bufferCount {
      var buffer: AudioQueueBufferRef?
      let size = UInt32(frames * frameBytes)
      guard unsafe AudioQueueAllocateBuffer(queuePointer, size, &buffer) == noErr else { break }
      state.withLock { $0.idle.append(UInt(bitPattern: buffer)) }
    }
  }

  private var queuePointer: AudioQueueRef {
    // Safe: `init` made the queue.
    unsafe OpaquePointer(bitPattern: queue).unsafelyUnwrapped
  }

  // MARK: Errors

  func note(_ error: ALCenum) {
    state.withLock { if $0.error == ALC_NO_ERROR { $0.error = error } }
  }

  func takeError() -> ALCenum {
    state.withLock { state in
      defer { state.error = ALC_NO_ERROR }
      return state.error
    }
  }

  // MARK: Recording

  func start() {
    turns.take()
    defer { turns.give() }
    let idle = state.withLock { state -> [UInt]? in
      guard !state.isRunning else { return nil }
      state.isRunning = true
      defer { state.idle = [] }
      return state.idle
    }
    guard let idle else { return }
    for buffer in idle { enqueue(buffer) }
    guard unsafe AudioQueueStart(queuePointer, nil) != noErr else { return }
    state.withLock { $0.isRunning = false }
    note(ALC_INVALID_DEVICE)
  }

  func stop() {
    turns.take()
    defer { turns.give() }
    guard state.withLock({ $0.isRunning }) else { return }
    unsafe AudioQueueStop(queuePointer, true)
    state.withLock { $0.isRunning = false }
  }

  func end() {
    unsafe AudioQueueDispose(queuePointer, true)
    // Safe: `init` allocated the address, and the table does not have it any more.
    unsafe UnsafeMutableRawPointer(bitPattern: handle)?.deallocate()
  }

  private func enqueue(_ buffer: UInt) {
    // Safe: the address is that of a buffer of the queue.
    guard let pointer = unsafe AudioQueueBufferRef(bitPattern: buffer) else { return }
    if unsafe AudioQueueEnqueueBuffer(queuePointer, pointer, 0, nil) == noErr { return }
    state.withLock { $0.idle.append(buffer) }
  }

  /// Takes the frames of a buffer, on the queue's thread; frames without room are lost.
  fileprivate func take(_ buffer: AudioQueueBufferRef) {
    let size = unsafe Int(buffer.pointee.mAudioDataByteSize)
    let count = min(size, ring.writableCount) / frameBytes * frameBytes
    let bytes = unsafe UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: count)
    unsafe ring.write(bytes, after: 0)
    ring.publish(count)
    let address = UInt(bitPattern: buffer)
    let isRunning = state.withLock { state in
      if !state.isRunning { state.idle.append(address) }
      return state.isRunning
    }
    if isRunning { enqueue(address) }
  }

  // MARK: The client

  var availableFrames: Int { ring.unreadCount / frameBytes }

  /// Copies frames to the client; notes an error if fewer are available.
  func give(_ count: Int, to target: UnsafeMutableRawPointer?) {
    taking.take()
    defer { taking.give() }
    guard count >= 0, count <= availableFrames, let target = unsafe target else {
      if count != 0 { note(ALC_INVALID_VALUE) }
      return
    }
    guard let bytes = ring.take(count * frameBytes) else { return }
    // Safe: the client has room for the frames.
    unsafe bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      unsafe target.copyMemory(from: base, byteCount: source.count)
    }
  }
}
