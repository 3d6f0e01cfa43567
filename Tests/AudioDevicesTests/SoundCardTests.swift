#if ALSA
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The kernel's list of sound cards, in files of the same form.
  @Suite struct SoundCardTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        at: folder.url("asound"), withIntermediateDirectories: true)
    }

    private func write(_ file: String, _ text: String) throws {
      let url = folder.url("asound/\(file)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // In one step, as in the kernel.
      try Data(text.utf8).write(to: url, options: .atomic)
    }

    private func writeTwoCards() throws {
      try write(
        "cards",
        """
         0 [PCH            ]: HDA-Intel - HDA Intel PCH
                              HDA Intel PCH at 0xf2530000 irq 33
         1 [EVOLVE         ]: USB-Audio - Jabra EVOLVE 20
                              GN Netcom A/S Jabra EVOLVE 20 at usb-0000:00:14.0-2, full speed

        """)
      try write(
        "pcm",
        """
        00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
        00-03: HDMI 0 : HDMI 0 : playback 1
        01-00: USB Audio : USB Audio : playback 1 : capture 1

        """)
      try write("card1/usbid", "0b0e:0300\n")
    }

    private var cards: SoundCards {
      SoundCards(
        usualPCM: "none", information: folder.url("asound").path,
        devices: folder.url("dev/snd").path)
    }

    @Test func portsAreTheDefaultPCMAndEveryCard() throws {
      try writeTwoCards()
      let snapshot = cards.snapshot
      #expect((snapshot.defaultOutput, snapshot.defaultInput) == ("none", "none"))
      #expect(
        snapshot.outputs.map(\.name) == [
          "none", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=3", "plughw:CARD=EVOLVE,DEV=0",
        ])
      #expect(
        snapshot.inputs.map(\.title) == [
          "none", "HDA Intel PCH, ALC257 Analog", "Jabra EVOLVE 20, USB Audio",
        ])
      #expect(snapshot.outputs.map(\.bus) == [nil, nil, nil, "usb"])
      #expect(snapshot.outputs.map { $0.activePort?.kind } == [nil, nil, .hdmi, nil])
      #expect(snapshot.devices.allSatisfy { $0.isHardware && $0.channels.count == 2 })
      #expect(Set(snapshot.devices.map(\.index)).count == snapshot.devices.count)
    }

    @Test func driversWithoutNamesHaveTheirIdentifiers() throws {
      try write(
        "cards", " 0 [mtsndcard      ]: mt-snd-card - mt-snd-card\n 1 [H]: USB-Audio - A Headset\n")
      try write("card1/usbid", "046d:0a44\n")
      try write(
        "pcm",
        """
        00-00: MultiMedia1_PLayback mt-soc-codec-tx-dai-0 :  : playback 1
        00-01: MultiMedia1_Capture mt-soc-codec-rx-dai-0 :  : capture 1
        01-00: USB Audio : USB Audio : playback 1 : capture 1

        """)
      let snapshot = cards.snapshot
      #expect(
        snapshot.outputs.dropFirst().map(\.title) == [
          "mt-snd-card, MultiMedia1_PLayback mt-soc-codec-tx-dai-0", "A Headset, USB Audio",
        ])
      #expect(
        snapshot.inputs.dropFirst().map(\.title) == [
          "mt-snd-card, MultiMedia1_Capture mt-soc-codec-rx-dai-0", "A Headset, USB Audio",
        ])
      // A USB card is one device, whatever its PCMs are.
      #expect(snapshot.devices.allSatisfy { $0.ports.isEmpty })
    }

    @Test(
      "unrecognised lines give no card",
      arguments: [
        "", "--- no soundcards ---\n", " 0 [PCH", "x [A]: B - C\n", "\u{0}\u{0}\n[[[]]]",
        " 0 []: \n",
      ])
    func others(_ text: String) throws {
      try write("cards", text)
      try write("pcm", "00-00: A : B\n-1-x: A : B : playback 1\n: : : playback 1\n" + text)
      #expect(cards.snapshot == ServerSnapshot())
    }

    @Test func withoutCardsThereAreNoPorts() {
      #expect(cards.snapshot == ServerSnapshot())
    }

    @Test func cardChangesAreReported() throws {
      let files = FileManager.default
      let devices = folder.url("dev/snd")
      try files.createDirectory(at: folder.url("dev"), withIntermediateDirectories: true)
      let reported = Mutex<[ServerSnapshot]>([])
      let watcher = SoundCardWatcher(cards) { snapshot in reported.withLock { $0.append(snapshot) }
      }
      #expect(reported.withLock { $0 } == [ServerSnapshot()])
      // The folder appears with the first card and disappears with the last.
      for number in 1...2 {
        try writeTwoCards()
        try files.createDirectory(at: devices, withIntermediateDirectories: true)
        try waitUntil("cards are reported") { reported.withLock { $0.count } == 2 * number }
        #expect(watcher.snapshot.outputs.count == 4)
        try write("pcm", "")
        try files.removeItem(at: devices)
        try waitUntil("no cards are reported") { reported.withLock { $0.count } == 2 * number + 1 }
        #expect(watcher.snapshot == ServerSnapshot())
      }
      // Changes are reported, and other events are not.
      try files.createDirectory(at: devices, withIntermediateDirectories: true)
      try writeTwoCards()
      try Data().write(to: devices.appendingPathComponent("controlC0"))
      try waitUntil("cards are reported") { reported.withLock { $0.count } == 6 }
      try Data().write(to: devices.appendingPathComponent("timer"))
      try write("pcm", "00-00: A : A : capture 1\n")
      try files.removeItem(at: devices.appendingPathComponent("controlC0"))
      try waitUntil("the change is reported") { reported.withLock { $0.count } == 7 }
      #expect(watcher.snapshot.devices.map(\.isOutput) == [false, false])
    }
  }
#endif
