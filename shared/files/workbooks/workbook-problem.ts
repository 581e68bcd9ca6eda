/** A workbook has at most this many bytes after inflating, and as much text. */
export const maxWorkbookBytes = 64 * 1_048_576;

const asCsv = 'In Excel, choose *File*, *Save as*, *CSV UTF-8*, or export the report as CSV';
const texts = {
  unreadable: `This is an Excel workbook that cannot be read: it is broken. ${asCsv}`,
  protected: `This is an Excel workbook with a password. ${asCsv}`,
  before_2007: `This is an Excel workbook in the form of before 2007 (.xls). ${asCsv}`,
  binary: `This is an Excel workbook in the binary form (.xlsb). ${asCsv}`,
  spoilt: 'A workbook is sent as `application/octet-stream`, or by an upload',
  too_large: 'The workbook has more than 64 MB of cells. Export fewer days, or save it as CSV',
  open_document: 'This is an OpenDocument file, such as .ods: save it as CSV or .xlsx',
  numbers: 'This is a file of Apple Numbers: export it as CSV or .xlsx',
  archive: 'This is a ZIP archive: unpack it, and send the file in it',
  compressed: 'This is a compressed file (.gz): unpack it, and send the file in it',
  pdf: 'This is a PDF document: export the report as CSV or .xlsx',
  markup: 'This is a web page or an XML file, whatever its name says: export the report as CSV or .xlsx',
};
type Kind = keyof typeof texts;

const otherFiles: readonly Kind[] = ['open_document', 'numbers', 'archive', 'compressed', 'pdf', 'markup'];

export class WorkbookProblem extends Error {
  override name = 'WorkbookProblem';
  readonly code: 'excel_workbook' | 'workbook_too_large' | 'not_a_table';
  constructor(kind: Kind) {
    super(texts[kind]);
    this.code = kind === 'too_large' ? 'workbook_too_large' : otherFiles.includes(kind) ? 'not_a_table' : 'excel_workbook';
  }
}
