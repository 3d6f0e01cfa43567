import AudioToolbox
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays an audio file from a web server while it is still coming.
///
/// The classic chain of Core Audio: a URL session's data goes to a parser, its packets to a store, from there
/// to an audio queue. Everything happens on the main thread's run loop, so nothing here needs a lock.
final class SimplePlayer: NSObject, @unchecked Sendable {
  /// Why the URL could not be played, or not to its end.
  private(set) var failure: String?
  /// Whether all has been played that will be.
  private(set) var isStopped = false {
    // The run loop that waits for it may have nothing else to do.
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
  /// Whether the queue has played all that had come and waits for more.
  private var isStarved = false
  private var isStopping = false

  /// Begins to load.
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
      fail("the parser cannot be made (\(status))")
      return
    }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: .main)
    self.session = session
    session.dataTask(with: loading.request).resume()
  }

  /// Packets that last so many seconds.
  private func packetCount(lasting seconds: Double) -> Int {
    let frames = format.mFramesPerPacket > 0 ? Double(format.mFramesPerPacket) : 1152
    let rate = format.mSampleRate > 0 ? format.mSampleRate : 44_100
    return Int(rate / frames * seconds)
  }

  /// Ends, after what is enqueued has been played.
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
      failure = failure ?? "there is no audio in it that could be played"
      isStopped = true
    }
  }

  /// The player behind the context that was given with each callback.
  private static func from(_ context: UnsafeMutableRawPointer?) -> SimplePlayer? {
    context.map { Unmanaged<SimplePlayer>.fromOpaque($0).takeUnretainedValue() }
  }
}

// What comes from the server.
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
      fail("it could not be loaded: \(error.localizedDescription)")
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

// What comes from the parser.
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
    guard status == noErr, let queue else { return fail("it cannot be decoded (\(status))") }
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { context, queue, property in
        var isRunning: UInt32 = 0
        var size = UInt32(MemoryLayout<UInt32>.size)
        AudioQueueGetProperty(queue, property, &isRunning, &size)
        SimplePlayer.from(context)?.noteRunning(isRunning != 0)
      }, context)
  }

  /// Gives the queue what its decoder needs beside the packets, as for AAC.
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

// What goes to the queue and comes from it.
extension SimplePlayer {
  /// Starts to play when three seconds have come, or all there is.
  private func startIfReady() {
    guard !isStarted, let queue, !packets.isEmpty,
      isLoaded || packets.count > packetCount(lasting: 3)
    else { return }
    isStarted = true
    enqueue(seconds: 2)
    let status = AudioQueueStart(queue, nil)
    if status != noErr {
      fail("the sound device does not start (\(status))")
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
      guard status == noErr, let buffer else { return fail("no memory for a buffer (\(status))") }
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
    if status != noErr { fail("the queue takes no more (\(status))") }
  }

  private func noteRunning(_ isRunning: Bool) {
    if !isRunning, isStopping { isStopped = true }
  }
}
