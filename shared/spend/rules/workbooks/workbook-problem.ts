/** A workbook has at most this many bytes after inflating, and as much text. */
export const maxWorkbookBytes = 64 * 1_048_576;

const texts = {
  unreadable:
    'This is an Excel workbook that cannot be read: it is protected, broken, or of before 2007. In Excel, choose *File*, *Save as*, *CSV UTF-8*, or export the report as CSV',
  spoilt: 'A workbook is sent as `application/octet-stream`, or by an upload',
  too_large: 'The workbook has more than 64 MB of cells. Export fewer days, or save it as CSV',
};

export class WorkbookProblem extends Error {
  override name = 'WorkbookProblem';
  readonly code: 'excel_workbook' | 'workbook_too_large';
  constructor(kind: keyof typeof texts) {
    super(texts[kind]);
    this.code = kind === 'too_large' ? 'workbook_too_large' : 'excel_workbook';
  }
}
