import type { DatabaseSync } from 'node:sqlite';
import { wholeText } from './stored-text.ts';

export type RecordRow = { seq: number; at: number; old: string | null; new: string };

/** The column `new` is empty for a removal, and null while the item itself holds the new image. */
export const createRecords = (table: number): string =>
  `CREATE TABLE IF NOT EXISTS records_${table} (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, pk ANY, sk ANY, old TEXT,
    new TEXT) STRICT`;

export function recordsIn(database: DatabaseSync) {
  const open = (table: number) => {
    database.exec(createRecords(table));
    const name = `records_${table}`;
    return {
      add: database.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?, ?)`),
      keepImage: database.prepare(`UPDATE ${name} SET new = ? WHERE seq = ? AND pk = ? AND sk = ? AND new IS NULL`),
      read: database.prepare(
        `SELECT r.seq, r.at, r.old, coalesce(r.new, ${wholeText('i')}) AS new FROM ${name} r
         LEFT JOIN items i ON r.new IS NULL AND i.t = ${table} AND i.pk = r.pk AND i.sk = r.sk
         WHERE r.seq > ? AND r.seq <= ? ORDER BY r.seq LIMIT ?`,
      ),
      ends: database.prepare(`SELECT MIN(seq) AS oldest, MAX(seq) AS newest FROM ${name}`),
      trim: database.prepare(
        `DELETE FROM ${name} WHERE seq IN
         (SELECT seq FROM (SELECT seq, at FROM ${name} WHERE seq < ? ORDER BY seq LIMIT ?) WHERE at <= ?)`,
      ),
    };
  };
  const openTables = new Map<number, ReturnType<typeof open>>();
  return {
    of(table: number): ReturnType<typeof open> {
      const statements = openTables.get(table) ?? open(table);
      openTables.set(table, statements);
      return statements;
    },
    drop(table: number): void {
      database.exec(`DROP TABLE IF EXISTS records_${table}`);
      openTables.delete(table);
    },
    /** After a rollback, a prepared table may be gone. */
    forget: () => openTables.clear(),
  };
}
