import { afterAll } from '@jest/globals';
import { type EngineCall, engineAt } from '#lib/local/engines/dynamodb-call.ts';
import { serveEngine } from '#lib/local/engines/embedded/endpoint.ts';
import { openEngine } from '#lib/local/engines/embedded/engine.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { lag } from './lag.ts';

/**
 * The DynamoDB engine of a test file: one of its own, in memory and without HTTP in between. With
 * `TEST_ENGINE=dynoxide` it is the one that `global-setup.mjs` has started, and tests keep apart by table prefixes.
 */
export const { engine, engineEndpoint, ownDynamo } = await opened();

async function opened(): Promise<{ engine: EngineCall; engineEndpoint: string; ownDynamo?: Dynamo }> {
  const external = process.env.TEST_DYNOXIDE_ENDPOINT;
  if (external) return { engine: engineAt(external), engineEndpoint: external };
  const own = openEngine(':memory:', lag.ms === undefined ? {} : { lagMs: () => lag.ms ?? 0 });
  setOwnEngine(own.dynamo);
  // For tools and clients that speak HTTP.
  const door = await serveEngine(own);
  afterAll(async () => {
    await door.close();
    own.close();
  });
  return { engine: own.call, engineEndpoint: door.endpoint, ownDynamo: own.dynamo };
}
