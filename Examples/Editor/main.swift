import AVFoundation

/// Trims, joins and compresses files.
let usage = """
  usage: Editor trim INPUT START DURATION OUTPUT.m4a   a part, in seconds
         Editor join INPUT... OUTPUT.m4a               files one after the other
         Editor compress INPUT OUTPUT.mp3              an MP3 with 128 kbit/s
  """

func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("Editor: \(error.localizedDescription)\n".utf8))
  exit(1)
}

/// Writes an asset, or a part of it, to an M4A file.
func export(_ asset: AVAsset, _ range: CMTimeRange?, to path: String) async throws {
  guard
    let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A)
  else { throw AVError(.operationNotSupportedForAsset) }
  if let range { session.timeRange = range }
  try await session.export(to: URL(fileURLWithPath: path), as: .m4a)
  print("\(path): \(AVURLAsset(url: URL(fileURLWithPath: path)).duration.seconds) s")
}

func trim(_ input: String, start: Double, duration: Double, to output: String) async throws {
  let asset = AVURLAsset(url: URL(fileURLWithPath: input))
  let range = CMTimeRange(
    start: CMTime(seconds: start, preferredTimescale: 44_100),
    duration: CMTime(seconds: duration, preferredTimescale: 44_100))
  _ = try await asset.load(.duration)  // reports why a file cannot be read
  try await export(asset, range, to: output)
}

func join(_ inputs: [String], to output: String) async throws {
  let composition = AVMutableComposition()
  guard
    let track = composition.addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
  else { return }
  for input in inputs {
    let asset = AVURLAsset(url: URL(fileURLWithPath: input))
    let duration = try await asset.load(.duration)
    guard let sound = try await asset.loadTracks(withMediaType: .audio).first else { continue }
    try track.insertTimeRange(
      CMTimeRange(start: .zero, duration: duration), of: sound, at: composition.duration)
  }
  try await export(composition, nil, to: output)
}

func compress(_ input: String, to output: String) throws {
  let source = try AVAudioFile(forReading: URL(fileURLWithPath: input))
  let format = source.processingFormat
  let settings: [String: Any] = [
    AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: format.sampleRate,
    AVNumberOfChannelsKey: format.channelCount, AVEncoderBitRateKey: 128_000,
  ]
  let target = try AVAudioFile(forWriting: URL(fileURLWithPath: output), settings: settings)
  guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 32_768) else { return }
  while source.framePosition < source.length {
    try source.read(into: buffer)
    try target.write(from: buffer)
  }
  target.close()
  // Closing reports no errors, so the file is read.
  let written = try AVAudioFile(forReading: URL(fileURLWithPath: output))
  print("\(output): \(Double(written.length) / written.fileFormat.sampleRate) s")
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "trim" where arguments.count == 5:
    guard let start = Double(arguments[2]), let duration = Double(arguments[3]) else { fallthrough }
    try await trim(arguments[1], start: start, duration: duration, to: arguments[4])
  case "join" where arguments.count > 2:
    try await join(Array(arguments[1..<arguments.count - 1]), to: arguments[arguments.count - 1])
  case "compress" where arguments.count == 3: try compress(arguments[1], to: arguments[2])
  default:
    print(usage)
    exit(2)
  }
} catch {
  fail(error)
}
