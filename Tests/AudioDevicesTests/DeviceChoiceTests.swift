import AudioDevices
import Testing

@Suite struct DeviceChoiceTests {
  @Test(arguments: [
    ("pulse", [DeviceKind.pulseAudio(server: nil)]),
    ("pulse:unix:/a/b", [.pulseAudio(server: "unix:/a/b")]),
    ("pulse#speaker", [.pulseAudio(server: nil, sink: "speaker")]),
    ("pulse:unix:/a/b#a#b", [.pulseAudio(server: "unix:/a/b", sink: "a#b")]),
    ("alsa", [.alsa()]), ("alsa:plughw:1,0", [.alsa(name: "plughw:1,0")]),
    ("null", [.null]),
    ("offline:/tmp/a:b.wav", [.offline(path: "/tmp/a:b.wav")]),
    ("Null", nil), ("alsa:", nil), ("offline:", nil), ("offline", nil), ("jack", nil),
    ("pulse#", nil), ("pulses", nil),
  ])
  func readsTheEnvironment(value: String, expected: [DeviceKind]?) {
    #expect(DeviceChoice.named(value)?.kinds == expected)
    if let kind = expected?.first { #expect(kind.name == value) }
  }

  @Test func withoutANameTheChoiceIsAutomatic() {
    #expect(DeviceChoice.named(nil) == .automatic)
    #expect(DeviceChoice.named("") == .automatic)
    #expect(DeviceChoice.automatic.kinds.last == .null)
    #expect(DeviceChoice.automatic.afterLoss == DeviceChoice.automatic.kinds)
    #expect(DeviceChoice([.alsa()]).afterLoss == [.alsa(), .null])
  }
}
