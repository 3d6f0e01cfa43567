#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The metadata of HTTP Live Streaming: ID3 tags in its segments, and date ranges.
  @Suite struct StreamMetadataTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Receiver: NSObject, AVPlayerItemMetadataOutputPushDelegate {
      let received = Mutex<[AVTimedMetadataGroup]>([])

      func metadataOutput(
        _ output: AVPlayerItemMetadataOutput,
        didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
      ) { received.withLock { $0 += groups } }

      var titles: [String] {
        received.withLock { $0.flatMap(\.items).compactMap(\.stringValue) }
      }
    }

    private static func size(_ count: Int) -> [UInt8] {
      [UInt8(count >> 21), UInt8(count >> 14 & 127), UInt8(count >> 7 & 127), UInt8(count & 127)]
    }

    private static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + size(body.count) + [0, 0] + body
    }

    private static func tag(_ frames: [UInt8]) -> [UInt8] {
      Array("ID3".utf8) + [4, 0, 0] + size(frames.count) + frames
    }

    private static func title(_ text: String) -> [UInt8] { frame("TIT2", [3] + Array(text.utf8)) }

    private static func timestamp(_ ticks: UInt64) -> [UInt8] {
      let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
      return frame(
        "PRIV", owner + [0] + (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) })
    }

    /// Plays a list until metadata has arrived.
    private func play(_ list: String, until condition: @escaping (Receiver) -> Bool) throws
      -> Receiver
    {
      try Tool.write(Array(list.utf8), to: folder.url("list.m3u8"))
      let receiver = Receiver()
      let output = AVPlayerItemMetadataOutput(identifiers: nil)
      output.setDelegate(receiver, queue: DispatchQueue(label: "tags"))
      try AudioQueueDevices.$choice.withValue(
        DeviceChoice([.offline(path: folder.url("output.wav").path)])
      ) {
        try VirtualClock().run {
          let item = AVPlayerItem(url: folder.url("list.m3u8"))
          item.add(output)
          let player = AVPlayer(playerItem: item)
          player.play()
          try waitUntil("the metadata have arrived") { condition(receiver) }
          player.pause()
        }
      }
      return receiver
    }

    @Test("tags of packed audio arrive at their times, with all frames")
    func packed() throws {
      var list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
      for (index, title) in ["One", "Two", "Three"].enumerated() {
        let audio = try FFmpeg.encode(
          ["-c:a", "aac", "-f", "adts"], sampleRate: 44_100, channelCount: 2, seconds: 1)
        let frames =
          Self.timestamp(UInt64(index) * 90_000 + 7) + Self.title(title)
          + Self.frame("TXXX", Array("\u{3}kind\0song".utf8))
          + Self.frame("PRIV", Array("owner\0".utf8) + [1, 2])
        try Tool.write(Self.tag(frames) + audio, to: folder.url("\(index).aac"))
        list += "#EXTINF:1,\n\(index).aac\n"
      }
      let receiver = try play(list + "#EXT-X-ENDLIST\n") { $0.titles.contains("Three") }
      let groups = receiver.received.withLock { $0 }
      #expect(groups.count == 3)
      for (group, (seconds, title)) in zip(groups, [(0.0, "One"), (1, "Two"), (2, "Three")]) {
        #expect(abs(group.timeRange.start.seconds - seconds) < 0.001)
        let items = group.items
        #expect(
          items.map { $0.identifier?.rawValue } == [
            "id3/PRIV", "id3/TIT2", "id3/TXXX", "id3/PRIV",
          ])
        #expect(items[1].stringValue == title && items[1].commonKey == .commonKeyTitle)
        #expect(items[2].stringValue == "song")
        #expect(items[2].extraAttributes?[.info] as? String == "kind")
        #expect(items[3].dataValue == Data([1, 2]) && items[3].keySpace == .id3)
        #expect(items[3].extraAttributes?[.info] as? String == "owner")
      }
    }

    @Test("tags of a transport stream arrive at their times")
    func transport() throws {
      let bytes = try FFmpeg.encode(
        ["-c:a", "aac", "-f", "mpegts"], sampleRate: 44_100, channelCount: 2, seconds: 3)
      try Tool.write(
        TaggedTransportStream.insert(
          [(1, Self.tag(Self.title("Early"))), (2, Self.tag(Self.title("Late")))], into: bytes),
        to: folder.url("a.ts"))
      let list = "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\na.ts\n#EXT-X-ENDLIST\n"
      let receiver = try play(list) { $0.titles.count == 2 }
      #expect(receiver.titles == ["Early", "Late"])
      let times = receiver.received.withLock { $0.map(\.timeRange.start.seconds) }
      #expect(abs(times[0] - 1) < 0.05 && abs(times[1] - 2) < 0.05, "\(times)")
    }

    @Test("tags in messages of fragments arrive at their times")
    func fragments() throws {
      var sound = try SegmentedSound(.fragments, seconds: 6)
      func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
      }
      for (index, title) in ["One", "Two", "Three"].enumerated() {
        // Version 1: the scale, the time of the media, no duration, and a number.
        let body =
          [1, 0, 0, 0] + number(1_000) + number(0) + number(index * 2_000 + 500) + number(0)
          + number(index) + Array("https://aomedia.org/emsg/ID3\0\0".utf8)
          + Self.tag(Self.title(title))
        sound.segments[index].bytes =
          number(body.count + 8) + Array("emsg".utf8) + body + sound.segments[index].bytes
      }
      try sound.write(to: folder)
      let receiver = try play(sound.list) { $0.titles.count == 3 }
      #expect(receiver.titles == ["One", "Two", "Three"])
      let times = receiver.received.withLock { $0.map(\.timeRange.start.seconds) }
      for (time, expected) in zip(times, [0.5, 2.5, 4.5]) {
        #expect(abs(time - expected) < 0.05, "\(times)")
      }
    }

    private final class Collector: NSObject, AVPlayerItemMetadataCollectorPushDelegate {
      struct Call: Sendable {
        var groups: [AVDateRangeMetadataGroup]
        var new: IndexSet
        var modified: IndexSet
      }

      let calls = Mutex<[Call]>([])

      func metadataCollector(
        _ metadataCollector: AVPlayerItemMetadataCollector,
        didCollect metadataGroups: [AVDateRangeMetadataGroup], indexesOfNewGroups: IndexSet,
        indexesOfModifiedGroups: IndexSet
      ) {
        calls.withLock {
          $0.append(
            Call(
              groups: metadataGroups, new: indexesOfNewGroups, modified: indexesOfModifiedGroups))
        }
      }
    }

    @Test("date ranges reach the collector, only those of the wanted class and items")
    func dateRanges() throws {
      try Tool.write(
        try FFmpeg.encode(
          ["-c:a", "aac", "-f", "adts"], sampleRate: 44_100, channelCount: 2, seconds: 1),
        to: folder.url("a.aac"))
      let range = "#EXT-X-DATERANGE:START-DATE=\"2026-01-01T00:00:0"
      let list = """
        #EXTM3U
        #EXT-X-TARGETDURATION:1
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
        \(range)0Z",ID="1",CLASS="song",DURATION=2,X-TITLE="One",X-CODE="7"
        \(range)5Z",ID="2",CLASS="song",END-ON-NEXT=YES,X-TITLE="Two"
        \(range)6Z",ID="3",CLASS="advert",X-TITLE="Three"
        \(range)9Z",ID="4",CLASS="song",X-OTHER="Four"
        #EXTINF:1,
        a.aac
        #EXT-X-ENDLIST

        """
      try Tool.write(Array(list.utf8), to: folder.url("list.m3u8"))
      let receivers = [Collector(), Collector()]
      let queue = DispatchQueue(label: "ranges")
      try AudioQueueDevices.$choice.withValue(
        DeviceChoice([.offline(path: folder.url("output.wav").path)])
      ) {
        let item = AVPlayerItem(url: folder.url("list.m3u8"))
        let collectors = [
          AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: ["song"]),
          AVPlayerItemMetadataCollector(identifiers: ["lsdr/X-TITLE"], classifyingLabels: nil),
        ]
        for (collector, receiver) in zip(collectors, receivers) {
          collector.setDelegate(receiver, queue: queue)
          item.add(collector)
        }
        #expect(item.mediaDataCollectors == collectors)
        let player = AVPlayer(playerItem: item)
        try waitUntil("all ranges have arrived") {
          receivers.allSatisfy { !$0.calls.withLock { $0.isEmpty } }
        }
        player.replaceCurrentItem(with: nil)
        item.remove(collectors[0])
        #expect(item.mediaDataCollectors == [collectors[1]])
      }
      let songs = try #require(receivers[0].calls.withLock { $0.first })
      #expect(songs.groups.map(\.uniqueID) == ["1", "2", "4"] && songs.new == IndexSet(0..<3))
      #expect(songs.modified.isEmpty && songs.groups.allSatisfy { $0.classifyingLabel == "song" })
      let first = songs.groups[0]
      #expect(first.endDate == first.startDate + 2)
      #expect(songs.groups[1].endDate == first.startDate + 9 && songs.groups[2].endDate == nil)
      #expect(first.items.map(\.identifier?.rawValue) == ["lsdr/X-CODE", "lsdr/X-TITLE"])
      #expect(first.items[1].stringValue == "One" && first.items[1].keySpace == .hlsDateRange)
      let titled = try #require(receivers[1].calls.withLock { $0.first })
      #expect(titled.groups.map(\.uniqueID) == ["1", "2", "3"])
    }

    @Test("a date range group keeps its values until they are changed, also as its superclass")
    func groups() throws {
      let start = Date(timeIntervalSince1970: 0)
      let group = AVDateRangeMetadataGroup(items: [], start: start, end: nil)
      let dated = try #require(group.mutableCopy() as? AVMutableDateRangeMetadataGroup)
      dated.endDate = start + 5
      dated.startDate += 1
      let plain = try #require(dated.copy() as? AVDateRangeMetadataGroup)
      dated.endDate = nil
      #expect(plain.endDate == start + 5 && plain.startDate == start + 1 && group.endDate == nil)
      #expect((dated as AVDateRangeMetadataGroup).endDate == nil && plain.items.isEmpty)
    }
  }
#endif
