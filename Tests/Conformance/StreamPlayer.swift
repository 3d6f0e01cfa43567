import AudioToolbox
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays an MP3 file from a server while it arrives, as published for Apple's systems.
///
/// `Examples/SimplePlayer` extends it: it also plays short files, and keeps packets on disk.
public final class StreamPlayer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable: the session, the parser and the queue all call on the main thread.

  /// Whether it has ended, or failed.
  public private(set) var isStopped = false
  /// The events, in order.
  public private(set) var log: [String] = []

  private var isLoaded = false
  /// Whether a buffer has played and no packets were left.
  private var isStarved = false
  private var stream: AudioFileStreamID?
  private var queue: AudioQueueRef?
  private var format = AudioStreamBasicDescription()
  private var packets: [Data] = []
  private var readHead = 0

  /// Begins to load a file.
  public init(url: URL) {
    super.init()
    // First: a parser, and a connection.
    AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { context, _, property, _ in StreamPlayer.from(context)?.noteProperty(property) },
      { context, _, packetCount, bytes, descriptions in
        StreamPlayer.from(context)?.store(Int(packetCount), bytes, descriptions)
      }, kAudioFileMP3Type, &stream)
    URLSession(configuration: .default, delegate: self, delegateQueue: .main).dataTask(with: url)
      .resume()
  }

  deinit {
    if let queue { AudioQueueDispose(queue, true) }
    if let stream { AudioFileStreamClose(stream) }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> StreamPlayer? {
    context.map { Unmanaged<StreamPlayer>.fromOpaque($0).takeUnretainedValue() }
  }

  private var packetsPerSecond: Double {
    format.mFramesPerPacket > 0
      ? format.mSampleRate / Double(format.mFramesPerPacket) : 44100.0 / 1152
  }

  // MARK: The connection

  /// A response, which should be the file.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse, response.statusCode != 200 {
      log.append("status \(response.statusCode)")
      isStopped = true
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  /// Second: the parser gets the new bytes.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    guard let stream else { return }
    data.withUnsafeBytes { bytes in
      _ = AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes.baseAddress, [])
    }
  }

  /// The file is complete, or no more bytes will arrive.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    session.finishTasksAndInvalidate()
    guard error == nil else {
      isStopped = true
      return
    }
    // The end also completes the last packet.
    if let stream { AudioFileStreamParseBytes(stream, 0, nil, []) }
    isLoaded = true
    if isStarved { enqueue(seconds: 5) }
  }

  // MARK: The parser

  private func noteProperty(_ property: AudioFileStreamPropertyID) {
    guard property == kAudioFileStreamProperty_DataFormat, let stream else { return }
    var size: UInt32 = 0
    AudioFileStreamGetPropertyInfo(stream, property, &size, nil)
    AudioFileStreamGetProperty(stream, property, &size, &format)
    log.append("\(Int(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels")
    makeQueue()
  }

  /// Third: a queue for the format.
  private func makeQueue() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    AudioQueueNewOutput(
      &format,
      { context, queue, buffer in
        AudioQueueFreeBuffer(queue, buffer)
        // Sixth: the next packets, after each buffer.
        StreamPlayer.from(context)?.enqueue(seconds: 5)
      }, context, CFRunLoopGetCurrent(), CFRunLoopMode.commonModes.rawValue, 0, &queue)
    guard let queue else { return }
    AudioQueueAddPropertyListener(
      queue, kAudioQueueProperty_IsRunning,
      { context, queue, property in
        var isRunning: UInt32 = 0
        var size: UInt32 = 0
        AudioQueueGetPropertySize(queue, property, &size)
        AudioQueueGetProperty(queue, property, &isRunning, &size)
        StreamPlayer.from(context)?.noteRunning(isRunning != 0)
      }, context)
    AudioQueuePrime(queue, 0, nil)
    AudioQueueStart(queue, nil)
  }

  /// Fourth: packets are kept; fifth: when there are enough, the queue gets some.
  private func store(
    _ count: Int, _ bytes: UnsafeRawPointer,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) {
    guard let descriptions else { return }
    for packet in UnsafeBufferPointer(start: descriptions, count: count) {
      packets.append(
        Data(bytes: bytes + Int(packet.mStartOffset), count: Int(packet.mDataByteSize)))
    }
    if readHead == 0, packets.count > Int(packetsPerSecond * 3), let queue {
      AudioQueueStart(queue, nil)
      enqueue(seconds: 2)
    } else if isStarved {
      enqueue(seconds: 5)
    }
  }

  // MARK: The queue

  private func enqueue(seconds: Double) {
    guard let queue else { return }
    isStarved = readHead == packets.count
    guard !isStarved else {
      if isLoaded { AudioQueueStop(queue, false) }
      return
    }
    let end = min(readHead + Int(packetsPerSecond * seconds), packets.count)
    let taken = packets[readHead..<end]
    readHead = end
    var offset = 0
    let descriptions = taken.map { packet -> AudioStreamPacketDescription in
      defer { offset += packet.count }
      return AudioStreamPacketDescription(
        mStartOffset: Int64(offset), mVariableFramesInPacket: 0,
        mDataByteSize: UInt32(packet.count))
    }
    let all = Data(taken.joined())
    var buffer: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(queue, UInt32(all.count), &buffer)
    guard let buffer else { return }
    all.copyBytes(
      to: buffer.pointee.mAudioData.assumingMemoryBound(to: UInt8.self), count: all.count)
    buffer.pointee.mAudioDataByteSize = UInt32(all.count)
    AudioQueueEnqueueBuffer(queue, buffer, UInt32(descriptions.count), descriptions)
  }

  private func noteRunning(_ isRunning: Bool) {
    log.append(isRunning ? "the queue has started" : "the queue has stopped")
    if !isRunning { isStopped = true }
  }
}
