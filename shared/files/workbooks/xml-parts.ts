import { Parser } from 'saxen';
import { WorkbookProblem } from './workbook-problem.ts';
import type { ZipEntry } from './zip-entries.ts';

export type Attributes = Record<string, string>;
export type PartHandler = {
  open?(name: string, attributes: () => Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** The parser keeps an unfinished token and reads it again with each piece, so a longer token would multiply its work. */
const maxTokenCharacters = 1_000_000;
/** The parser stores the open tags. A workbook has fewer than ten levels. */
const maxDepth = 100;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses an XML part of a workbook piece by piece, with a pause after each piece. Throws `WorkbookProblem`. */
export async function parsePart(entry: ZipEntry, handler: PartHandler): Promise<void> {
  const parser = new Parser();
  let [sinceTag, depth] = [0, 0];
  parser.on('openTag', (name, attributes) => {
    sinceTag = 0;
    if (++depth > maxDepth) throw new WorkbookProblem('unreadable');
    handler.open?.(localName(name), attributes);
  });
  parser.on('closeTag', (name) => {
    sinceTag = 0;
    depth--;
    handler.close?.(localName(name));
  });
  parser.on('text', (text, decode) => handler.text?.(decode(text)));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('error', () => {
    throw new WorkbookProblem('unreadable');
  });
  for await (const piece of textOf(entry)) {
    if (sinceTag > maxTokenCharacters) throw new WorkbookProblem('unreadable');
    sinceTag += piece.length;
    parser.write(piece);
  }
  parser.end();
}

/** Inflates no more than the archive declares, and refuses a part that has more or less. */
async function* textOf({ data, size, isDeflated }: ZipEntry): AsyncGenerator<string> {
  const packed = new Blob([data as Uint8Array<ArrayBuffer>]).stream();
  const plain = isDeflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
  const reader = plain.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      bytes += value?.length ?? 0;
      if (bytes > size || (done && bytes < size)) throw new WorkbookProblem('unreadable');
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } catch (error) {
    // Broken bytes are a `TypeError` of the stream or of the decoder.
    throw error instanceof TypeError ? new WorkbookProblem('unreadable') : error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
