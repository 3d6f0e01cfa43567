import AudioModel
import TestSupport
import Testing

@testable import AudioCodecs

struct SwiftDecoderTests {
  struct Encoding: Sendable, CustomTestStringConvertible {
    /// FFmpeg's name.
    var name: String
    var format: StreamFormat
    var testDescription: String { name }

    init(_ name: String, _ bytes: Int, _ flags: StreamFormat.PCMFlags) {
      self.name = name
      format = StreamFormat(
        sampleRate: 8000, formatID: .linearPCM, formatFlags: flags.rawValue,
        bytesPerPacket: bytes * 2, framesPerPacket: 1, bytesPerFrame: bytes * 2, channelCount: 2,
        bitsPerChannel: bytes * 8)
    }
  }

  static let encodings: [Encoding] = [
    Encoding("u8", 1, .packed),
    Encoding("s8", 1, [.packed, .signedInteger]),
    Encoding("s16le", 2, [.packed, .signedInteger]),
    Encoding("s16be", 2, [.packed, .signedInteger, .bigEndian]),
    Encoding("u16le", 2, .packed),
    Encoding("s24le", 3, [.packed, .signedInteger]),
    Encoding("s24be", 3, [.packed, .signedInteger, .bigEndian]),
    Encoding("s32le", 4, [.packed, .signedInteger]),
    Encoding("s32be", 4, [.packed, .signedInteger, .bigEndian]),
    Encoding("f32le", 4, [.packed, .float]),
    Encoding("f32be", 4, [.packed, .float, .bigEndian]),
    Encoding("f64le", 8, [.packed, .float]),
    Encoding("f64be", 8, [.packed, .float, .bigEndian]),
  ]

  @Test("linear PCM is identical to FFmpeg's", arguments: encodings)
  func linearPCM(_ encoding: Encoding) throws {
    let bytes = try FFmpeg.encode(
      ["-f", encoding.name], sampleRate: 8000, channelCount: 2, seconds: 0.2)
    let options = ["-f", encoding.name, "-ar", "8000", "-ac", "2"]
    let samples = try decodeAll([bytes], format: encoding.format)
    #expect(samples.count == 3200)
    let isSame = try samples == FFmpeg.decodeFloat(bytes, options)
    #expect(isSame)
  }

  @Test(
    "every G.711 code decodes to FFmpeg's value", arguments: [("alaw", G711Law.a), ("mulaw", .mu)])
  func g711(_ name: String, _ law: G711Law) throws {
    let codes = [UInt8](0...255)
    let format = StreamFormat(
      sampleRate: 8000, formatID: law == .a ? .aLaw : .muLaw, bytesPerPacket: 1,
      framesPerPacket: 1, bytesPerFrame: 1, channelCount: 1)
    let samples = try decodeAll([codes], format: format)
    let reference = try FFmpeg.decodeInt16(codes, ["-f", name, "-ar", "8000", "-ac", "1"])
    #expect(samples == reference.map { Float($0) / 32768 })
  }

  @Test(
    "a partial frame and an empty packet are errors",
    arguments: [FourCC.linearPCM, .aLaw, .muLaw])
  func partOfFrame(_ formatID: FourCC) throws {
    var format = Self.encodings[2].format
    format.formatID = formatID
    let decoder = try DecoderFactory.makeDecoder(format: format)
    var samples: [Float] = []
    for bad in [[1, 2, 3], []] as [[UInt8]] {
      #expect(throws: CodecError.badPacket) { try decode(bad, by: decoder, into: &samples) }
    }
    #expect(samples.isEmpty)
  }

  @Test("a format without a decoder is refused")
  func unsupported() {
    let formats = [
      StreamFormat(sampleRate: 8000, formatID: FourCC("Q", "D", "M", "2"), channelCount: 2),
      StreamFormat(sampleRate: 8000, formatID: .linearPCM, channelCount: 2),
      StreamFormat(sampleRate: 8000, formatID: .aLaw, channelCount: 0),
    ]
    for format in formats {
      #expect(throws: CodecError.unsupportedFormat) {
        _ = try DecoderFactory.makeDecoder(format: format)
      }
    }
  }
}
