import { type EngineCall, engineAt } from '#lib/local/engines/dynamodb-call.ts';
import { dynamoOf } from '#lib/local/engines/own-dynamo.ts';
import { type Engine, openEngine, serveEngine } from '#packages/dynamo-sqlite/src/index.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { noteConditions } from './decided-conditions.ts';
import { lag } from './lag.ts';

type Write = { operation: string; input: object };
const recordings = new Map<string, Write[]>();
const isWrite = (operation: string) => /^(?:Put|Update|Delete|BatchWrite|TransactWrite)Items?$/.test(operation);
const prefixOf = (input: object) => /"(?:TableName":"|RequestItems":\{")(t\w{10}-)/.exec(JSON.stringify(input))?.[1] ?? '';

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
  const answer = ownEngine.call(operation, input);
  if (isWrite(operation)) void noteConditions(input, ownEngine.call, answer);
  const own = recordings.size > 0 && isWrite(operation) && recordings.get(prefixOf(input));
  if (own)
    void answer.then(
      () => own.push({ operation, input }),
      () => {},
    );
  return answer;
}

/** The returned function repeats the writes in another world's tables. */
export function recordWrites(prefix: string) {
  if (!ownDynamo) return undefined;
  const writes: Write[] = [];
  recordings.set(prefix, writes);
  return {
    end() {
      recordings.delete(prefix);
      const texts = writes.map(({ operation, input }) => ({
        operation,
        text: JSON.stringify({ ...input, ClientRequestToken: undefined }),
      }));
      return async (other: string) => {
        let pending: { isBatch: boolean; writes: Promise<object>[] } | undefined;
        for (const { operation, text } of texts) {
          const isBatch = operation === 'BatchWriteItem';
          if (pending && pending.isBatch !== isBatch) {
            await Promise.all(pending.writes);
            pending = undefined;
          }
          pending ??= { isBatch, writes: [] };
          pending.writes.push(call(operation, JSON.parse(text.replaceAll(prefix, other))));
        }
        await Promise.all(pending?.writes ?? []);
      };
    },
  };
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
