import Testing

@testable import AudioContainers

@Suite struct HLSVariantChoiceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Attributes of the variants.
    var variants: [String]
    var first: Int?

    static let all = [
      Case(
        testDescription: "the first of several", variants: ["BANDWIDTH=3", "BANDWIDTH=1"], first: 0),
      Case(
        testDescription: "the first that can be decoded",
        variants: ["CODECS=\"ac-4\"", "CODECS=\"mp4a.40.2\""], first: 1),
      Case(
        testDescription: "all audio must be decodable",
        variants: ["CODECS=\"mp4a.40.2,ec-3\"", "CODECS=\"mp4a.40.5\""], first: 1),
      Case(
        testDescription: "audio rather than video",
        variants: ["CODECS=\"avc1.4d,mp4a.40.2\"", "RESOLUTION=1x1", "CODECS=\"mp4a.40.2\""],
        first: 2),
      Case(
        testDescription: "video if all variants have it",
        variants: ["CODECS=\"hvc1.1\"", "CODECS=\"AVC1.4d,mp4a.40.2,wvtt\"", "RESOLUTION=1x1"],
        first: 1),
      Case(
        testDescription: "unknown codecs may be decodable", variants: ["BANDWIDTH=1"], first: 0),
      Case(testDescription: "nothing to decode", variants: ["CODECS=\"ac-4\""], first: nil),
    ]
  }

  private func choice(_ variants: [String]) throws -> HLSVariantChoice {
    let lines = variants.map { "#EXT-X-STREAM-INF:\($0)\nu\n" }
    let playlist = try hlsMultivariant("#EXTM3U\n" + lines.joined())
    return HLSVariantChoice(playlist.variants) { $0.hasPrefix("mp4a.40") }
  }

  @Test("the first playable variant is chosen", arguments: Case.all)
  func startsWithTheFirst(item: Case) throws {
    #expect(try choice(item.variants).index == item.first)
  }

  @Test("the choice follows the bandwidth with a reserve")
  func followsBandwidth() throws {
    var choice = try choice(["BANDWIDTH=64000", "BANDWIDTH=32000", "BANDWIDTH=128000"])
    for (bandwidth, index) in [
      // 128,000 bit/s need 182,858 to start and 134,737 to stay.
      (182_000.0, 0), (183_000, 2), (135_000, 2), (134_000, 0),
      // 64,000 bit/s need 91,429 to start and 67,369 to stay.
      (68_000, 0), (67_000, 1), (91_000, 1), (92_000, 0),
      // The cheapest variant is left even if it is too expensive.
      (10_000, 1), (0, 1), (1e9, 2),
    ] {
      choice.take(bandwidth: bandwidth)
      #expect(choice.index == index, "at \(bandwidth)")
    }
  }

  @Test("a bandwidth that varies by a quarter causes no switching")
  func doesNotSwing() throws {
    for limit in stride(from: 20_000.0, to: 300_000, by: 1000) {
      var choice = try choice(["BANDWIDTH=64000", "BANDWIDTH=32000", "BANDWIDTH=128000"])
      choice.take(bandwidth: limit)
      choice.take(bandwidth: limit * 0.75)
      let settled = choice.index
      for _ in 0..<4 {
        choice.take(bandwidth: limit)
        #expect(choice.index == settled, "at \(limit)")
        choice.take(bandwidth: limit * 0.75)
        #expect(choice.index == settled, "at \(limit)")
      }
    }
  }

  @Test("a failing variant is replaced by a cheaper one, then by any other")
  func excludes() throws {
    var choice = try choice(["BANDWIDTH=64000", "BANDWIDTH=32000", "BANDWIDTH=128000"])
    var order = [choice.index]
    while choice.exclude() { order.append(choice.index) }
    #expect(order == [0, 1, 2])
    #expect(choice.index == nil)
    let hasMore = choice.exclude()
    #expect(!hasMore)
    choice.take(bandwidth: 1e9)
    #expect(choice.index == nil)
  }
}

@Suite struct HLSBandwidthMeterTests {
  @Test("a steady rate is measured exactly")
  func measuresSteadyRate() throws {
    var meter = HLSBandwidthMeter()
    #expect(meter.bandwidth == nil)
    for _ in 0..<20 { meter.add(byteCount: 125_000, seconds: 1) }
    #expect(abs(try #require(meter.bandwidth) - 1e6) < 1)
  }

  @Test("a drop has effect sooner than a rise")
  func dropsFast() throws {
    var dropping = HLSBandwidthMeter()
    var rising = HLSBandwidthMeter()
    for _ in 0..<20 {
      dropping.add(byteCount: 125_000, seconds: 1)
      rising.add(byteCount: 12_500, seconds: 1)
    }
    for _ in 0..<2 {
      dropping.add(byteCount: 12_500, seconds: 1)
      rising.add(byteCount: 125_000, seconds: 1)
    }
    let fall = 1e6 - (try #require(dropping.bandwidth))
    let rise = (try #require(rising.bandwidth)) - 1e5
    #expect(fall > 450_000)
    #expect(rise < 350_000)
  }

  @Test("small transfers do not count, and instant ones are finite")
  func boundsMeasurements() throws {
    var meter = HLSBandwidthMeter()
    meter.add(byteCount: 4095, seconds: 10)
    meter.add(byteCount: 100_000, seconds: -1)
    #expect(meter.bandwidth == nil)
    meter.add(byteCount: 4096, seconds: 0)
    #expect(try #require(meter.bandwidth).isFinite)
  }
}
