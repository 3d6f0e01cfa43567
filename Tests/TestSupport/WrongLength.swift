import Foundation

/// Files whose headers state a wrong length.
package struct WrongLength: Sendable, CustomStringConvertible {
  package var description: String
  /// Makes a file with two seconds of audio.
  package let make: @Sendable () throws -> [UInt8]
  package let sampleRate: Int
  /// The number of readable frames, or `nil` if the file does not state the last packet's length.
  package let frameCount: Int?
  /// Whether the file is shorter than it states; then a player reports it as cut off.
  package var isCutOff = false
  /// Whether its parts stand in an order in which they cannot be played as they arrive.
  package var needsWholeFile = false

  /// All files.
  package static let all = compressed + linear

  private init(
    _ description: String, sampleRate: Int = 44_100, frameCount: Int?, isCutOff: Bool = false,
    needsWholeFile: Bool = false, _ make: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.description = description
    self.sampleRate = sampleRate
    self.frameCount = frameCount
    self.isCutOff = isCutOff
    self.needsWholeFile = needsWholeFile
    self.make = make
  }

  private static func encode(_ options: [String], rate: Int = 44_100) throws -> [UInt8] {
    try FFmpeg.encode(options, sampleRate: rate, channelCount: 1, seconds: 2)
  }

  private static let compressed = [
    WrongLength("Xing counts half of the packets", frameCount: 88_200) {
      try xing { $0 / 2 }
    },
    WrongLength("Xing counts 2^31 - 1 packets", frameCount: 88_200) {
      try xing { _ in 0x7FFF_FFFF }
    },
    WrongLength("STREAMINFO counts less", frameCount: 88_200) { try streamInfo(40_000) },
    WrongLength("STREAMINFO counts more", frameCount: 88_200, isCutOff: true) {
      try streamInfo(176_400)
    },
    WrongLength("Opus counts a third", sampleRate: 48_000, frameCount: nil) {
      try opus { right, _ in right / 3 }
    },
    WrongLength("Opus counts nothing", sampleRate: 48_000, frameCount: nil) {
      try opus { _, _ in 0 }
    },
    WrongLength("Opus counts less at the end", sampleRate: 48_000, frameCount: nil) {
      try opus { $1 ? $0 - 60_000 : $0 }
    },
    WrongLength("Opus does not mark the last page", sampleRate: 48_000, frameCount: 96_000) {
      try opus(isMarked: false) { right, _ in right }
    },
    WrongLength("Vorbis counts half", frameCount: nil) { try vorbis { right, _ in right / 2 } },
    WrongLength("Vorbis does not mark the last page", frameCount: 88_200) {
      try vorbis(isMarked: false) { right, _ in right }
    },
    WrongLength("CAF counts twice the frames", frameCount: 88_200, needsWholeFile: true) {
      try packetTable()
    },
    WrongLength("MP4 shortens the last Opus packet", sampleRate: 48_000, frameCount: 96_000) {
      let output = ["-c:a", "libopus", "-movflags", "empty_moov+default_base_moof", "-f", "mp4"]
      return try encode(output, rate: 48_000)
    },
  ]

  private static let linear =
    [0, 36, 44, 52, 36 + 64_000, UInt32.max].map { form in
      WrongLength("WAVE of size 0 in \(form) bytes", sampleRate: 16_000, frameCount: 32_000) {
        wave(form: form, data: 0)
      }
    }
    + [0x7FFF_FFFF, 0x7FFF_FFDB, 0x8000_0000, UInt32.max].map { size in
      WrongLength("WAVE of unknown size \(size)", sampleRate: 16_000, frameCount: 32_000) {
        wave(form: size.addingReportingOverflow(36).partialValue, data: size)
      }
    }
    + [
      WrongLength("RF64 without sizes", sampleRate: 16_000, frameCount: 32_000) {
        wave(form: .max, data: .max, name: "RF64", chunk: wide)
      },
      WrongLength("AIFF of unknown size", frameCount: 88_200) { aiff() },
    ]
}

// MARK: - Files

extension WrongLength {
  private static func xing(_ count: (UInt32) -> UInt32) throws -> [UInt8] {
    var file = try encode(["-c:a", "libmp3lame", "-q:a", "4", "-f", "mp3"])
    guard let place = Data(file).range(of: Data("Xing".utf8))?.upperBound else {
      throw TestFailure(description: "no Xing header")
    }
    let right = file[(place + 4)..<(place + 8)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    file.replaceSubrange((place + 4)..<(place + 8), with: big(count(right)))
    return file
  }

  /// Source: RFC 9639, 8.2: 36 bits after the format.
  private static func streamInfo(_ count: UInt32) throws -> [UInt8] {
    var file = try encode(["-c:a", "flac", "-f", "flac"])
    file[21] &= 0xF0
    file.replaceSubrange(22..<26, with: big(count))
    return file
  }

  /// Apple Lossless whose packet table states twice the frames, and the right remainder.
  private static func packetTable() throws -> [UInt8] {
    var file = try encode(["-c:a", "alac", "-f", "caf"])
    guard let chunk = Data(file).range(of: Data("pakt".utf8)) else {
      throw TestFailure(description: "no packet table")
    }
    // The field follows the chunk's size and the number of packets.
    let place = chunk.upperBound + 16
    file.replaceSubrange(place..<place + 16, with: big(0) + big(176_400) + big(0) + big(1912))
    return file
  }

  private static func opus(
    isMarked: Bool = true, _ granule: (Int64, Bool) -> Int64
  ) throws -> [UInt8] {
    let file = try encode(
      ["-c:a", "libopus", "-b:a", "24k", "-page_duration", "200000", "-f", "ogg"], rate: 48_000)
    return OggFilePages(file).file(isMarked: isMarked, granule)
  }

  private static func vorbis(
    isMarked: Bool = true, _ granule: (Int64, Bool) -> Int64
  ) throws -> [UInt8] {
    let file = try encode(["-c:a", "libvorbis", "-page_duration", "200000", "-f", "ogg"])
    return OggFilePages(file).file(isMarked: isMarked, granule)
  }

  private static func wave(
    form: UInt32, data: UInt32, name: String = "RIFF", chunk: [UInt8] = []
  ) -> [UInt8] {
    let format = little(16) + [1, 0, 1, 0] + little(16_000) + little(32_000) + [2, 0, 16, 0]
    return Array(name.utf8) + little(form) + Array("WAVE".utf8) + chunk + Array("fmt ".utf8)
      + format + Array("data".utf8) + little(data) + samples(32_000)
  }

  /// A `ds64` chunk of a writer that could not go back.
  ///
  /// Source: EBU Tech 3306.
  private static let wide = Array("ds64".utf8) + little(28) + [UInt8](repeating: 0, count: 28)

  /// A file as SoX writes it to a pipe.
  private static func aiff() -> [UInt8] {
    let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let common = big(18) + [0, 1] + big(0x7F00_0000 / 2) + [0, 16] + rate
    return Array("FORM".utf8) + big(0x7F00_0000 + 46) + Array("AIFFCOMM".utf8) + common
      + Array("SSND".utf8) + big(0x7F00_0000 + 8) + [UInt8](repeating: 0, count: 8)
      + samples(88_200)
  }

  /// Returns 16-bit samples that are neither silent nor similar to a chunk.
  private static func samples(_ count: Int) -> [UInt8] {
    (0..<2 * count).map { UInt8(truncatingIfNeeded: 129 + ($0 * 7) % 100) }
  }

  private static func big(_ value: UInt32) -> [UInt8] { little(value).reversed() }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
