import AVFoundation
import Testing

struct AVCaptureDeviceTests {
  /// The UID of Core Audio's default device that records, or `nil`.
  private static var defaultUID: String? {
    var address = AudioObjectPropertyAddress(
      mSelector: kAudioHardwarePropertyDefaultInputDevice,
      mScope: kAudioObjectPropertyScopeGlobal, mElement: kAudioObjectPropertyElementMain)
    var (size, device) = (UInt32(4), AudioObjectID(0))
    let system = AudioObjectID(kAudioObjectSystemObject)
    AudioObjectGetPropertyData(system, &address, 0, nil, &size, &device)
    address.mSelector = kAudioDevicePropertyDeviceUID
    size = UInt32(MemoryLayout<UInt>.size)
    var text: Unmanaged<CFString>?
    let status = AudioObjectGetPropertyData(device, &address, 0, nil, &size, &text)
    return status == noErr ? text?.takeRetainedValue() as String? : nil
  }

  @Test("the devices are those of Core Audio that record")
  func devices() {
    let device = AVCaptureDevice.default(for: .audio)
    #expect(device?.uniqueID == Self.defaultUID)
    let found = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.microphone], mediaType: .audio, position: .unspecified
    ).devices
    #expect(found == AVCaptureDevice.devices(for: .audio))
    #expect(found.first == device)
    for device in found {
      #expect(device.hasMediaType(.audio) && !device.hasMediaType(.video))
      #expect(AVCaptureDevice(uniqueID: device.uniqueID) == device && device.isConnected)
      #expect(!device.localizedName.isEmpty && device.position == .unspecified)
    }
    #expect(AVCaptureDevice(uniqueID: "none") == nil)
    #expect(AVCaptureDevice.default(.microphone, for: .audio, position: .back) == nil)
  }

  @Test("sound may be recorded, and pictures may not")
  func permission() async {
    #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
    #expect(AVCaptureDevice.authorizationStatus(for: .video) == .restricted)
    #expect(await AVCaptureDevice.requestAccess(for: .audio))
    #expect(AVCaptureDevice.default(for: .video) == nil)
    #expect(AVCaptureDevice.devices(for: .video).isEmpty)
    let answer = await withCheckedContinuation { continuation in
      AVCaptureDevice.requestAccess(for: .video) { continuation.resume(returning: $0) }
    }
    #expect(!answer)
  }
}
