import AudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioToolbox

/// The functions of C.
///
/// A process has one session, so the order matters.
@Suite struct AudioSessionTests {
  private func get<Value: BitwiseCopyable>(_ property: Int, _ value: Value) -> (OSStatus, Value) {
    var value = value
    var size = UInt32(MemoryLayout<Value>.size)
    let status = AudioSessionGetProperty(AudioSessionPropertyID(property), &size, &value)
    if status == 0 { #expect(size == MemoryLayout<Value>.size) }
    return (status, value)
  }

  private func set<Value: BitwiseCopyable>(_ property: Int, _ value: Value) -> OSStatus {
    var value = value
    return AudioSessionSetProperty(
      AudioSessionPropertyID(property), UInt32(MemoryLayout<Value>.size), &value)
  }

  private func checkUninitialized() {
    var size: UInt32 = 4
    let category = AudioSessionPropertyID(kAudioSessionProperty_AudioCategory)
    #expect(AudioSessionSetActive(true) == kAudioSessionNotInitialized)
    #expect(AudioSessionSetActiveWithFlags(true, 1) == kAudioSessionNotInitialized)
    #expect(
      get(kAudioSessionProperty_AudioInputAvailable, UInt32(0)).0 == kAudioSessionNotInitialized)
    #expect(set(kAudioSessionProperty_AudioCategory, UInt32(0)) == kAudioSessionNotInitialized)
    #expect(AudioSessionGetPropertySize(category, &size) == kAudioSessionNotInitialized)
    #expect(
      AudioSessionAddPropertyListener(category, { _, _, _, _ in }, nil)
        == kAudioSessionNotInitialized)
    #expect(AudioSessionRemovePropertyListener(category) == kAudioSessionNotInitialized)
  }

  @Test func everyFunctionWorksInOrder() throws {
    checkUninitialized()
    #expect(AudioSessionInitialize(nil, nil, { _, _ in }, nil) == 0)
    #expect(AudioSessionInitialize(nil, nil, nil, nil) == kAudioSessionAlreadyInitialized)
    #expect(AudioSessionSetActive(true) == 0)
    // The session stays active, because deactivation would pause the sounds of other tests.
    #expect(AudioSessionSetActiveWithFlags(true, 1) == 0)
    checkCategories()
    checkHardware()
    checkErrors()
    checkListeners()
  }

  private func checkCategories() {
    let solo = UInt32(kAudioSessionCategory_SoloAmbientSound)
    let both = UInt32(kAudioSessionCategory_PlayAndRecord)
    #expect(get(kAudioSessionProperty_AudioCategory, UInt32(0)) == (0, solo))
    #expect(set(kAudioSessionProperty_AudioCategory, both) == 0)
    #expect(get(kAudioSessionProperty_AudioCategory, UInt32(0)) == (0, both))
    for property in [
      kAudioSessionProperty_OverrideCategoryMixWithOthers,
      kAudioSessionProperty_OtherMixableAudioShouldDuck,
      kAudioSessionProperty_OverrideCategoryEnableBluetoothInput,
      kAudioSessionProperty_OverrideCategoryDefaultToSpeaker,
    ] {
      #expect(get(property, UInt32(9)) == (0, 0))
      #expect(set(property, UInt32(1)) == 0)
      #expect(get(property, UInt32(9)) == (0, 1))
    }
    #expect(SharedSession.session.setup.role == .phone)
    let chat = UInt32(kAudioSessionMode_VoiceChat)
    #expect(set(kAudioSessionProperty_Mode, chat) == 0)
    #expect(get(kAudioSessionProperty_Mode, UInt32(0)) == (0, chat))
    let media = UInt32(kAudioSessionCategory_MediaPlayback)
    #expect(set(kAudioSessionProperty_AudioCategory, media) == 0)
    #expect(get(kAudioSessionProperty_OverrideCategoryMixWithOthers, UInt32(9)) == (0, 0))
    #expect(set(kAudioSessionProperty_Mode, chat) == kAudioSessionIncompatibleCategory)
    #expect(
      set(
        kAudioSessionProperty_OverrideAudioRoute,
        UInt32(kAudioSessionOverrideAudioRoute_Speaker)) == kAudioSessionIncompatibleCategory)
  }

  private func checkHardware() {
    #expect(set(kAudioSessionProperty_PreferredHardwareSampleRate, 32_000.0) == 0)
    #expect(get(kAudioSessionProperty_PreferredHardwareSampleRate, 0.0) == (0, 32_000))
    #expect(set(kAudioSessionProperty_PreferredHardwareIOBufferDuration, Float32(0.25)) == 0)
    #expect(
      get(kAudioSessionProperty_CurrentHardwareIOBufferDuration, Float32(0)) == (0, 0.25))
    #expect(set(kAudioSessionProperty_PreferredHardwareIOBufferDuration, Float32(0)) == 0)
    #expect(get(kAudioSessionProperty_CurrentHardwareSampleRate, 0.0).1 >= 8000)
    for property in [
      kAudioSessionProperty_CurrentHardwareInputNumberChannels,
      kAudioSessionProperty_CurrentHardwareOutputNumberChannels,
      kAudioSessionProperty_OtherAudioIsPlaying, kAudioSessionProperty_AudioInputAvailable,
      kAudioSessionProperty_InterruptionType, kAudioSessionProperty_InputGainAvailable,
    ] {
      #expect(get(property, UInt32(0)).0 == 0)
    }
    for property in [
      kAudioSessionProperty_CurrentHardwareOutputVolume, kAudioSessionProperty_InputGainScalar,
      kAudioSessionProperty_CurrentHardwareInputLatency,
      kAudioSessionProperty_CurrentHardwareOutputLatency,
    ] {
      let (status, value) = get(property, Float32(-1))
      #expect(status == 0 && value >= 0)
    }
    var size: UInt32 = 0
    for property in [
      kAudioSessionProperty_AudioRoute, kAudioSessionProperty_AudioRouteDescription,
    ] {
      #expect(AudioSessionGetPropertySize(AudioSessionPropertyID(property), &size) == 0)
      #expect(size == 8)
      var object: Unmanaged<NSObject>?
      #expect(AudioSessionGetProperty(AudioSessionPropertyID(property), &size, &object) == 0)
      let value = object?.takeRetainedValue()
      #expect(value is NSString || value is NSDictionary)
    }
  }

  private func checkErrors() {
    var (size, value): (UInt32, UInt32) = (2, 0)
    let category = AudioSessionPropertyID(kAudioSessionProperty_AudioCategory)
    #expect(
      AudioSessionGetProperty(category, &size, &value) == kAudioSessionBadPropertySizeError)
    #expect(
      AudioSessionSetProperty(category, 8, [UInt64(0)]) == kAudioSessionBadPropertySizeError)
    #expect(set(kAudioSessionProperty_AudioCategory, UInt32(7)) == kAudio_ParamError)
    #expect(set(kAudioSessionProperty_OverrideAudioRoute, UInt32(7)) == kAudio_ParamError)
    for property in [
      1, kAudioSessionProperty_AudioRouteChange, kAudioSessionProperty_ServerDied,
      kAudioSessionProperty_InputSources, kAudioSessionProperty_OutputDestination,
    ] {
      #expect(get(property, UInt32(0)).0 == kAudioSessionUnsupportedPropertyError)
      #expect(set(property, UInt32(0)) == kAudioSessionUnsupportedPropertyError)
    }
    #expect(
      set(kAudioSessionProperty_AudioInputAvailable, UInt32(0))
        == kAudioSessionUnsupportedPropertyError)
  }

  private func checkListeners() {
    let route = AudioSessionPropertyID(kAudioSessionProperty_AudioRouteChange)
    #expect(AudioSessionAddPropertyListener(route, { _, _, _, _ in }, nil) == 0)
    #expect(
      AudioSessionRemovePropertyListenerWithUserData(route, { _, _, _, _ in }, nil) == 0)
    #expect(AudioSessionRemovePropertyListener(route) == 0)
    #expect(
      AudioSessionAddPropertyListener(1, { _, _, _, _ in }, nil)
        == kAudioSessionUnsupportedPropertyError)
  }
}
