import AudioDevices
import Testing

@Suite struct InputChoiceTests {
  @Test(arguments: [
    ("pulse", InputKind.pulseAudio(server: nil, source: nil)),
    ("pulse:unix:/a/b", .pulseAudio(server: "unix:/a/b", source: nil)),
    ("pulse#speaker.monitor", .pulseAudio(server: nil, source: "speaker.monitor")),
    ("pulse:tcp:host:4713#mic", .pulseAudio(server: "tcp:host:4713", source: "mic")),
    ("alsa", .alsa()), ("alsa:hw:1", .alsa(name: "hw:1")),
    ("null", .null),
    ("file:/tmp/a:b#c.wav", .file(path: "/tmp/a:b#c.wav")),
    ("Null", nil), ("alsa:", nil), ("file:", nil), ("file", nil), ("pulse#", nil), ("pulses", nil),
    ("offline:/tmp/a.wav", nil),
  ])
  func readsTheEnvironment(value: String, expected: InputKind?) {
    #expect(InputChoice.named(value)?.kinds == expected.map { [$0] })
    if let expected { #expect(expected.name == value) }
  }

  @Test(
    arguments: [
      (nil, nil, InputChoice.automatic), ("", "", .automatic),
      ("null", "alsa", InputChoice([.null])), ("nobody", "null", nil), (nil, "nobody", nil),
      (nil, "pulse:unix:/a", InputChoice([.pulseAudio(server: "unix:/a", source: nil)])),
      (nil, "alsa:hw:1", InputChoice([.alsa(name: "hw:1")])), (nil, "null", InputChoice([.null])),
      (nil, "offline:/tmp/a.wav", InputChoice([.null])),
    ] as [(String?, String?, InputChoice?)])
  func oneServerPlaysAndRecords(input: String?, output: String?, expected: InputChoice?) {
    #expect(InputChoice.named(input, playingTo: output) == expected)
  }

  @Test func theSilentDeviceIsTheLastChoice() {
    #expect(InputChoice.automatic.kinds.last == .null)
    #expect(InputChoice.automatic.afterLoss == InputChoice.automatic.kinds)
    #expect(InputChoice([.alsa()]).afterLoss == [.alsa(), .null])
  }
}
