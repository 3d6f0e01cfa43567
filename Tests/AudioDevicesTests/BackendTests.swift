import Testing

@testable import AudioDevices

@Suite struct BackendTests {
  @Test("both choices try the available backends in the order of the table")
  func theTableRanksBothChoices() {
    #expect(Backend.allCases == [.pulseAudio, .alsa, .null, .file])
    let ranked = Backend.allCases.filter { $0.driver.isAvailable && $0 != .file }
    #expect(DeviceChoice.automatic.kinds.map { $0.address } == ranked.map { DeviceAddress($0) })
    #expect(InputChoice.automatic.kinds.map { $0.address } == ranked.map { DeviceAddress($0) })
  }

  @Test(
    "the input for an output is on the same server or PCM, or silent",
    arguments: [
      (
        DeviceAddress(.pulseAudio, server: "unix:/a", device: "speaker"),
        DeviceAddress(.pulseAudio, server: "unix:/a")
      ),
      (DeviceAddress(.alsa, device: "hw:1"), DeviceAddress(.alsa, device: "hw:1")),
      (DeviceAddress(.null), DeviceAddress(.null)),
      (DeviceAddress(.file, device: "/tmp/a.wav"), DeviceAddress(.null)),
    ])
  func inputsBesideOutputs(output: DeviceAddress, expected: DeviceAddress) {
    #expect(output.backend.driver.input(beside: output) == expected)
  }

  @Test(
    "a listed device has the name that the environment variable accepts",
    arguments: [
      (DeviceAddress(.pulseAudio, server: "unix:/a", device: "b"), "pulse:unix:/a#mic"),
      (DeviceAddress(.alsa, device: "hw:1"), "alsa:mic"),
    ])
  func siblings(address: DeviceAddress, expected: String) {
    let sibling = address.sibling("mic")
    #expect(DeviceKind.device(sibling).name == expected && InputKind(sibling).name == expected)
  }

  @Test("the default PCM needs no name, but the default sink of a server has one")
  func defaults() {
    #expect(DeviceKind.device(DeviceAddress(.alsa, device: "hw:1").sibling("default")) == .alsa())
    #expect(DeviceAddress(.pulseAudio).sibling("default").device == "default")
  }

  @Test(
    "available backends create their devices; unavailable ones create none",
    arguments: Backend.allCases)
  func devices(backend: Backend) {
    let driver = backend.driver
    let address = DeviceAddress(backend, device: backend == .file ? "/nonexistent/a.wav" : nil)
    #expect((driver.makeOutput(address, OutputRequest()) != nil) == driver.isAvailable)
    let records = driver.isAvailable && backend != .file
    #expect((driver.makeInput(address, InputRequest()) != nil) == records)
    if !driver.isAvailable { #expect(!driver.isReachable(address, for: .output)) }
  }

  @Test("only a server has channels by name; silence takes any channels")
  func namedChannels() {
    let channels = DeviceChannels(device: "card", channels: [0])
    let expected: [Backend: Bool] = [.alsa: false, .null: true, .file: false]
    for (backend, makes) in expected where backend.driver.isAvailable {
      let address = DeviceAddress(backend, device: "a")
      let request = OutputRequest(channels: channels)
      #expect((backend.driver.makeOutput(address, request) != nil) == makes)
    }
  }

  @Test("devices that keep time can be shared")
  func sharing() {
    #expect(DeviceKind.null.makeMixedDevice(start: 0) != nil)
    #expect(DeviceKind.alsa().makeMixedDevice(start: 0) != nil)
    #expect(DeviceKind.offline(path: "/nonexistent").makeMixedDevice(start: 0) == nil)
    #expect(DeviceKind.pulled(PulledDevice()).makeMixedDevice(start: 0) == nil)
  }
}
