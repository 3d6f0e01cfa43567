import AudioModel

/// Decodes iLBC: speech at 8000 Hz in blocks of 20 or 30 ms, each coded by itself.
///
/// A packet is any whole number of blocks. One that says that it was lost, or what no encoder says, is made up from those before it.
///
/// What comes out is late by 40 or 80 frames, since the enhancer looks ahead, and ``drain(into:)`` gives nothing: as many frames come out
/// as packets have, as from the decoder of the specification.
///
/// Source: RFC 3951, 4.
final class ILBCDecoder: PacketDecoder {
  let sampleRate = 8000.0
  let channelCount = 1
  private let mode: ILBCMode
  private var block: ILBCBlock
  private var spectrum: ILBCSpectrum
  private var decoding: ILBCExcitation
  private var concealment: ILBCConcealment
  private var enhancer: ILBCEnhancer
  private var synthesis: ILBCSynthesis
  /// A block's excitation, and what the enhancer and then the synthesis make of it.
  private var excitation: [Float]
  private var speech: [Float]

  /// Makes a decoder for blocks as long as the format says by its bytes or frames in a packet.
  init(_ format: StreamFormat) throws(CodecError) {
    guard 0...1 ~= format.channelCount, let mode = ILBCMode(format) else {
      throw .unsupportedFormat
    }
    self.mode = mode
    block = ILBCBlock(mode)
    spectrum = ILBCSpectrum(mode)
    decoding = ILBCExcitation(mode)
    concealment = ILBCConcealment(mode)
    enhancer = ILBCEnhancer(mode)
    synthesis = ILBCSynthesis(mode)
    excitation = Array(repeating: 0, count: mode.frameCount)
    speech = excitation
  }

  func decode(_ packet: Span<UInt8>, into samples: inout [Float]) throws(CodecError) {
    guard packet.count.isMultiple(of: mode.byteCount) else { throw .badPacket }
    let start = samples.count
    let blockCount = packet.count / mode.byteCount
    samples.append(zeros: blockCount * mode.frameCount)
    for index in 0..<blockCount {
      let offset = index * mode.byteCount
      decodeBlock(packet.extracting(offset..<offset + mode.byteCount))
      let place = start + index * mode.frameCount
      for frame in 0..<mode.frameCount {
        samples[place + frame] = min(max(speech[frame], -32768), 32767) / 32768
      }
    }
  }

  /// Makes the speech of one block.
  private func decodeBlock(_ bytes: Span<UInt8>) {
    let origin: ILBCEnhancer.Origin = block.read(bytes) ? .received : .concealed
    let predictors: InlineArray<6, ILBCPredictor>
    switch origin {
    case .received:
      predictors = spectrum.predictors(block)
      decoding.decode(block, predictors, into: &excitation)
      concealment.keep(excitation, predictors[mode.subBlockCount - 1])
    case .concealed:
      predictors = InlineArray(repeating: concealment.predictor)
      concealment.conceal(lastPeriod: enhancer.latestPeriod, into: &excitation)
    }
    enhancer.enhance(excitation, origin, into: &speech)
    synthesis.run(&speech, predictors)
  }

  func drain(into samples: inout [Float]) {}

  func reset() {
    spectrum.reset()
    concealment.reset()
    enhancer.reset()
    synthesis.reset()
  }
}
