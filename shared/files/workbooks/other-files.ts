import { WorkbookProblem } from './workbook-problem.ts';

const sniffedBytes = 1024;
/** Some shops name a web page, or the XML of Excel 2003, `.xls`. */
const markup = /^\s*<(\?xml|!doctype|html|head|meta|style|table|workbook)\b/i;

/** Throws `WorkbookProblem` for the beginning of a file that people take for a table. */
export function assertText(bytes: Uint8Array): void {
  const start = bytes.subarray(0, sniffedBytes);
  if (start[0] === 0x1f && start[1] === 0x8b) throw new WorkbookProblem('compressed');
  const isWide = start[1] === 0 || (start[0] === 0xff && start[1] === 0xfe);
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(start);
  if (text.startsWith('%PDF-')) throw new WorkbookProblem('pdf');
  if (markup.test(text)) throw new WorkbookProblem('markup');
}

/** The kind of an archive without the parts of a workbook, by the names of its files. */
export function kindOfArchive(names: readonly string[]) {
  if (names.some((name) => /(^|\/)workbook\.bin$/i.test(name))) return 'binary';
  if (names.includes('content.xml')) return 'open_document';
  if (names.some((name) => /^index(\.zip$|\/.*\.iwa$)/i.test(name))) return 'numbers';
  return 'archive';
}

/** A compound file lists its streams by names in UTF-16. */
export function kindOfCompound(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes);
  const has = (name: string) => text.includes([...name].join('\0'));
  if (has('EncryptedPackage')) return 'protected';
  return has('Workbook') || has('Book') ? 'before_2007' : 'unreadable';
}
