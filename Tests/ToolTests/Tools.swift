import ToolSupport

@testable import ConvertTool
@testable import InfoTool
@testable import PlayTool
@testable import RecordTool

enum Tools {
  static let all: [CommandLineTool] = [.play, .info, .convert, .record]
  static let names = all.map(\.name)
}
