import RecordTool
import ToolSupport

CommandLineTool.record.main()
