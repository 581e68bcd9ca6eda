import { DatabaseSync } from 'node:sqlite';

export type StreamRecords = {
  /** The sequence number of a table's newest record, 0 without one; costs microseconds. */
  newest(tableName: string): number;
  /** Removes up to 2000 records of a table that stand before `sequenceNumber` and are older than an hour. */
  trim(tableName: string, sequenceNumber: number, keepSeconds?: number): void;
  close(): void;
};

/**
 * The engine's stream records, by a second connection to its file. The engine looks for the highest number at every
 * write, without an index and over records that it never trims; here it gets the index, and the trimming.
 */
export function streamRecordsOf(databasePath: string): StreamRecords {
  const database = new DatabaseSync(databasePath);
  database.exec('PRAGMA busy_timeout = 2000');
  database.exec(
    'CREATE INDEX IF NOT EXISTS local_stream_seq ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  const newest = database.prepare(
    'SELECT MAX(CAST(sequence_number AS INTEGER)) AS newest FROM _stream_records WHERE table_name = ?',
  );
  // Strictly before: the record at the checkpoint stays, so that the engine's numbering never starts again at 1.
  const trim = database.prepare(
    `DELETE FROM _stream_records WHERE id IN (SELECT id FROM _stream_records WHERE table_name = ?
       AND CAST(sequence_number AS INTEGER) < ? AND created_at <= unixepoch() - ? LIMIT 2000)`,
  );
  return {
    newest: (tableName) => Number(newest.get(tableName)?.newest ?? 0),
    trim(tableName, sequenceNumber, keepSeconds = 3600) {
      trim.run(tableName, sequenceNumber, keepSeconds);
    },
    close: () => database.close(),
  };
}
