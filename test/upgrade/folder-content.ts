import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const leftOut = /^(earlier|trial)\b|^host\.|^service\.log$|-(wal|shm)$/;

/** Two copies of a database have the same rows, and not the same bytes. */
export function contentOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
    .filter((file) => !leftOut.test(file));
  return Object.fromEntries(
    files.sort().map((file) => {
      const path = join(directory, file);
      const bytes = /\.(sqlite|db)$/.test(file) ? rowsOf(path) : readFileSync(path);
      return [file, hash('sha256', bytes)];
    }),
  );
}

function rowsOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all() as { name: string }[];
    return JSON.stringify(
      tables.map(({ name }) => {
        const statement = database.prepare(`SELECT * FROM "${name}"`);
        statement.setReadBigInts(true);
        const rows = statement
          .all()
          .map((row) =>
            JSON.stringify(row, (_, value) =>
              typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
            ),
          );
        return [name, rows.sort()];
      }),
    );
  } finally {
    database.close();
  }
}
