#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import AudioRealtime
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Receives the texts of an item.
  final class TextReceiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
    struct Call: Sendable {
      var texts: [String]
      var italics: [Bool]
      var buffers: [CMSampleBuffer]
      var seconds: Double
    }

    let calls = Mutex<[Call]>([])
    let flushes = Mutex(0)

    func legibleOutput(
      _ output: AVPlayerItemLegibleOutput,
      didOutputAttributedStrings strings: [NSAttributedString],
      nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
    ) {
      let key = NSAttributedString.Key(kCMTextMarkupAttribute_ItalicStyle.description)
      let italics = strings.map { string in
        string.length > 0
          && (string.attribute(key, at: 0, effectiveRange: nil) as? NSNumber)?.boolValue == true
      }
      let call = Call(
        texts: strings.map(\.string), italics: italics,
        buffers: nativeSamples.compactMap { $0 as? CMSampleBuffer }, seconds: itemTime.seconds)
      calls.withLock { $0.append(call) }
    }

    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { flushes.withLock { $0 += 1 } }

    /// The texts of each call with their time, as in `0.5 One`.
    var lines: [String] {
      calls.withLock { calls in
        calls.map { "\(($0.seconds * 1000).rounded() / 1000) " + $0.texts.joined(separator: "|") }
      }
    }
  }

  extension TextReceiver {
    /// Plays an item with an output on the virtual clock, until the test has seen enough.
    static func play(
      _ url: URL, _ output: AVPlayerItemLegibleOutput = AVPlayerItemLegibleOutput(),
      _ body: (AVPlayer, AVPlayerItem, TextReceiver) throws -> Void
    ) throws -> TextReceiver {
      let receiver = TextReceiver()
      output.setDelegate(receiver, queue: DispatchQueue(label: "texts"))
      #expect(output.delegate === receiver && output.delegateQueue?.label == "texts")
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        try VirtualClock().run {
          let item = AVPlayerItem(url: url)
          item.add(output)
          let player = AVPlayer(playerItem: item)
          try waitUntil("the item is ready") { item.status != .unknown }
          try body(player, item, receiver)
          player.pause()
        }
      }
      return receiver
    }
  }
#endif
