import AudioToolbox
import ToolSupport

/// The output of a part, which disappears unless it is complete.
final class PartOutput {
  let target: TargetFrames
  private let file: OutputFile
  private var isComplete = false

  /// Creates the file under its temporary name.
  init(
    _ file: OutputFile, _ conversion: Conversion, _ format: AudioStreamBasicDescription
  ) throws(ToolFailure) {
    self.file = file
    do throws(ToolFailure) {
      target = try conversion.makeTarget(file, format)
    } catch {
      file.discard()
      throw error
    }
  }

  deinit {
    if !isComplete { file.discard() }
  }

  /// Closes the file, and gives it its name.
  func complete() throws(ToolFailure) {
    try target.close()
    isComplete = true
    try file.keepNew()
  }
}
