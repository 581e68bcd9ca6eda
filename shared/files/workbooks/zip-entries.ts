import { WorkbookProblem } from './workbook-problem.ts';

/** `size` is the number of bytes after inflating, as the archive declares it. */
export type ZipEntry = { size: number; isDeflated: boolean; data: Uint8Array };

const signatures = { entry: 0x02014b50, end: 0x06054b50 };
const lengths = { entry: 46, end: 22, localHeader: 30, comment: 65_535 };
const maxEntries = 10_000;
/** Sheets shrink to about a tenth. A small archive that promises much more is made to fill a memory. */
const maxRatio = 200;
/** A size or place with this value is in the extra field of ZIP64, which some writers use for small files too. */
const inZip64 = 0xffff_ffff;

/**
 * The files of an archive by their paths, from its central directory: nothing is inflated. Throws `WorkbookProblem`
 * for a broken archive, and for files that together have more than `maxBytes` after inflating.
 */
export function zipEntries(bytes: Uint8Array, maxBytes: number): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = new Map<string, ZipEntry>();
    const end = endOfDirectory(view);
    const count = view.getUint16(end + 10, true);
    if (count > maxEntries) throw new WorkbookProblem('too_large');
    let [at, sum] = [view.getUint32(end + 16, true), 0];
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== signatures.entry) throw new WorkbookProblem('unreadable');
      const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
      const name = new TextDecoder().decode(bytes.subarray(at + lengths.entry, at + lengths.entry + nameLength));
      // Programs differ in which of two files of one name they read.
      if (entries.has(name)) throw new WorkbookProblem('unreadable');
      const { size, packedSize, place } = placesOf(view, at, at + lengths.entry + nameLength, extraLength);
      sum += size;
      if (sum > Math.min(maxBytes, maxRatio * bytes.length)) throw new WorkbookProblem('too_large');
      const method = view.getUint16(at + 10, true);
      const isReadable = (method === 0 || method === 8) && (view.getUint16(at + 8, true) & 1) === 0;
      if (isReadable && !name.endsWith('/'))
        entries.set(name, { size, isDeflated: method === 8, data: dataAt(view, bytes, place, packedSize) });
      at += lengths.entry + nameLength + extraLength + view.getUint16(at + 32, true);
    }
    return entries;
  } catch (error) {
    // A place outside the file.
    if (error instanceof RangeError) throw new WorkbookProblem('unreadable');
    throw error;
  }
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - lengths.end;
  for (let at = last; at >= Math.max(0, last - lengths.comment); at--) if (view.getUint32(at, true) === signatures.end) return at;
  throw new WorkbookProblem('unreadable');
}

function placesOf(view: DataView, at: number, extra: number, extraLength: number) {
  const places = {
    size: view.getUint32(at + 24, true),
    packedSize: view.getUint32(at + 20, true),
    place: view.getUint32(at + 42, true),
  };
  const names = (['size', 'packedSize', 'place'] as const).filter((name) => places[name] === inZip64);
  if (names.length === 0) return places;
  for (let field = extra; field + 4 <= extra + extraLength; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    for (const [index, name] of names.entries()) places[name] = Number(view.getBigUint64(field + 4 + 8 * index, true));
  }
  return places;
}

function dataAt(view: DataView, bytes: Uint8Array, place: number, packedSize: number) {
  const start = place + lengths.localHeader + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
  return bytes.subarray(start, start + packedSize);
}
