import ToolSupport

@testable import ConvertTool
@testable import InfoTool
@testable import PlayTool
@testable import RecordTool

/// The tools of this package, as values.
enum Tools {
  static let all: [CommandLineTool] = [.play, .info, .convert, .record]
  static let names = all.map(\.name)
}
