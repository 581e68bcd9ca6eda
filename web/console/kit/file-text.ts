/** Networks write UTF-8, or UTF-16 "for Excel". */
function decoderFor(bytes: Uint8Array): TextDecoder {
  const zerosAt = (at: number) => bytes.subarray(0, 512).filter((byte, i) => byte === 0 && i % 2 === at).length;
  const least = Math.min(bytes.length, 512) / 8;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || zerosAt(1) > least) return new TextDecoder('utf-16le');
  return new TextDecoder((bytes[0] === 0xfe && bytes[1] === 0xff) || zerosAt(0) > least ? 'utf-16be' : 'utf-8');
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

export async function linesOf(file: Blob): Promise<string[]> {
  const bytes = await bytesOf(file);
  return decoderFor(bytes)
    .decode(bytes)
    .split(/\r\n|\r|\n/);
}

export async function firstPart(file: Blob, size: number): Promise<Blob> {
  const bytes = await bytesOf(file.slice(0, size));
  const width = decoderFor(bytes).encoding === 'utf-8' ? 1 : 2;
  const isEnd = (at: number) => bytes[at] === 10 && (width === 1 || (bytes[at + 1] ?? bytes[at - 1]) === 0);
  let end = bytes.length - 1;
  while (end > 0 && !isEnd(end)) end--;
  // In UTF-16, the second byte of a line's end belongs to it.
  return file.slice(0, end === 0 ? bytes.length : end + (width === 2 && end % 2 === 0 ? 2 : 1));
}

const delimiters = ['\t', ',', ';', '|'];
const maxTitleLines = 40;

/** The headings are the line with most cells near the beginning of the file. */
export async function headingsOf(file: Blob): Promise<string[]> {
  const lines = (await linesOf(file.slice(0, 65_536))).slice(0, maxTitleLines);
  let headings: string[] = [];
  for (const line of lines)
    for (const delimiter of delimiters) {
      const cells = cellsOf(line, delimiter).filter((cell) => cell !== '');
      if (cells.length > headings.length) headings = cells;
    }
  return [...new Set(headings)];
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const [at, char] of [...line].entries())
    if (char === '"') {
      // Two quotes inside quotes mean a single quote.
      if (!isQuoted && at > 0 && line[at - 1] === '"') cell += '"';
      isQuoted = !isQuoted;
    } else if (char === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  return [...cells, cell.trim()].map((text) => text.replace('\uFEFF', ''));
}
