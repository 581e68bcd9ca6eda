import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '../lib/local/engines/dynoxide.ts';

/** One DynamoDB engine for the whole run; tests keep apart by table prefixes. */
export default async function globalSetup() {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-test-'));
  const engine = await startDynoxide(directory, { sweepSeconds: 0 });
  process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
  // Jest hands nothing from set-up to tear-down but the global object.
  globalThis.testEngine = { engine, directory };
}
