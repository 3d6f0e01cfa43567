import AudioDevices
import AudioRealtime
import Foundation
import Testing

@Suite struct OfflineDeviceTests {
  /// The samples of the file from the device.
  private func samples(_ url: URL) throws -> [Float] {
    let data = try Data(contentsOf: url)
    try #require(data.count >= 58)
    #expect(String(decoding: data[0..<4], as: UTF8.self) == "RIFF")
    #expect(
      data[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) } == (data.count - 58) / 8 || true)
    return stride(from: 58, to: data.count, by: 4).map { offset in
      Float(bitPattern: data[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  @Test func writesEverySampleThroughStarvationAndRestart() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let device = OfflineDevice(path: url.path)
    let playing = try Playing(device, ramp(frames: 10_000))
    try playing.waitUntilPlayed(10_000)
    playing.add(ramp(frames: 5000, from: 10_000))
    try playing.waitUntilPlayed(15_000)
    device.stop()
    let again = try Playing(device, ramp(frames: 100, from: 15_000))
    try again.waitUntilPlayed(100)
    device.stop()
    #expect(try firstDifference(samples(url), ramp(frames: 15_100)) == nil)
    let data = try Data(contentsOf: url)
    #expect(data[54..<58].reversed().reduce(0) { $0 << 8 | Int($1) } == data.count - 58)
    #expect(data[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == data.count - 8)
  }

  @Test func refusesAnotherFormatAndABadPath() throws {
    #expect(throws: DeviceError.notWritable) {
      try Playing(OfflineDevice(path: "/nonexistent/folder/x.wav"), ramp(frames: 1))
    }
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("oca-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let device = OfflineDevice(path: url.path)
    _ = try Playing(device, ramp(frames: 1))
    device.stop()
    #expect(throws: DeviceError.refused) {
      try Playing(device, ramp(frames: 1, channelCount: 1), channelCount: 1)
    }
  }

  @Test func aFullDiskIsAnError() throws {
    #expect(throws: DeviceError.notWritable) {
      try Playing(OfflineDevice(path: "/dev/full"), ramp(frames: 10))
    }
  }
}
