import AVFoundation
import Foundation
import Synchronization
import Testing

/// Taps of player items: their input, their effect on the sound, and the order of their callbacks.
@Suite struct MTAudioProcessingTapTests {
  /// The state of a tap's client, which its storage retains.
  private final class Client: Sendable {
    let log = Mutex<[String]>([])
    /// The volume that the tap applies.
    let gain: Float
    /// The first sample of each call, before the change.
    let firstSamples = Mutex<[Float]>([])
    /// The frames and times of all calls.
    let ranges = Mutex<[CMTimeRange]>([])

    init(gain: Float = 0.5) { self.gain = gain }

    func add(_ event: String) { log.withLock { $0.append(event) } }

    /// The events, without repeated ones.
    var events: [String] {
      log.withLock { $0 }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    static func of(_ tap: MTAudioProcessingTap) -> Client {
      Unmanaged<Client>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
    }
  }

  private static func callbacks(_ client: Client) -> MTAudioProcessingTapCallbacks {
    MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0,
      clientInfo: Unmanaged.passRetained(client).toOpaque(),
      init: { _, clientInfo, tapStorageOut in
        tapStorageOut.pointee = clientInfo
        clientInfo.map { Unmanaged<Client>.fromOpaque($0).takeUnretainedValue().add("init") }
      },
      finalize: { tap in
        Client.of(tap).add("finalize")
        Unmanaged<Client>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).release()
      },
      prepare: { tap, maxFrames, format in
        let format = format.pointee
        #expect(maxFrames >= 1024 && format.mSampleRate == 8000 && format.mBitsPerChannel == 32)
        Client.of(tap).add("prepare \(format.mChannelsPerFrame)")
      },
      unprepare: { tap in Client.of(tap).add("unprepare") },
      process: { tap, numberFrames, flags, bufferListInOut, numberFramesOut, flagsOut in
        var range = CMTimeRange.invalid
        let status = MTAudioProcessingTapGetSourceAudio(
          tap, numberFrames, bufferListInOut, flagsOut, &range, numberFramesOut)
        #expect(status == noErr)
        let client = Client.of(tap)
        let event =
          switch flagsOut.pointee {
          case kMTAudioProcessingTapFlag_StartOfStream: "start"
          case kMTAudioProcessingTapFlag_EndOfStream: "end \(numberFramesOut.pointee)"
          default: "process"
          }
        client.add(event)
        guard numberFramesOut.pointee > 0 else { return }
        client.ranges.withLock { $0.append(range) }
        for (channel, buffer) in UnsafeMutableAudioBufferListPointer(bufferListInOut).enumerated() {
          let samples = UnsafeMutableBufferPointer<Float>(buffer)
          if channel == 0 { client.firstSamples.withLock { $0.append(samples[0]) } }
          for index in samples.indices { samples[index] *= client.gain }
        }
      })
  }

  private func makeTap(
    _ client: Client,
    _ flags: MTAudioProcessingTapCreationFlags = kMTAudioProcessingTapCreationFlag_PostEffects
  ) throws -> MTAudioProcessingTap {
    var callbacks = Self.callbacks(client)
    var tap: Unmanaged<MTAudioProcessingTap>?
    #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == noErr)
    return try #require(tap).takeRetainedValue()
  }

  private func mix(_ tap: MTAudioProcessingTap?, volume: Float = 1) -> AVAudioMix {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 1
    parameters.audioTapProcessor = tap
    parameters.setVolume(volume, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  private static let samples = (0..<8000).map { Float($0) / 8192 }

  @Test("a tap that halves the sound is heard, and its callbacks come in order")
  func halves() throws {
    let client = Client()
    let sound = try PlayedSound()
    let samples = try sound.play {
      let item = AVPlayerItem(url: try sound.file(Self.samples))
      item.audioMix = mix(try makeTap(client))
      return [item]
    }
    #expect(difference(samples, Self.samples.map { $0 / 2 }) == nil)
    #expect(
      client.events == [
        "init", "prepare 2", "start", "process", "end 0", "unprepare", "finalize",
      ])
    let ranges = client.ranges.withLock { $0 }
    #expect(ranges.first?.start == .zero && ranges.last?.end == CMTime(value: 1, timescale: 1))
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test(
    "a tap before the effects gets the sound without the volume, and one after them with it",
    arguments: [
      (kMTAudioProcessingTapCreationFlag_PreEffects, Float(0.5)),
      (kMTAudioProcessingTapCreationFlag_PostEffects, Float(0.125)),
    ])
  func places(flags: MTAudioProcessingTapCreationFlags, seen: Float) throws {
    let client = Client()
    let sound = try PlayedSound()
    let samples = try sound.play {
      let item = AVPlayerItem(url: try sound.file([Float](repeating: 0.5, count: 8000)))
      item.audioMix = mix(try makeTap(client, flags), volume: 0.25)
      return [item]
    }
    #expect(difference(samples, [Float](repeating: 0.0625, count: 8000)) == nil)
    #expect(client.firstSamples.withLock { $0.allSatisfy { $0 == seen } })
  }

  @Test("a tap is prepared again for each item, and the items follow without a gap")
  func queue() throws {
    let client = Client()
    let sound = try PlayedSound()
    let tap = try makeTap(client)
    let url = try sound.file(Self.samples)
    let samples = try sound.play {
      let items = (0..<2).map { _ in AVPlayerItem(url: url) }
      for item in items { item.audioMix = mix(tap) }
      return items
    }
    let half = Self.samples.map { $0 / 2 }
    #expect(difference(samples, half + half) == nil)
    let once = ["prepare 2", "start", "process", "end 0", "unprepare"]
    #expect(client.events == ["init"] + once + once)
  }

  @Test("an item without a tap plays unchanged after one with a tap")
  func next() throws {
    let sound = try PlayedSound()
    let url = try sound.file(Self.samples)
    let samples = try sound.play {
      let items = (0..<2).map { _ in AVPlayerItem(url: url) }
      items[0].audioMix = mix(try makeTap(Client(gain: 0)))
      return items
    }
    #expect(difference(samples, [Float](repeating: 0, count: 8000) + Self.samples) == nil)
  }

  @Test("a tap that returns no frames is silent, and the item keeps its length")
  func silent() throws {
    let sound = try PlayedSound()
    var callbacks = MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: nil, init: nil, finalize: nil,
      prepare: nil, unprepare: nil, process: { _, _, _, _, _, _ in })
    var tap: Unmanaged<MTAudioProcessingTap>?
    MTAudioProcessingTapCreate(nil, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &tap)
    let silent = try #require(tap).takeRetainedValue()
    let samples = try sound.play {
      let item = AVPlayerItem(url: try sound.file(Self.samples))
      item.audioMix = mix(silent)
      return [item]
    }
    #expect(difference(samples, [Float](repeating: 0, count: 8000)) == nil)
  }

  @Test("other flags and versions are refused, and source audio exists in the callback only")
  func errors() throws {
    let client = Client()
    var callbacks = Self.callbacks(client)
    var tap: Unmanaged<MTAudioProcessingTap>?
    for flags in [0, 3, 4] as [MTAudioProcessingTapCreationFlags] {
      #expect(MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap) == kAudio_ParamError)
      #expect(tap == nil)
    }
    callbacks.version = 1
    let flags = kMTAudioProcessingTapCreationFlag_PreEffects
    #expect(MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap) == kAudio_ParamError)
    #expect(client.events.isEmpty)
    Unmanaged.passUnretained(client).release()
    let outside = try makeTap(client)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    #expect(
      MTAudioProcessingTapGetSourceAudio(outside, 10, list.unsafeMutablePointer, nil, nil, nil)
        == kAudio_ParamError)
  }
}
