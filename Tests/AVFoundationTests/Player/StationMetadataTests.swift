#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The titles of a radio station, as a player gives them.
  @Suite struct StationMetadataTests {
    private final class Receiver: NSObject, AVPlayerItemMetadataOutputPushDelegate {
      private let received = Mutex<[(title: String, seconds: Double, bytes: Data?)]>([])

      func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
      ) {
        for group in groups {
          for item in group.items {
            received.withLock {
              $0.append(
                (item.stringValue ?? "", group.timeRange.start.seconds, item.dataValue))
            }
          }
        }
      }

      var all: [(title: String, seconds: Double, bytes: Data?)] { received.withLock { $0 } }
    }

    /// Audio with a text after each second of 16,000 bytes.
    private static func station(_ file: [UInt8], _ texts: [[UInt8]]) -> [UInt8] {
      var stream: [UInt8] = []
      for (index, start) in stride(from: 0, to: file.count, by: 16_000).enumerated() {
        stream += file[start..<min(start + 16_000, file.count)]
        let text = index < texts.count ? texts[index] : []
        let blocks = (text.count + 15) / 16
        stream.append(UInt8(blocks))
        stream += text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
      }
      return stream
    }

    @Test("titles arrive at the time of their audio, including Latin-1 and quotes")
    func titles() throws {
      let folder = try TemporaryFolder()
      let file = try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-f", "mp3"],
        sampleRate: 44_100, channelCount: 2, seconds: 5)
      let latin = Array("StreamTitle='Caf".utf8) + [0xE9] + Array("; it's';StreamUrl='u';".utf8)
      let stream = Self.station(
        file, [Array("StreamTitle='One';".utf8), [], latin, Array("StreamTitle='Last';".utf8)])
      let server = try RawServer { _ in
        [.send(Array("ICY 200 OK\r\nicy-metaint: 16000\r\n\r\n".utf8) + stream), .stall]
      }
      let output = AVPlayerItemMetadataOutput(identifiers: ["icy/StreamTitle"])
      let receiver = Receiver()
      // A queue of its own: global queues have no thread while tests keep all processors busy.
      output.setDelegate(receiver, queue: DispatchQueue(label: "titles"))
      try AudioQueueDevices.$choice.withValue(
        DeviceChoice([.offline(path: folder.url("output.wav").path)])
      ) {
        let url = try #require(URL(string: server.url()))
        let item = AVPlayerItem(url: url)
        item.add(output)
        #expect(item.outputs == [output] && item.timedMetadata == nil)
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("all titles have arrived") { receiver.all.count == 3 }
        let last = try #require(item.timedMetadata?.first)
        #expect(last.identifier == .icyMetadataStreamTitle && last.keySpace == .icy)
        #expect(last.commonKey == .commonKeyTitle && last.stringValue == "Last")
        player.pause()
      }
      #expect(receiver.all.map(\.title) == ["One", "Café; it's", "Last"])
      #expect(receiver.all[1].bytes == Data(Array("Caf".utf8) + [0xE9] + Array("; it's".utf8)))
      for (event, seconds) in zip(receiver.all, [1.0, 3, 4]) {
        #expect(abs(event.seconds - seconds) < 0.15, "\(event.title)")
      }
    }
  }
#endif
