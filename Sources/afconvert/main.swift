import ConvertTool
import ToolSupport

CommandLineTool.convert.main()
