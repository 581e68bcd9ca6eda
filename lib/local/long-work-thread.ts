import { parentPort, workerData } from 'node:worker_threads';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { serviceFunctions } from '#lib/cloud/functions.ts';
import { openReader, sharedState, writerOver } from '#packages/dynamo-sqlite/src/threads.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import { dynamoOf } from './engines/own-dynamo.ts';
import { contextOf } from './gateway.ts';
import { imported, type LambdaHandler, workers } from './invoker.ts';
import { answerTo } from './remote-calls.ts';
import { hostLine } from './service-log.ts';
import { hasSubscriber } from './start-engines.ts';
import type { FromLongWork, LongWorkPlace, ToLongWork } from './start-long-work.ts';

const { reader: place } = workerData as LongWorkPlace;
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromLongWork) => port.postMessage(message);
process.on('unhandledRejection', (error) => process.stdout.write(hostLine('A promise was rejected without a handler.', error)));

const writer = writerOver((calls) => send({ calls }));
const reader = place && openReader(place.file, sharedState(place.buffer), { hasSubscriber, writer });
setOwnEngine(reader && dynamoOf(reader.call));

const ofQueues = workers();
const ofRequests = new Map<string, Promise<LambdaHandler>>();

async function run(name: string, event: unknown): Promise<unknown> {
  const invoke = ofQueues.get(name);
  if (invoke) return await invoke(event);
  const serviceFunction = serviceFunctions.find((candidate) => candidate.name === name);
  if (!serviceFunction) throw new Error(`No function ${name}.`);
  const handler = ofRequests.get(name) ?? imported(serviceFunction);
  ofRequests.set(name, handler);
  const { timeoutSeconds } = serviceFunction;
  return await (await handler)(event, contextOf(event as APIGatewayProxyEvent, timeoutSeconds) as Context);
}

port.on('message', (message: ToLongWork) => {
  if ('answers' in message) writer.answered(message.answers);
  else void answerTo(message.call, run(message.call.name, message.call.event), (answered) => send({ answered }));
});
