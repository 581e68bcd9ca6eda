import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Databases repeat their texts across megabytes, which only a large window notices. */
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LGWIN]: 24,
};
export const compressed = (content: string | Buffer): Buffer => brotliCompressSync(content, { params });
export const textIn = (file: string): string => brotliDecompressSync(readFileSync(file)).toString();

type Entry = { path: string; size: number };

export function packFolder(directory: string): Buffer {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const entries = files.map((file): Entry => {
    const path = relative(directory, file).replaceAll('\\', '/');
    return { path, size: statSync(file).size };
  });
  const head = Buffer.from(`${JSON.stringify(entries)}\n`);
  return compressed(Buffer.concat([head, ...files.map((file) => readFileSync(file))]));
}

export function unpackFolder(file: string, directory: string): void {
  const content = brotliDecompressSync(readFileSync(file));
  const headEnd = content.indexOf(10);
  let at = headEnd + 1;
  for (const { path, size } of JSON.parse(content.toString('utf8', 0, headEnd)) as Entry[]) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content.subarray(at, at + size));
    at += size;
  }
}
