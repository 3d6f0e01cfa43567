import AudioModel
import AudioSyntax

/// The texts in the samples of a track.
package enum CaptionSample {
  /// The layouts of samples that are read.
  package enum Layout: Sendable {
    /// Source: 3GPP TS 26.245.
    case timedText
    /// Source: *QuickTime File Format*, "Text Sample Data".
    case quickTime
    /// Source: ISO/IEC 14496-30.
    case webVTT
  }

  /// Texts of one sample that are read.
  private static let most = 64

  /// Reads the texts of a sample.
  ///
  /// - Parameters:
  ///   - sample: The bytes of the sample.
  ///   - layout: The layout.
  ///   - entry: The sample entry, which has the usual style.
  /// - Returns: The texts, without empty ones.
  package static func texts(
    _ sample: [UInt8], _ layout: Layout, entry: [UInt8]
  ) -> [CaptionText] {
    switch layout {
    case .timedText: [TimedTextSample.text(sample.span, entry.span)].filter { !$0.runs.isEmpty }
    case .quickTime:
      [ChapterText.title(sample.span)].filter { !$0.isEmpty }.map { CaptionText([.init($0)]) }
    case .webVTT: webVTT(sample.span)
    }
  }

  /// Source: ISO/IEC 14496-30, 6.6 WebVTT sample format.
  private static func webVTT(_ sample: Span<UInt8>) -> [CaptionText] {
    var texts: [CaptionText] = []
    var cues = BoxCursor(0..<sample.count)
    while texts.count < most, let cue = cues.next(sample) {
      guard cue.type == .cue else { continue }
      var (payload, settings) = ("", "")
      var boxes = BoxCursor(cue.body)
      while let box = boxes.next(sample) {
        switch box.type {
        case .payload: payload = MP4Text.utf8(sample.extracting(box.body))
        case .settings: settings = MP4Text.utf8(sample.extracting(box.body))
        default: break
        }
      }
      var text = WebVTTMarkup.text(payload)
      text.place = CaptionPlace(webVTT: settings)
      if !text.runs.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// The sample of a text of WebVTT.
  package static func sample(_ cue: WebVTTCue) -> [UInt8] {
    var boxes: [UInt8] = []
    if !cue.identifier.isEmpty { boxes += .box(.identifier, Array(cue.identifier.utf8)) }
    if !cue.settings.isEmpty { boxes += .box(.settings, Array(cue.settings.utf8)) }
    return .box(.cue, boxes + .box(.payload, Array(cue.payload.utf8)))
  }

  /// The sample entry of WebVTT.
  ///
  /// Source: ISO/IEC 14496-30, 6.5 Sample entry format.
  package static var webVTTEntry: [UInt8] {
    var body = [UInt8](repeating: 0, count: 6)
    body.append(big: UInt16(1))
    return .box(.webVTT, body + .box(.configuration, Array("WEBVTT".utf8)))
  }
}

extension TimedTrack {
  /// The layout of the texts; `nil` if the samples are no texts, or of an unknown layout.
  package var captionLayout: CaptionSample.Layout? {
    guard handler == .textHandler || handler == .subtitleHandler, entry.count >= 16 else {
      return nil
    }
    switch entry.span.fourCC(at: 4) {
    case .timedText: return .timedText
    case .textHandler: return .quickTime
    case .webVTT: return .webVTT
    default: return nil
    }
  }

  /// Whether all texts are translations that every viewer needs.
  ///
  /// Source: *QuickTime File Format*, "Subtitle Sample Description", display flags.
  package var isForced: Bool {
    captionLayout == .timedText && entry.count >= 20 && entry.span.bigEndian32(at: 16) >> 31 == 1
  }
}

extension ContainerInfo {
  /// The tracks of texts that are shown with the pictures, without those of chapters.
  package var captionTracks: [TimedTrack] {
    let references = soundTracks.flatMap(\.references) + timedTracks.flatMap(\.references)
    let chapters = Set(references.filter { $0.type == .chap }.flatMap(\.identifiers))
    return timedTracks.filter { track in
      track.captionLayout != nil && !track.samples.isEmpty && !chapters.contains(track.identifier)
    }
  }
}

extension FourCC {
  fileprivate static let timedText = FourCC("t", "x", "3", "g")
  fileprivate static let webVTT = FourCC("w", "v", "t", "t")
  fileprivate static let configuration = FourCC("v", "t", "t", "C")
  fileprivate static let cue = FourCC("v", "t", "t", "c")
  fileprivate static let identifier = FourCC("i", "d", "e", "n")
  fileprivate static let settings = FourCC("s", "t", "t", "g")
  fileprivate static let payload = FourCC("p", "a", "y", "l")
}
