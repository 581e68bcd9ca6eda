import { DatabaseSync } from 'node:sqlite';
import { dynamoDbCall } from './dynamodb-call.ts';

const fiveYears = 5 * 365 * 86_400;
const atOnce = 100;

/**
 * Deletes expired items every few seconds, which the engine never does by itself; its own tool for it reads every item
 * and holds up all requests meanwhile, so here an index finds them. Answers how to stop.
 */
export function startExpiry(endpoint: string, databasePath: string, seconds: number): () => void {
  const database = new DatabaseSync(databasePath);
  database.exec('PRAGMA busy_timeout = 2000');
  let stopped = false;
  const sweep = async () => {
    for (const table of tablesWithTtl(database)) {
      let expired = expiredKeys(database, table);
      while (expired.length > 0 && !stopped) {
        await Promise.all(expired.map((key) => remove(endpoint, table, key)));
        expired = expired.length < atOnce ? [] : expiredKeys(database, table);
      }
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(
      () =>
        sweep()
          .catch(ignore)
          .finally(() => stopped || next()),
      seconds * 1000,
    );
    timer.unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    database.close();
  };
}

/** What fails is tried again by the next sweep; a dead engine is noticed by its own process. */
const ignore = () => {};

const tablesWithTtl = (database: DatabaseSync) =>
  database
    .prepare("SELECT table_name FROM _tables WHERE ttl_enabled = 1 AND ttl_attribute = 'ttl'")
    .all()
    .map((row) => String(row.table_name));

type Key = { pk: { S: string }; sk: { S: string } };

function expiredKeys(database: DatabaseSync, table: string): Key[] {
  const name = `"${table.replaceAll('"', '""')}"`;
  const ttl = "CAST(json_extract(item_json, '$.ttl.N') AS INTEGER)";
  database.exec(
    `CREATE INDEX IF NOT EXISTS "local_ttl_${table.replaceAll('"', '')}" ON ${name} (${ttl})
       WHERE json_extract(item_json, '$.ttl.N') IS NOT NULL`,
  );
  const now = Math.floor(Date.now() / 1000);
  const rows = database
    .prepare(
      `SELECT pk, sk FROM ${name} WHERE json_extract(item_json, '$.ttl.N') IS NOT NULL
         AND ${ttl} BETWEEN ? AND ? LIMIT ${atOnce}`,
    )
    .all(now - fiveYears, now);
  // The engine stores keys with their type in front.
  return rows.map(({ pk, sk }) => ({ pk: { S: String(pk).slice(2) }, sk: { S: String(sk).slice(2) } }));
}

/** By the engine, so that the stream and the indexes see it; on condition, since it may have got a later time by now. */
async function remove(endpoint: string, TableName: string, Key: Key): Promise<void> {
  const condition = {
    ConditionExpression: '#ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(Date.now() / 1000)) } },
  };
  await dynamoDbCall(endpoint, 'DynamoDB_20120810.DeleteItem', { TableName, Key, ...condition }).catch(
    (error) => {
      if (!String(error).includes('ConditionalCheckFailed')) throw error;
    },
  );
}
