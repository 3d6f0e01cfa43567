import AudioModel
import Testing

@testable import AudioContainers

extension CAFSample {
  private static func opus(_ frames: Int, rate: Double = 48_000) -> StreamFormat {
    StreamFormat(
      sampleRate: rate, formatID: .opus, framesPerPacket: frames, channelCount: 1)
  }

  /// Opus of 10, 20, 60 and 2 × 20 milliseconds, by the first two bytes of each packet.
  private static let opusPackets: [UInt8] =
    [0, 1] + [8, 2, 3] + [24] + [11, 2, 5, 6]

  /// Packets that state their own frames, regardless of the description.
  static let counted: [CAFSample] = [
    CAFSample(
      testDescription: "Opus packets of several lengths under one",
      bytes: caf(
        cafDescription("opus", rate: 48_000, frames: 960),
        cafTable([2, 3, 1, 4], packets: 4, valid: 3840), cafData(opusPackets),
        cafInformation([("title", "T")])),
      format: opus(0), dataOffset: 108,
      scanned: [[2, 480], [3, 960], [1, 2880], [4, 1920]],
      trim: FrameTrim(primingFrames: 0, validFrames: 3840, remainderFrames: 0)),
    CAFSample(
      testDescription: "Opus packets of several lengths, the size of the audio unknown",
      bytes: caf(
        cafDescription("opus", rate: 24_000, frames: 480),
        cafTable([2, 3, 1, 4], packets: 4, valid: 2700, priming: 312, remainder: 108),
        cafData(opusPackets, size: -1)),
      format: opus(0, rate: 24_000), dataOffset: 108,
      scanned: [[2, 240], [3, 480], [1, 1440], [4, 960]],
      trim: FrameTrim(primingFrames: 312, validFrames: 2700, remainderFrames: 108)),
    CAFSample(
      testDescription: "Opus of one length that the table confirms",
      bytes: caf(
        cafDescription("opus", rate: 48_000, frames: 961),
        cafTable([2, 2], packets: 2, valid: 600, priming: 312, remainder: 1008),
        cafData([8, 1, 8, 2])),
      format: opus(960), dataOffset: 106, table: [[2, 960], [2, 960]],
      trim: FrameTrim(primingFrames: 312, validFrames: 600, remainderFrames: 1008)),
    CAFSample(
      testDescription: "Opus packets that change behind the first sixteen",
      bytes: caf(
        cafDescription("opus", rate: 48_000, frames: 960),
        cafTable([UInt8](repeating: 1, count: 80), packets: 80, valid: 76_800),
        cafData([UInt8](repeating: 8, count: 70) + [UInt8](repeating: 0, count: 10))),
      format: opus(960), dataOffset: 184,
      scanned: Array(repeating: [1, 960], count: 70) + Array(repeating: [1, 480], count: 10),
      trim: FrameTrim(primingFrames: 0, validFrames: 76_800, remainderFrames: 0)),
    CAFSample(
      testDescription: "AMR with two frames in each packet",
      bytes: caf(
        cafDescription("samr", rate: 8000, bytes: 26, frames: 160),
        cafData([UInt8](repeating: 4, count: 52))),
      format: StreamFormat(
        sampleRate: 8000, formatID: .amrNarrowBand, bytesPerPacket: 26, framesPerPacket: 320,
        channelCount: 1), dataOffset: 68, run: .init(offset: 68, byteCount: 52)),
    CAFSample(
      testDescription: "AMR with several frames in some packets",
      bytes: caf(
        cafDescription("samr", rate: 8000, frames: 160), cafTable([13, 26, 13], packets: 3),
        cafData([UInt8](repeating: 4, count: 52))),
      format: StreamFormat(sampleRate: 8000, formatID: .amrNarrowBand, channelCount: 1),
      dataOffset: 107, scanned: [[13, 160], [26, 320], [13, 160]]),
  ]
}
