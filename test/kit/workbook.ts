import { strToU8, zipSync } from 'fflate';

/** A text, a number as it is stored, or another cell as its XML. */
export type Cell = string | number | { xml: string };
export type SheetOf = { name?: string; state?: string; rows: Cell[][]; xml?: string };
type Options = { is1904?: boolean; prefix?: string; target?: (file: string) => string; strings?: string };

export const date = (serial: number): Cell => ({ xml: `<c s="1"><v>${serial}</v></c>` });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const columnName = (at: number): string => (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** The bytes of a workbook as Excel writes it, with the sheets in their order. Style 1 is a date. */
export function workbook(sheets: readonly SheetOf[], options: Options = {}): Uint8Array<ArrayBuffer> {
  const { is1904 = false, prefix = '', target = (file) => file } = options;
  const texts = new Map<string, number>();
  const cellXml = (cell: Cell, place: string) => {
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${place}"`);
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    const index = texts.get(cell) ?? texts.size;
    texts.set(cell, index);
    return cell === '' ? '' : `<c r="${place}" t="s"><v>${index}</v></c>`;
  };
  const sheetXml = ({ rows, xml }: SheetOf) =>
    xml ??
    rows
      .map((cells, row) => {
        const xml = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row + 1}`)).join('');
        return `<row r="${row + 1}">${xml}</row>`;
      })
      .join('');
  const prefixed = (xml: string) => (prefix ? xml.replace(/<(\/?)(?=[a-z])/gi, `<$1${prefix}:`) : xml);
  const part = (name: string, xml: string, attributes = '') =>
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${prefixed(`<${name} ${attributes}>${xml}</${name}>`)}`);
  const names = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const parts = names.map((_, at) => sheetXml(sheets[at] as SheetOf));
  const relation = (id: string, type: string, file: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target(file)}"/>`;
  const sheetNames = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}" ${state ? `state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  const strings = options.strings ?? [...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  return new Uint8Array(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': part(
        'workbook',
        `<workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetNames.join('')}</sheets>`,
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships>${names.map((name, index) => relation(`rId${index + 1}`, 'worksheet', name)).join('')}${relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml')}${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`,
      ),
      'xl/styles.xml': part(
        'styleSheet',
        '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
      ),
      'xl/sharedStrings.xml': part('sst', strings),
      ...Object.fromEntries(names.map((name, index) => [`xl/${name}`, part('worksheet', `<sheetData>${parts[index]}</sheetData>`)])),
    }),
  );
}
