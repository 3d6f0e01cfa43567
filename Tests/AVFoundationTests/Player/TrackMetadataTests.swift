import AVFoundation
import AudioDevices
import AudioRealtime
import Foundation
import Synchronization
import TestSupport
import Testing

/// The metadata in tracks of movies, as a player gives them.
@Suite struct TrackMetadataTests {
  private final class Receiver: NSObject, AVPlayerItemMetadataOutputPushDelegate {
    private let received = Mutex<[String]>([])
    let tracks = Mutex<Set<CMPersistentTrackID>>([])

    func metadataOutput(
      _ output: AVPlayerItemMetadataOutput,
      didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
    ) {
      tracks.withLock { _ = $0.insert(track?.assetTrack?.trackID ?? kCMPersistentTrackID_Invalid) }
      for group in groups {
        let values = group.items.compactMap(\.stringValue).joined(separator: "|")
        received.withLock { $0.append("\(group.timeRange.start.seconds) \(values)") }
      }
    }

    var lines: [String] { received.withLock { $0 } }
  }

  private static let names = ["mdta/org.example.place", "mdta/org.example.note"]

  /// Writes a movie of three seconds whose metadata change each half second.
  private func movie() async throws -> WrittenMovie {
    let metadata = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
    let movie = try WrittenMovie { writer, _ in writer.add(metadata) }
    movie.start()
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
    for index in 0..<6 {
      let items = Self.names.map { name in
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: name)
        item.dataType = String(describing: kCMMetadataBaseDataType_UTF8)
        item.value = "\(name.suffix(5))\(index)" as NSString
        return item
      }
      let start = CMTime(value: CMTimeValue(index), timescale: 2)
      let range = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 2))
      #expect(adaptor.append(AVTimedMetadataGroup(items: items, timeRange: range)))
    }
    try await movie.finish(seconds: 3)
    return movie
  }

  private func play(
    _ movie: WrittenMovie, _ output: AVPlayerItemMetadataOutput,
    _ body: (AVPlayer, Receiver) throws -> Void
  ) throws -> Receiver {
    let receiver = Receiver()
    output.setDelegate(receiver, queue: DispatchQueue(label: "metadata"))
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      try VirtualClock().run {
        let item = AVPlayerItem(url: movie.url)
        item.add(output)
        let player = AVPlayer(playerItem: item)
        try waitUntil("the item is ready") { item.status != .unknown }
        try body(player, receiver)
        player.replaceCurrentItem(with: nil)
      }
    }
    return receiver
  }

  @Test("each group arrives once, in order, with its track")
  func groups() async throws {
    let movie = try await movie()
    let receiver = try play(movie, AVPlayerItemMetadataOutput(identifiers: nil)) {
      player, receiver in
      player.play()
      try waitUntil("all groups have arrived") { receiver.lines.count == 6 }
    }
    #expect(receiver.lines == (0..<6).map { "\(Double($0) / 2) place\($0)|.note\($0)" })
    #expect(receiver.tracks.withLock { $0 } == [2])
  }

  @Test("groups arrive early if the client wants them early, and again after a seek")
  func advance() async throws {
    let output = AVPlayerItemMetadataOutput(identifiers: [Self.names[0]])
    output.advanceIntervalForDelegateInvocation = 1
    let receiver = try play(try await movie(), output) { player, receiver in
      try waitUntil("the group of a second later has arrived") { receiver.lines == ["1.0 place2"] }
      player.seek(to: CMTime(value: 2, timescale: 1))
      player.play()
      try waitUntil("the rest has arrived") { player.currentTime().seconds > 2.9 }
      player.seek(to: .zero)
      try waitUntil("the first group arrives again") { receiver.lines.count >= 2 }
    }
    #expect(receiver.lines.allSatisfy { $0.contains("place") && !$0.contains("note") })
    #expect(receiver.lines.filter { $0 == "1.0 place2" }.count == 2, "\(receiver.lines)")
  }
}
