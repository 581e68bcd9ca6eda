import { type EngineCall, engineAt } from '#lib/local/engines/dynamodb-call.ts';
import { serveEngine } from '#lib/local/engines/embedded/endpoint.ts';
import { openEngine } from '#lib/local/engines/embedded/engine.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { lag } from './lag.ts';

/**
 * The DynamoDB engine of this process: one of its own, in memory and without HTTP in between. Test files keep apart by
 * table prefixes. With `TEST_ENGINE=dynoxide` it is the one that `global-setup.ts` has started.
 */
export const { engine, engineEndpoint, ownDynamo } = await opened();

async function opened(): Promise<{ engine: EngineCall; engineEndpoint: string; ownDynamo?: Dynamo }> {
  const external = process.env.TEST_DYNOXIDE_ENDPOINT;
  if (external) return { engine: engineAt(external), engineEndpoint: external };
  const own = openEngine(':memory:', lag.ms === undefined ? {} : { lagMs: () => lag.ms ?? 0 });
  setOwnEngine(own.dynamo);
  // For tools and clients that speak HTTP.
  const door = await serveEngine(own);
  return { engine: own.call, engineEndpoint: door.endpoint, ownDynamo: own.dynamo };
}

/** What the service finds on AWS, for the test file that runs now. */
export function setServiceEnvironment(): void {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL_DYNAMODB: engineEndpoint,
  });
}
