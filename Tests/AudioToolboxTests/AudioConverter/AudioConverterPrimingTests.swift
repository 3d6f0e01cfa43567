#if Soxr
  import AudioToolbox
  import TestSupport
  import Testing

  /// The ends of a filtered stream: its length, and equal samples for all portions.
  struct AudioConverterPrimingTests {
    @Test(
      arguments: [
        kConverterPrimeMethod_None, kConverterPrimeMethod_Pre, kConverterPrimeMethod_Normal,
      ],
      [(22_050.0, 16_000.0), (24_000, 16_000), (44_100, 44_101), (44_100, 48_000), (8000, 48_000)])
    func anyDivisionGivesTheSameLength(_ method: UInt32, _ rates: (Double, Double)) throws {
      let count = 20_000
      let source = AudioStreamBasicDescription.float32(rate: rates.0, channels: 1)
      let destination = AudioStreamBasicDescription.float32(rate: rates.1, channels: 1)
      let sound = AudioConverterRateTests.tone(count, rate: rates.0)
      let whole = try AudioConverterRateTests.convert(
        sound, source, destination, answers: [count], portions: [70_000], method: method)
      let pieces = try AudioConverterRateTests.convert(
        sound, source, destination, answers: [441], portions: [320], method: method)
      let isSame = whole == pieces
      #expect(isSame, "\(whole.count) and \(pieces.count) frames")
      let length = (Double(count) * rates.1 / rates.0).rounded()
      if method == kConverterPrimeMethod_Pre {
        #expect(Double(whole.count) < length)
      } else {
        #expect(Double(whole.count) == length)
      }
    }
  }
#endif
