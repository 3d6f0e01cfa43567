import Testing
import ToolSupport

@Suite struct NumbersTests {
  @Test(arguments: [
    (0.0, 3, "0.000"), (1.0005, 3, "1.001"), (-0.0001, 3, "0.000"), (-1.5, 1, "-1.5"),
    (12.0625, 4, "12.0625"), (0.05, 2, "0.05"), (99.999, 2, "100.00"), (7, 0, "7"),
    (.nan, 2, "nan"), (.infinity, 2, "inf"), (1e300, 2, "inf"),
  ])
  func writesDecimals(value: Double, decimals: Int, text: String) {
    #expect(Numbers.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0.0, "00:00"), (59.9, "00:59"), (60, "01:00"), (3599, "59:59"), (3600, "1:00:00"),
    (360_000, "100:00:00"), (.nan, "--:--"), (-1, "--:--"), (1e300, "--:--"),
  ])
  func writesTimes(seconds: Double, text: String) {
    #expect(Numbers.clock(seconds) == text)
  }

  @Test(arguments: [
    (0x2E6D_7033, ".mp3"), (0x0000_0001, "0x00000001"), (0x7F41_4141, "0x7F414141"),
  ])
  func writesCodes(code: UInt32, text: String) {
    #expect(Numbers.fourCharacters(code) == text)
  }

  @Test func writesJSON() {
    let value = JSON.object([
      ("a\"\\\n\u{1}", .array([.integer(-1), .decimal(0.5), .null])), ("e", .array([])),
      ("o", .object([])), ("t", .bool(true)), ("n", .decimal(.nan)), ("u", .string("ü\t")),
    ])
    #expect(
      value.text() == """
        {
          "a\\"\\\\\\n\\u0001": [
            -1,
            0.500,
            null
          ],
          "e": [],
          "o": {},
          "t": true,
          "n": null,
          "u": "ü\\t"
        }
        """)
  }
}
