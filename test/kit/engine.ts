import { type EngineCall, engineAt } from '#lib/local/engines/dynamodb-call.ts';
import { dynamoOf } from '#lib/local/engines/own-dynamo.ts';
import { type Engine, openEngine, serveEngine } from '#packages/dynamo-sqlite/src/index.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { lag } from './lag.ts';

/** Table prefixes separate worlds. `TEST_ENGINE=dynoxide` selects the engine of `global-setup.ts`. */
export const { engine, engineEndpoint, ownDynamo } = await opened();

async function opened(): Promise<{ engine: EngineCall; engineEndpoint: string; ownDynamo?: Dynamo }> {
  const external = process.env.TEST_DYNOXIDE_ENDPOINT;
  if (external) return { engine: engineAt(external), engineEndpoint: external };
  const ownDynamo = dynamoOf(call);
  setOwnEngine(ownDynamo);
  const door = await serveEngine({ call });
  return { engine: call, engineEndpoint: door.endpoint, ownDynamo };
}

let ownEngine: Engine | undefined;

function call(operation: string, input: object): Promise<object> {
  if (!ownEngine) {
    const opened = openEngine(':memory:', lag.ms === undefined ? {} : { lagMs: () => lag.ms ?? 0 });
    ownEngine = opened;
    atEndOfFile(() => {
      ownEngine = undefined;
      return opened.close();
    });
  }
  return ownEngine.call(operation, input);
}

export function setServiceEnvironment(): void {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL_DYNAMODB: engineEndpoint,
  });
}
