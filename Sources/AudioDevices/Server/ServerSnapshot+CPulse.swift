#if PulseAudio
  internal import CPulse

  extension ServerDevice {
    /// Copies a device that C reports.
    init(_ device: OCAPulseDevice) {
      // Safe: strings and positions are alive for the call that reports them.
      unsafe self.init(
        isOutput: device.isOutput, index: device.index, name: String(cString: device.name),
        title: String(cString: device.description))
      unsafe sampleRate = device.sampleRate
      unsafe channels = UnsafeBufferPointer(
        start: device.channelPositions, count: Int(device.channelCount)
      ).map { ServerChannel(position: $0) }
      unsafe volume = device.volume
      unsafe latency = Double(device.latency) / 1e6
      unsafe configuredLatency = Double(device.configuredLatency) / 1e6
      unsafe formFactor = device.formFactor.map { unsafe String(cString: $0) }
      unsafe bus = device.bus.map { unsafe String(cString: $0) }
      unsafe isHardware = device.isHardware
    }
  }

  extension ServerPort {
    init(_ port: OCAPulsePort) {
      let kind: Kind =
        switch unsafe port.type {
        case OCAPulsePortSpeaker, OCAPulsePortPortable: .speaker
        case OCAPulsePortHeadphones: .headphones
        case OCAPulsePortHeadset: .headset
        case OCAPulsePortMicrophone: .microphone
        case OCAPulsePortAux, OCAPulsePortLine, OCAPulsePortSPDIF, OCAPulsePortHiFi: .line
        case OCAPulsePortHandset, OCAPulsePortEarpiece: .receiver
        case OCAPulsePortHDMI, OCAPulsePortTV: .hdmi
        case OCAPulsePortUSB: .usb
        case OCAPulsePortBluetooth: .bluetooth
        case OCAPulsePortHandsFree: .handsFree
        case OCAPulsePortCar: .car
        default: .unknown
        }
      unsafe self.init(
        name: String(cString: port.name), title: String(cString: port.description), kind: kind,
        isUnplugged: port.isUnplugged, isActive: port.isActive)
    }
  }

  extension ServerStreamInfo {
    init(_ stream: OCAPulsePlayingStream) {
      unsafe self.init(
        isOwn: stream.isOwn, device: stream.device, isCorked: stream.isCorked,
        role: stream.role.map { unsafe String(cString: $0) })
    }
  }

  extension ServerChannel {
    /// Makes a channel from libpulse's number of the position.
    init(position: Int32) {
      let known: [ServerChannel] = [
        .mono, .left, .right, .center, .rearCenter, .rearLeft, .rearRight, .lowFrequency,
        .frontLeftOfCenter, .frontRightOfCenter, .sideLeft, .sideRight,
      ]
      let number = Int(position)
      self = known.indices.contains(number) ? known[number] : .other(number)
    }
  }
#endif
