import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { BackupFile } from '#shared/backup/rules/backup.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { RestoreRefused } from './restore-refused.ts';

const itemsAtOnce = 500;

export type Entry = { item: WireMap; isDeleted: boolean };

export async function* backupEntries(
  bytes: AsyncIterable<Uint8Array>,
  { key, itemCount }: Pick<BackupFile, 'key' | 'itemCount'>,
  hashes: readonly Hash[] = [],
): AsyncGenerator<Entry[]> {
  let readBytes = 0;
  const hashed = async function* () {
    for await (const chunk of bytes) {
      readBytes += chunk.length;
      for (const hash of hashes) hash.update(chunk);
      yield chunk;
    }
  };
  // `pipe` would hide broken input; the error is thrown to the reader below.
  const unzipped = pipeline(Readable.from(hashed()), createGunzip(), () => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let items: Entry[] = [];
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) items.push(entryOf(line));
      if (items.length < itemsAtOnce) continue;
      yield items;
      items = [];
    }
    if (rest) items.push(entryOf(rest));
  } catch (error) {
    // DynamoDB writes an empty file for an empty partition.
    if (readBytes === 0 && itemCount === 0) return;
    throw new RestoreRefused(`The file ${key} cannot be read (${(error as Error).message}).`);
  }
  if (items.length > 0) yield items;
}

/** A line of a full export has `Item`. A line of changes has `Keys`, and `NewImage` unless deleted. */
function entryOf(line: string): Entry {
  const { Item, Keys, NewImage } = JSON.parse(line);
  const item: WireMap | undefined = Item ?? NewImage;
  return { item: item ?? Keys, isDeleted: item === undefined };
}

export function checksums() {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  return { hashes: [md5, sha256], read: () => ({ md5: md5.digest('base64'), sha256: sha256.digest('hex') }) };
}
