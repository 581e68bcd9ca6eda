import { isDateFormat } from './number-formats.ts';
import { kindOfArchive } from './other-files.ts';
import { WorkbookProblem } from './workbook-problem.ts';
import { type Attributes, parsePart } from './xml-parts.ts';
import type { ZipEntry } from './zip-entries.ts';

export type Sheet = { name: string; part: ZipEntry };
export type WorkbookParts = {
  /** The visible sheets with cells, in their order. */
  sheets: Sheet[];
  /** Days are counted from 1904 in place of 1900. */
  isFrom1904: boolean;
  strings: string[];
  /** The styles by their place: a number of a date style is a date. */
  dateStyles: boolean[];
};

/** Reads what the sheets of a workbook refer to. Source: ECMA-376-1:2016, 18.2, 18.4 and 18.8. Throws `WorkbookProblem`. */
export async function partsOf(entries: ReadonlyMap<string, ZipEntry>): Promise<WorkbookParts> {
  const path = [...entries.keys()].find((name) => /(^|\/)workbook\.xml$/i.test(name));
  const workbook = entries.get(path ?? '');
  if (path === undefined || !workbook) throw new WorkbookProblem(kindOfArchive([...entries.keys()]));
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = await relationsOf(entries.get(`${folder}_rels/workbook.xml.rels`));
  const partAt = (target = '') => entries.get(target.startsWith('/') ? target.slice(1) : folder + target);
  const targets = new Map(relations.map(({ Id, Target }) => [Id, Target]));
  const partOfType = (type: string) => partAt(relations.find((relation) => relation.Type?.endsWith(`/${type}`))?.Target);
  const sheets = new Map<ZipEntry, Sheet>();
  let isFrom1904 = false;
  await parsePart(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes().date1904);
      if (name !== 'sheet') return;
      const sheet = attributes();
      const id = Object.entries(sheet).find(([key]) => key.endsWith(':id'))?.[1];
      const part = partAt(id === undefined ? undefined : targets.get(id));
      if (part && (sheet.state ?? 'visible') === 'visible') sheets.set(part, { name: sheet.name ?? '', part });
    },
  });
  return {
    sheets: [...sheets.values()],
    isFrom1904,
    strings: await stringsOf(partOfType('sharedStrings')),
    dateStyles: await dateStylesOf(partOfType('styles')),
  };
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true';

async function relationsOf(part: ZipEntry | undefined): Promise<Attributes[]> {
  const relations: Attributes[] = [];
  if (!part) throw new WorkbookProblem('unreadable');
  await parsePart(part, {
    open(name, attributes) {
      if (name === 'Relationship') relations.push({ ...attributes() });
    },
  });
  return relations;
}

/** A text may consist of several runs. Phonetic runs (`rPh`) repeat it in another script. */
export function textCollector() {
  let [text, isText, isPhonetic] = ['', false, false];
  return {
    open(name: string): void {
      if (name === 't') isText = true;
      if (name === 'rPh') isPhonetic = true;
    },
    add(piece: string): void {
      if (isText && !isPhonetic) text += piece;
    },
    close(name: string): void {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    end(): string {
      const whole = text;
      text = '';
      // Excel writes control characters as `_x000D_`.
      return whole.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    },
  };
}

async function stringsOf(part: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!part) return strings;
  const collector = textCollector();
  await parsePart(part, {
    open: collector.open,
    text: collector.add,
    close(name) {
      collector.close(name);
      if (name === 'si') strings.push(collector.end());
    },
  });
  return strings;
}

async function dateStylesOf(part: ZipEntry | undefined): Promise<boolean[]> {
  const areDates = new Map<number, boolean>();
  const dateStyles: boolean[] = [];
  let isOfCells = false;
  if (!part) return dateStyles;
  await parsePart(part, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes();
        areDates.set(Number(numFmtId), isDateFormat(Number(numFmtId), formatCode));
      }
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      const id = Number(attributes().numFmtId ?? 0);
      dateStyles.push(areDates.get(id) ?? isDateFormat(id, undefined));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return dateStyles;
}
