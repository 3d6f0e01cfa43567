public import CoreAudioTypes
internal import Dispatch
internal import Foundation

/// Checks an audio unit: opens it, reads its parameters, and renders some slices.
///
/// Output units are opened and initialized only, so that they make no sound.
///
/// - Parameters:
///   - inComponent: The component.
///   - inValidationParameters: `kAudioComponentValidationParameter_TimeOut` with a number of
///     seconds, or nil for 30 seconds. Other keys have no effect.
///   - outValidationResult: On return, the result.
/// - Returns: 0; `kAudioComponentErr_UnsupportedType` for a codec; `kAudio_ParamError` if the
///   component does not exist.
@discardableResult
public func AudioComponentValidate(
  _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
  _ outValidationResult: UnsafeMutablePointer<AudioComponentValidationResult>
) -> OSStatus {
  guard unsafe !isNull(outValidationResult) else { return kAudio_ParamError }
  unsafe outValidationResult.pointee = .unknown
  return status { () throws(StatusError) in
    let validation = try unsafe UnitValidation(inComponent)
    unsafe outValidationResult.pointee = validation.run(
      seconds: UnitValidation.seconds(inValidationParameters))
  }
}

/// Checks an audio unit, and calls a closure with the result.
///
/// - Parameters:
///   - inComponent: The component.
///   - inValidationParameters: As for ``AudioComponentValidate(_:_:_:)``.
///   - inCompletionHandler: Called on another thread with the result, and with a dictionary that
///     has it by the key `kAudioComponentConfigurationInfo_ValidationResult`.
/// - Returns: 0; `kAudioComponentErr_UnsupportedType` for a codec; `kAudio_ParamError` if the
///   component does not exist.
@discardableResult
public func AudioComponentValidateWithResults(
  _ inComponent: AudioComponent, _ inValidationParameters: CFDictionary?,
  _ inCompletionHandler: sending @escaping (AudioComponentValidationResult, CFDictionary) -> Void
) -> OSStatus {
  let seconds = UnitValidation.seconds(inValidationParameters)
  let handler = UncheckedBox(inCompletionHandler)
  return status { () throws(StatusError) in
    let validation = try unsafe UnitValidation(inComponent)
    DispatchQueue.global().async {
      let result = validation.run(seconds: seconds)
      handler.value(
        result,
        [
          kAudioComponentConfigurationInfo_ValidationResult as NSString: NSNumber(
            value: result.rawValue)
        ] as NSDictionary)
    }
  }
}

/// Gets information about an audio unit, and makes an instance for this.
///
/// - Parameters:
///   - inComponent: The component.
///   - outConfigurationInfo: On return, a dictionary that the caller owns. The keys begin with
///     `kAudioUnitConfigurationInfo_`: the pairs of input and output channels, the channels of the
///     inputs and outputs of a new unit, the scopes whose elements change in number, and whether
///     the unit has a view.
/// - Returns: 0; `kAudioComponentErr_UnsupportedType` for a codec; another error of
///   `AudioComponentInstanceNew`; `kAudio_ParamError` if an argument is null or the component does
///   not exist.
@discardableResult
public func AudioComponentCopyConfigurationInfo(
  _ inComponent: AudioComponent,
  _ outConfigurationInfo: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
  guard unsafe !isNull(outConfigurationInfo) else { return kAudio_ParamError }
  unsafe outConfigurationInfo.pointee = nil
  return status { () throws(StatusError) in
    guard let unit = try unsafe UnitInstance.make(inComponent) else {
      throw StatusError(kAudioUnitErr_FailedInitialization)
    }
    defer { _ = unsafe AudioComponentInstanceDispose(unit) }
    let facts = try unsafe UnitInstance.find(unit).configuration
    unsafe outConfigurationInfo.pointee = Unmanaged.passRetained(facts)
  }
}

extension UnitInstance {
  /// Information about a new unit.
  fileprivate var configuration: NSDictionary {
    let scopes = [kAudioUnitScope_Input, kAudioUnitScope_Output]
    let writable = scopes.filter { scope in
      (try? info(of: kAudioUnitProperty_ElementCount, UnitPart(scope, 0)))?.isWritable == true
    }
    return [
      kAudioUnitConfigurationInfo_HasCustomView as NSString: NSNumber(value: false),
      kAudioUnitConfigurationInfo_ChannelConfigurations as NSString: channelPairs as NSArray,
      kAudioUnitConfigurationInfo_InitialInputs as NSString: channels(scopes[0]) as NSArray,
      kAudioUnitConfigurationInfo_InitialOutputs as NSString: channels(scopes[1]) as NSArray,
      kAudioUnitConfigurationInfo_BusCountWritable as NSString:
        writable.map { NSNumber(value: $0) } as NSArray,
    ]
  }

  /// The supported pairs of input and output channels.
  private var channelPairs: [NSArray] {
    guard
      let value = try? value(of: kAudioUnitProperty_SupportedNumChannels, .global),
      case .bytes(let bytes) = value
    else { return [] }
    return stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      let numbers = [0, 2].map { offset in
        Int16(bitPattern: UInt16(bytes[start + offset]) | UInt16(bytes[start + offset + 1]) << 8)
      }
      return numbers.map { NSNumber(value: $0) } as NSArray
    }
  }

  /// The channels of each input or output.
  private func channels(_ scope: AudioUnitScope) -> [NSNumber] {
    let count: UInt32? =
      (try? value(of: kAudioUnitProperty_ElementCount, UnitPart(scope, 0)))?.load()
    return (0..<(count ?? 0)).compactMap { element in
      let format: AudioStreamBasicDescription? =
        (try? value(of: kAudioUnitProperty_StreamFormat, UnitPart(scope, element)))?.load()
      return format.map { NSNumber(value: $0.mChannelsPerFrame) }
    }
  }
}
