import AudioToolbox
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays an audio file from a web server while it loads.
///
/// This is the classic chain of Core Audio. A URL session passes data to a parser, which passes
/// packets to a store. From the store, they go to an audio queue. Everything runs on the main
/// thread's run loop, so no locks are necessary.
final class SimplePlayer: NSObject, @unchecked Sendable {
  /// The reason why playback failed or ended early.
  private(set) var failure: String?
  /// Whether playback has ended.
  private(set) var isStopped = false {
    // The waiting run loop may have no other event to wake it.
    didSet { CFRunLoopStop(CFRunLoopGetMain()) }
  }

  private var session: URLSession?
  private var stream: AudioFileStreamID?
  private var queue: AudioQueueRef?
  private var format = AudioStreamBasicDescription()
  private let packets: PacketStore
  private var isLoaded = false
  private var loading: PiecewiseLoading
  private var isStarted = false
  /// Whether the queue has run out of packets and waits for more.
  private var isStarved = false
  private var isStopping = false

  /// Starts to load.
  init(url: URL) throws {
    packets = try PacketStore()
    loading = PiecewiseLoading(url: url)
    super.init()
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { context, _, property, _ in SimplePlayer.from(context)?.noteProperty(property) },
      { context, byteCount, packetCount, bytes, descriptions in
        SimplePlayer.from(context)?
          .store(bytes, Int(byteCount), Int(packetCount), descriptions)
      }, kAudioFileMP3Type, &stream)
    guard status == noErr else {
      fail("the parser cannot be created (\(status))")
      return
    }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: .main)
    self.session = session
    session.dataTask(with: loading.request).resume()
  }

  /// The number of packets in this many seconds.
  private func packetCount(lasting seconds: Double) -> Int {
    let frames = format.mFramesPerPacket > 0 ? Double(format.mFramesPerPacket) : 1152
    let rate = format.mSampleRate > 0 ? format.mSampleRate : 44_100
    return Int(rate / frames * seconds)
  }

  /// Ends playback after the enqueued packets.
  private func fail(_ reason: String) {
    failure = failure ?? reason
    session?.invalidateAndCancel()
    finishLoading()
  }

  private func finishLoading() {
    guard !isLoaded else { return }
    isLoaded = true
    if let stream {
      AudioFileStreamParseBytes(stream, 0, nil, [])
      AudioFileStreamClose(stream)
      self.stream = nil
    }
    if queue != nil, !packets.isEmpty || isStarted {
      startIfReady()
      if isStarved { enqueue(seconds: 5) }
    } else {
      failure = failure ?? "it contains no playable audio"
      isStopped = true
    }
  }

  /// The player in the context pointer of a callback.
  private static func from(_ context: UnsafeMutableRawPointer?) -> SimplePlayer? {
    context.map { Unmanaged<SimplePlayer>.fromOpaque($0).takeUnretainedValue() }
  }
}

// Data from the server.
extension SimplePlayer: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let reason = loading.begin(response) {
      completionHandler(.cancel)
      fail(reason)
    } else {
      completionHandler(.allow)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    loading.add(data.count)
    guard let stream else { return }
    let status = data.withUnsafeBytes { bytes in
      AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes.baseAddress, [])
    }
    if status != noErr { fail("it cannot be parsed (\(status))") }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    if let error {
      fail("it cannot be loaded: \(error.localizedDescription)")
    } else if let reason = loading.endPiece() {
      fail(reason)
    } else if loading.isComplete {
      session.finishTasksAndInvalidate()
      finishLoading()
    } else {
      session.dataTask(with: loading.request).resume()
    }
  }
}

// Packets from the parser.
extension SimplePlayer {
  private func noteProperty(_ property: AudioFileStreamPropertyID) {
    guard property == kAudioFileStreamProperty_ReadyToProducePackets, let stream else { return }
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &format)
    packets.constantByteCount = Int(format.mBytesPerPacket)
    makeQueue()
    setCookie()
  }

  private func makeQueue() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let status = AudioQueueNewOutput(
      &format,
      { context, queue, buffer in
        AudioQueueFreeBuffer(queue, buffer)
        SimplePlayer.from(context)?.enqueue(seconds: 5)
      }, context, CFRunLoopGetMain(), CFRunLoopMode.commonModes.rawValue, 0, &queue)
    guard status == noErr, let queue else {
      return fail("the audio queue cannot be created (\(status))")
    }
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { context, queue, property in
        var isRunning: UInt32 = 0
        var size = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, property, &isRunning, &size)
        SimplePlayer.from(context)?.noteRunning(isRunning != 0)
      }, context)
  }

  /// Gives the queue the decoder's configuration, which AAC needs, for example.
  private func setCookie() {
    var size: UInt32 = 0
    let property = kAudioFileStreamProperty_MagicCookieData
    guard let stream, let queue,
      AudioFileStreamGetPropertyInfo(stream, property, &size, nil) == noErr, size > 0
    else { return }
    var cookie = [UInt8](repeating: 0, count: Int(size))
    AudioFileStreamGetProperty(stream, property, &size, &cookie)
    AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size)
  }

  private func store(
    _ bytes: UnsafeRawPointer, _ byteCount: Int, _ packetCount: Int,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) {
    do {
      try packets.append(bytes, byteCount, packetCount, descriptions)
    } catch {
      return fail("it cannot be kept in a temporary file: \(error.localizedDescription)")
    }
    startIfReady()
    if isStarved, packets.count >= self.packetCount(lasting: 1) { enqueue(seconds: 5) }
  }
}

// Buffers for the queue.
extension SimplePlayer {
  /// Starts to play once three seconds or the whole file have arrived.
  private func startIfReady() {
    guard !isStarted, let queue, !packets.isEmpty,
      isLoaded || packets.count > packetCount(lasting: 3)
    else { return }
    isStarted = true
    enqueue(seconds: 2)
    let status = AudioQueueStart(queue, nil)
    if status != noErr {
      fail("the sound device cannot be started (\(status))")
      isStopped = true
    }
  }

  private func enqueue(seconds: Double) {
    guard let queue, !isStopping else { return }
    isStarved = packets.isEmpty
    guard !packets.isEmpty else {
      if isLoaded {
        isStopping = true
        AudioQueueStop(queue, false)
      }
      return
    }
    let count = min(packets.count, max(1, packetCount(lasting: seconds)))
    var status = OSStatus(noErr)
    do {
      let (bytes, descriptions) = try packets.take(count)
      var buffer: AudioQueueBufferRef?
      status = AudioQueueAllocateBuffer(queue, UInt32(bytes.count), &buffer)
      guard status == noErr, let buffer else {
        return fail("not enough memory for a buffer (\(status))")
      }
      bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        buffer.pointee.mAudioData.copyMemory(from: start, byteCount: bytes.count)
      }
      buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
      status = AudioQueueEnqueueBuffer(
        queue, buffer, UInt32(descriptions.count), descriptions.isEmpty ? nil : descriptions)
    } catch {
      return fail("its temporary file cannot be read: \(error.localizedDescription)")
    }
    if status != noErr { fail("the queue accepts no more buffers (\(status))") }
  }

  private func noteRunning(_ isRunning: Bool) {
    if !isRunning, isStopping { isStopped = true }
  }
}
