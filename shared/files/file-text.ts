const sniffedBytes = 512;
const sliceBytes = 65_536;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** UTF-16 has zero bytes between plain letters. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const first = bytes.subarray(0, sniffedBytes);
  const zeros = (at: number) => first.filter((byte, i) => byte === 0 && i % 2 === at).length;
  if (zeros(1) > first.length / 8) return 'utf-16le';
  if (zeros(0) > first.length / 8) return 'utf-16be';
  return isWindows1252(bytes) ? 'windows-1252' : 'utf-8';
}

/** Excel saves a CSV file in this encoding, unless the user chooses UTF-8. The answer is stored, since each reader asks. */
const answers = new WeakMap<Uint8Array, boolean>();
function isWindows1252(bytes: Uint8Array): boolean {
  const answer = answers.get(bytes) ?? (!isUtf8(bytes) && isText(bytes));
  answers.set(bytes, answer);
  return answer;
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Other files have control characters, or the five bytes that Windows-1252 does not use. */
const isText = (bytes: Uint8Array): boolean =>
  !bytes.some((byte) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte));

/** The text of a table. `sheet` is the sheet of the workbook that it was read from. */
export type PlainTable = { bytes: Uint8Array; sheet?: string };

/** A workbook of Excel is a ZIP archive, and one of before 2007 a compound file. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((start) => start.every((byte, at) => bytes[at] === byte));

/** Throws `TypeError` for invalid bytes. The text comes in pieces, so a large file is never in memory twice. */
export function* textOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += sliceBytes) yield decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true });
  yield decoder.decode();
}

/** Cells and characters beyond these maximums are dropped, so no line of a broken file fills the memory. */
const [maxCells, maxCellCharacters] = [2000, 100_000];

export type Line = { line: number; cells: string[] };

export class BrokenLine extends Error {
  override name = 'BrokenLine';
  readonly line: number;
  constructor(line: number) {
    super(`The quotes of line ${line} do not close.`);
    this.line = line;
  }
}

/** The CSV form is RFC 4180's, but a line has any of three ends, and quotes count only where a cell begins. */
export function* linesOf(pieces: Iterable<string>, delimiter: string): Generator<Line> {
  let [line, began, cell, cells] = [1, 1, '', [] as string[]];
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  let last = '';
  const add = (char: string) => {
    if (cell.length < maxCellCharacters) cell += char;
  };
  for (const piece of pieces)
    for (const char of piece) {
      const isSecondOfCrLf = char === '\n' && last === '\r';
      last = char;
      if (state === 'quoted') {
        if (char === '"') state = 'closed';
        else add(char);
        if (char === '\n' || char === '\r') line += isSecondOfCrLf ? 0 : 1;
        continue;
      }
      if (isSecondOfCrLf) continue;
      if (char === '"' && state !== 'plain') {
        if (state === 'closed') add('"');
        state = 'quoted';
      } else if (char === delimiter) {
        if (cells.length < maxCells) cells.push(cell);
        [cell, state] = ['', 'start'];
      } else if (char === '\n' || char === '\r') {
        cells.push(cell);
        yield { line: began, cells };
        line++;
        [began, cell, cells, state] = [line, '', [], 'start'];
      } else if (state === 'closed') throw new BrokenLine(began);
      else {
        add(char);
        state = 'plain';
      }
    }
  if (state === 'quoted') throw new BrokenLine(began);
  if (cells.length > 0 || cell !== '') yield { line: began, cells: [...cells, cell] };
}

const delimiters = ['\t', ',', ';', '|'];

export function delimiterOf(bytes: Uint8Array): string {
  const most = (delimiter: string): number => {
    let cells = 0;
    try {
      for (const line of linesOf(firstPiece(bytes), delimiter)) cells = Math.max(cells, line.cells.length);
    } catch {
      // The last piece may end inside quotes.
    }
    return cells;
  };
  const candidates = delimiters.map((delimiter) => ({ delimiter, cells: most(delimiter) }));
  return candidates.reduce((best, candidate) => (candidate.cells > best.cells ? candidate : best)).delimiter;
}

function* firstPiece(bytes: Uint8Array): Generator<string> {
  const [piece = ''] = textOf(bytes);
  yield piece;
}

/** A file that begins with a brace is JSON, because no table does. */
export const isJson = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes.subarray(0, 100)).trimStart().startsWith('{');
