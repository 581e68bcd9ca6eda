import { readdirSync, readFileSync } from 'node:fs';
import { linesOf } from '#shared/files/file-text.ts';
import { date, workbook } from '#test/kit/workbook.ts';

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'windows-1252' | 'workbook';

/** The expectation of a file is next to it, as JSON. The data is made up; `seen` says where the form was seen. */
export type MuseumFile = {
  /** For example `meta/german`. */
  name: string;
  source: string;
  /** An address of a public parser, sample or page, or `[U]` for a form that was not seen. */
  seen: string;
  query: Record<string, string>;
  /** A part of the answer, or of its `detail` if the file is refused. */
  result: Record<string, unknown>;
  bytes: Uint8Array<ArrayBuffer>;
};
type Expectation = Omit<MuseumFile, 'name' | 'bytes'> & {
  encoding?: Encoding;
  lineEnd?: '\n' | '\r\n' | '\r';
};

const folder = new URL('./', import.meta.url);

/** Texts are stored as UTF-8 with line feeds, and a file has the encoding of its expectation. */
function bytesOf(path: string, { encoding = 'utf-8', lineEnd = '\n' }: Expectation): Uint8Array<ArrayBuffer> {
  const stored = readFileSync(new URL(path, folder));
  if (!path.endsWith('.csv')) return new Uint8Array(stored);
  const text = stored.toString().replaceAll('\n', lineEnd);
  if (encoding === 'workbook') return workbookOf(text);
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  if (encoding === 'windows-1252') return windows1252(text);
  return new Uint8Array(Buffer.from(encoding === 'utf-8-bom' ? `\uFEFF${text}` : text));
}

/** Days and numbers are cells of these types, as a network or a spreadsheet writes them. */
function workbookOf(text: string): Uint8Array<ArrayBuffer> {
  const firstDay = Date.UTC(1899, 11, 30);
  const rows = [...linesOf([text], ',')].map(({ cells }) =>
    cells.map((cell) => {
      if (/^\d{4}-\d\d-\d\d$/.test(cell)) return date((Date.parse(cell) - firstDay) / 86_400_000);
      return /^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
    }),
  );
  return workbook([{ rows: [['Exported report']] }, { name: 'Data', rows }]);
}

function windows1252(text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder('windows-1252');
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(text, (char) => {
    const byte = bytes.get(char);
    if (byte === undefined) throw new Error(`Windows-1252 has no ${char}.`);
    return byte;
  });
}

/** The files of some sources, such as `meta`, by their names. */
export function museumFiles(...sources: string[]): MuseumFile[] {
  return sources.flatMap((source) => {
    const names = readdirSync(new URL(`${source}/`, folder)).sort();
    return names
      .filter((name) => !name.endsWith('.json'))
      .map((name) => {
        const path = `${source}/${name}`;
        const plainName = path.replace(/\.\w+$/, '');
        const expectation: Expectation = JSON.parse(readFileSync(new URL(`${plainName}.json`, folder)).toString());
        const { seen, query, result } = expectation;
        return { name: plainName, source, seen, query, result, bytes: bytesOf(path, expectation) };
      });
  });
}

export const spendSources = [...(['google_ads', 'meta', 'microsoft_ads', 'tiktok', 'linkedin', 'reddit', 'pinterest'] as const)];
export const orderSources = ['shopify', 'woocommerce', 'stripe', 'paddle'] as const;
