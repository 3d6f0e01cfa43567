import ToolSupport

/// The result of a complete conversion.
struct ConversionReport {
  /// The paths of the outputs, in order.
  var outputs: [String]
  /// The number of packets that became silence because they could not be decoded.
  var damagedPacketCount = 0
  /// The reason for an unreadable end of the input.
  var unreadRest: ToolFailure?
  /// A note about the encoder or the file type, which applies to all files.
  var encoderNote: String?
  /// Lines about this input, without its name.
  var remarks: [String] = []
  /// Lines that only `--verbose` prints.
  var details: [String] = []

  init(outputs: [String]) {
    self.outputs = outputs
  }

  /// Adds the result of a measurement.
  mutating func add(_ normalization: Normalization?) {
    guard let normalization else { return }
    details.append(normalization.details)
    if let remark = normalization.remark { remarks.append(remark) }
  }

  /// Adds a line about chapters without an output.
  mutating func addSilentChapters(_ count: Int) {
    guard count > 0 else { return }
    remarks.append(
      count == 1
        ? "1 chapter contains no sound, and has no output"
        : "\(count) chapters contain no sound, and have no output")
  }

  /// The lines to print, except the note about the encoder.
  func lines(_ input: String, isVerbose: Bool) -> [String] {
    var lines: [String] = []
    if isVerbose {
      lines += outputs.map { "\(input) -> \($0)" } + details.map { "\(input): \($0)" }
    }
    if damagedPacketCount > 0 {
      let packets = damagedPacketCount == 1 ? "packet is" : "packets are"
      lines.append(
        "afconvert: \(input): \(damagedPacketCount) damaged \(packets) replaced by silence")
    }
    lines += remarks.map { "afconvert: \(input): \($0)" }
    if let unreadRest { lines.append("afconvert: \(input): \(unreadRest.reason)") }
    return lines
  }
}
