#if FLAC && HTTP && LibAV && MPG123
  import AVFAudio
  import AudioDevices
  import AudioPlayback
  import AudioRealtime
  import AudioToolbox
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import AVFoundation

  @Suite struct SampleBufferRendererTests {
    private final class Heard: Sendable {
      struct State {
        var samples: [Float] = []
        var hostTime: UInt64?
      }
      let state = Mutex(State())

      func add(_ buffer: AVAudioPCMBuffer, _ time: AVAudioTime) {
        let new = Array(
          UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength)))
        state.withLock { state in
          state.samples += new
          state.hostTime = state.hostTime ?? time.hostTime
        }
      }
    }

    private func run(_ body: () throws -> Void) throws {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) { try body() }
      }
    }

    private func milliseconds(_ count: Int) { VirtualClock.sleep(nanoseconds: count * 1_000_000) }

    /// A file whose sample at frame n is (n + 1) / 65,536.
    private func file(_ folder: TemporaryFolder, _ name: String = "a.wav", aac: Bool = false) throws
      -> URL
    {
      let url = folder.url(name)
      let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
      let settings: [String: Any] =
        aac
        ? [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1]
        : [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
          AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
      let file = try AVAudioFile(forWriting: url, settings: settings)
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 44_100))
      buffer.frameLength = 44_100
      let samples = try #require(buffer.floatChannelData?[0])
      for frame in 0..<44_100 {
        samples[frame] = aac ? 0.5 * sin(Float(frame) / 10) : Float(frame + 1) / 65_536
      }
      try file.write(from: buffer)
      file.close()
      return url
    }

    private func samples(_ url: URL, decoded: Bool = true) throws -> [CMSampleBuffer] {
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      let settings: [String: Any]? =
        decoded
        ? [
          AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32,
          AVLinearPCMIsFloatKey: true,
        ] : nil
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
      reader.add(output)
      try #require(reader.startReading())
      var all: [CMSampleBuffer] = []
      while let next = output.copyNextSampleBuffer() { all.append(next) }
      return all
    }

    /// Listens before the mixer, whose rate the session of the process sets.
    private func tap(_ synchronizer: AVSampleBufferRenderSynchronizer) throws -> Heard {
      let heard = Heard()
      let node = synchronizer.engine.attachedNodes.first { $0 is AVAudioUnitTimePitch }
      try #require(node).installTap(onBus: 0, bufferSize: 441, format: nil) { heard.add($0, $1) }
      return heard
    }

    @Test("sample buffers are heard at their times, without a gap")
    func times() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        #expect(renderer.status == .unknown && renderer.isReadyForMoreMediaData)
        synchronizer.addRenderer(renderer)
        for buffer in buffers { renderer.enqueue(buffer) }
        let heard = try tap(synchronizer)
        #expect(renderer.status == .rendering)
        #expect(renderer.hasSufficientMediaDataForReliablePlaybackStart)
        synchronizer.setRate(1, time: .zero)
        let start = synchronizer.timebase.source.convertTime(
          synchronizer.timebase.source.time, to: synchronizer.timebase)
        #expect(start.seconds > -0.2 && start.seconds < 0.2)
        milliseconds(2_000)
        let now = synchronizer.currentTime().seconds
        let zero = Double(MonotonicClock.nanoseconds) - now * 1e9
        #expect(abs(now - start.seconds - 2) < 0.001)
        synchronizer.rate = 0
        let (samples, hostTime) = heard.state.withLock { ($0.samples, $0.hostTime) }
        let first = try #require(samples.firstIndex { $0 != 0 })
        try #require(samples.count >= first + 44_100)
        let wanted = (0..<44_100).map { Float($0 + 1) / 65_536 }
        #expect(Array(samples[first..<first + 44_100]) == wanted)
        #expect(samples[(first + 44_100)...].allSatisfy { $0 == 0 })
        // Frame 0 is heard when the timebase is at 0.
        let beginning = AudioConvertHostTimeToNanos(try #require(hostTime))
        let nanoseconds = Double(beginning) + Double(first) / 44_100 * 1e9
        #expect(
          abs(nanoseconds - zero) < 2e6,
          "\(nanoseconds - zero) first \(first) beginning \(beginning) zero \(zero) start \(start.seconds)"
        )
      }
    }

    @Test("a start in the middle leaves out earlier frames, and a later one goes back")
    func seek() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        synchronizer.addRenderer(renderer)
        for buffer in buffers { renderer.enqueue(buffer) }
        let heard = try tap(synchronizer)
        synchronizer.setRate(1, time: CMTime(value: 22_050, timescale: 44_100))
        milliseconds(1_000)
        synchronizer.rate = 0
        let samples = heard.state.withLock { $0.samples }.filter { $0 != 0 }
        #expect(samples.first == Float(22_051) / 65_536)
        #expect(samples.count == 22_050)
      }
    }

    @Test("packets are decoded, and sound like the file")
    func packets() throws {
      let folder = try TemporaryFolder()
      let url = try file(folder, "a.m4a", aac: true)
      let file = try AVAudioFile(forReading: url)
      let whole = try #require(
        AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 44_100))
      try file.read(into: whole)
      let buffers = try samples(url, decoded: false)
      #expect(buffers.count > 0)
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        synchronizer.addRenderer(renderer)
        for buffer in buffers { renderer.enqueue(buffer) }
        let heard = try tap(synchronizer)
        #expect(renderer.error == nil)
        synchronizer.setRate(1, time: .zero)
        milliseconds(1_500)
        synchronizer.rate = 0
        let samples = heard.state.withLock { $0.samples }
        let expected = Array(
          UnsafeBufferPointer(start: whole.floatChannelData?[0], count: Int(whole.frameLength)))
        // The middle of the file is found at the offset of the start.
        let piece = expected[20_000..<20_400]
        let place = (0..<samples.count - 400).first { offset in
          piece.indices.allSatisfy { abs(samples[offset + $0 - 20_000] - piece[$0]) < 1e-4 }
        }
        #expect(place != nil)
      }
    }

    @Test("half the rate takes twice as long, and keeps the pitch")
    func rates() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        synchronizer.addRenderer(renderer)
        for buffer in buffers { renderer.enqueue(buffer) }
        let heard = try tap(synchronizer)
        synchronizer.setRate(0.5, time: .zero)
        milliseconds(3_000)
        synchronizer.rate = 0
        let samples = heard.state.withLock { $0.samples }
        let length =
          try #require(samples.lastIndex { $0 != 0 }) - #require(
            samples.firstIndex { $0 != 0 })
        #expect(abs(length - 88_200) < 4_410)
      }
    }

    @Test("a start waits for sample buffers, and notifies observers who call back")
    func waits() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        synchronizer.addRenderer(renderer)
        let rates = Mutex<[Float]>([])
        let tokens = [
          NotificationCenter.default.addObserver(
            forName: CMTimebase.effectiveRateChanged, object: synchronizer.timebase, queue: nil
          ) { _ in
            #expect(synchronizer.renderers.count == 1)
            rates.withLock { $0.append(synchronizer.rate) }
          },
          NotificationCenter.default.addObserver(
            forName: AVSampleBufferRenderSynchronizer.rateDidChangeNotification,
            object: synchronizer, queue: nil
          ) { _ in #expect(synchronizer.renderers.count == 1) },
        ]
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        synchronizer.setRate(1, time: .zero)
        #expect(synchronizer.rate == 0)
        for buffer in buffers { renderer.enqueue(buffer) }
        #expect(synchronizer.rate == 1)
        synchronizer.rate = 0
        #expect(rates.withLock { $0 } == [1, 0])
      }
    }

    @Test("a sample buffer of a time that no player reaches is not heard, and stops nothing")
    func farTime() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      var times = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 44_100),
        presentationTimeStamp: CMTime(value: .max, timescale: 1), decodeTimeStamp: .invalid)
      var far: CMSampleBuffer?
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffers[0], sampleTimingEntryCount: 1,
        sampleTimingArray: &times, sampleBufferOut: &far)
      try run {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let renderer = AVSampleBufferAudioRenderer()
        synchronizer.addRenderer(renderer)
        for buffer in buffers { renderer.enqueue(buffer) }
        renderer.enqueue(try #require(far))
        let heard = try tap(synchronizer)
        synchronizer.setRate(1, time: .zero)
        milliseconds(1_500)
        synchronizer.rate = 0
        #expect(heard.state.withLock { $0.samples }.count { $0 != 0 } == 44_100)
      }
    }

    @Test("a renderer wants two seconds of sound, and asks for them")
    func requests() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      let renderer = AVSampleBufferAudioRenderer()
      let added = Atomic<Int>(0)
      let done = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "requests")
      renderer.requestMediaDataWhenReady(on: queue) { [weak renderer] in
        guard let renderer else { return }
        while renderer.isReadyForMoreMediaData {
          let index = added.add(1, ordering: .relaxed).oldValue
          renderer.enqueue(buffers[index % buffers.count])
        }
        done.signal()
      }
      done.wait()
      #expect(!renderer.isReadyForMoreMediaData)
      renderer.stopRequestingMediaData()
      renderer.flush()
      #expect(renderer.isReadyForMoreMediaData && renderer.status == .unknown)
    }

    @Test("a sample buffer without a time fails the renderer until it is flushed")
    func failure() throws {
      let folder = try TemporaryFolder()
      let buffers = try samples(file(folder))
      var times = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 44_100), presentationTimeStamp: .invalid,
        decodeTimeStamp: .invalid)
      var bad: CMSampleBuffer?
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffers[0], sampleTimingEntryCount: 1,
        sampleTimingArray: &times, sampleBufferOut: &bad)
      let renderer = AVSampleBufferAudioRenderer()
      renderer.enqueue(try #require(bad))
      #expect(renderer.status == .failed && renderer.error is AVError)
      renderer.enqueue(buffers[0])
      #expect(renderer.status == .failed && !renderer.isReadyForMoreMediaData)
      renderer.flush()
      renderer.enqueue(buffers[0])
      #expect(renderer.status == .rendering && renderer.error == nil)
    }

    @Test("observers are called at their times")
    func observers() throws {
      let synchronizer = AVSampleBufferRenderSynchronizer()
      let queue = DispatchQueue(label: "observers")
      let boundary = DispatchSemaphore(value: 0)
      let periodic = DispatchSemaphore(value: 0)
      let first = synchronizer.addBoundaryTimeObserver(
        forTimes: [NSValue(time: CMTime(value: 30, timescale: 1_000))], queue: queue
      ) { boundary.signal() }
      let second = synchronizer.addPeriodicTimeObserver(
        forInterval: CMTime(value: 20, timescale: 1_000), queue: queue
      ) { _ in periodic.signal() }
      try synchronizer.timebase.setRate(1)
      boundary.wait()
      for _ in 0..<3 { periodic.wait() }
      #expect(synchronizer.currentTime() >= CMTime(value: 30, timescale: 1_000))
      synchronizer.removeTimeObserver(first)
      synchronizer.removeTimeObserver(second)
    }
  }
#endif
