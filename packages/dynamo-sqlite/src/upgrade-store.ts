import type { DatabaseSync } from 'node:sqlite';
import type { Item } from './item.ts';
import { itemKey, type KeySchema } from './keys.ts';
import { recordsIn } from './records.ts';

/** Earlier code cannot read a file of a higher version. The first files have 0. */
const version = 1;

export class NewerFile extends Error {}

export function noteVersion(database: DatabaseSync): void {
  const { user_version: storedVersion } = database.prepare('PRAGMA user_version').get() ?? {};
  if (Number(storedVersion) > version) {
    database.close();
    throw new NewerFile('A later version of this engine wrote the file: use that version, or another file.');
  }
  if (Number(storedVersion) < version) database.exec(`PRAGMA user_version = ${version}`);
}

type OldRecord = { dynamodb: { Keys: Item; OldImage?: Item; NewImage?: Item } };

export function upgradeStore(database: DatabaseSync): void {
  const isOld = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'records'").get();
  if (!isOld) return;
  database.exec('BEGIN IMMEDIATE; ALTER TABLE items ADD COLUMN seq INTEGER');
  const records = recordsIn(database);
  const tables = new Map(
    database
      .prepare('SELECT id, description FROM tables')
      .all()
      .map(({ id, description }) => [id, JSON.parse(String(description)) as KeySchema]),
  );
  for (const { t, seq, at, record } of database.prepare('SELECT t, seq, at, record FROM records').iterate()) {
    const schema = tables.get(t ?? null);
    if (!schema) continue;
    const { Keys, OldImage, NewImage } = (JSON.parse(String(record)) as OldRecord).dynamodb;
    const { pk, sk } = itemKey(schema, Keys);
    const old = OldImage ? JSON.stringify(OldImage) : null;
    const now = NewImage ? JSON.stringify(NewImage) : '';
    records.of(Number(t)).add.run(Number(seq), Number(at), pk, sk, old, now);
  }
  database.exec('DROP TABLE records; COMMIT');
}
