import { both, type Draft, withEntry, withImport } from './draft.ts';
import { camel, checkName, namesOf, pascal, testFolder, testKit, words } from './names.ts';

/** Writes a queue of a capability and the worker that receives its messages. */
export function newWorker(draft: Draft, capability: string, name: string): void {
  checkName(name);
  if (draft.textOf(`shared/${capability}/needs.ts`) === null) throw new Error(`shared has no capability ${capability} with a needs.ts.`);
  const id = camel(name);
  const queue = `${id}Queue`;
  const queueName = name.replaceAll('-', '_');
  const work = `work-on-${namesOf(name).one}`;
  const queues = `shared/${capability}/queues.ts`;
  const queueImports = [
    "import * as z from 'zod';",
    "import { accountIdField } from '#shared/messages/owner-fields.ts';",
    "import type { Queue } from '#shared/messages/queue.ts';",
  ];
  if (draft.textOf(queues) === null) {
    draft.create(queues, `${queueImports.join('\n')}\n\n${queueText(queue, queueName, name)}`);
    draft.edit(
      'functions/queues.ts',
      'the first queue of the capability',
      both(
        withImport(`import * as ${camel(capability)} from '#shared/${capability}/queues.ts';`),
        withEntry('const declared = [', `...Object.values(${camel(capability)}),`),
      ),
    );
  } else
    draft.edit(
      queues,
      `the queue ${queueName}`,
      both(...queueImports.map(withImport), (text) => `${text}\n${queueText(queue, queueName, name)}`),
    );

  const store = namesOf(capability).id;
  const isStored = (draft.textOf(`shared/${capability}/needs.ts`) ?? '').includes(
    `({ attribution }: Context) => ${store}In(attribution());`,
  );
  const hasPut = /async put\(accountId: AccountId, id: string\)/.test(draft.textOf(`shared/${capability}/store/${capability}.ts`) ?? '');
  const of = { capability, id, queue, work, store: isStored && hasPut ? store : null };
  const folder = `functions/workers/${name}`;
  draft.create(`${folder}/index.ts`, indexText(of));
  draft.create(`${folder}/needs.ts`, needsText(of));
  draft.create(`${folder}/${work}.ts`, workText(of));
  draft.create(`test/${capability}/${work}.test.ts`, testText(of, queueName));
  draft.edit(
    'functions/access.ts',
    'the rights of the worker',
    withEntry(
      'export const access = {',
      `'${name}': { ${of.store ? "tables: { attribution: ['PutItem'] }, " : ''}works: ['${queueName}'] },`,
    ),
  );
  draft.edit(
    'test/kit/service-workers.ts',
    'the worker in tests',
    both(
      withImport(`import { ${camel(work)} } from '#functions/workers/${name}/${work}.ts';`),
      withImport(`import { needs as ${id}Needs } from '#functions/workers/${name}/needs.ts';`),
      withImport(`import { ${queue} } from '#shared/${capability}/queues.ts';`),
      withEntry(
        /export function workersOf[\s\S]*?return \{/,
        `${queueName}: queueWorker(
          ${queue},
          () => ({ ...depsOf(${id}Needs, host('${name}')), queues: queuesOf('${name}') }),
          ${camel(work)},
        ),`,
      ),
    ),
  );
  const samples = `test/${capability}/message-samples.ts`;
  const sample = `${queueName}: {
    outdated: { account_id: 999_999, id: 'queued_1' },
    message: { account_id: 7, id: 'queued_1' },
    group: '7',
  },`;
  if (draft.textOf(samples) === null) draft.create(samples, samplesText(sample));
  else draft.edit(samples, 'samples of its messages', withEntry(/export const messageSamples: [^\n]* = \{/, sample));
}

type Of = { capability: string; id: string; queue: string; work: string; store: string | null };

const queueText = (queue: string, queueName: string, folder: string) => `export const ${queue} = {
  name: '${queueName}',
  message: z.object({ account_id: accountIdField, id: z.string() }),
  function: '${folder}',
  timeoutSeconds: 30,
  maxConcurrency: 2,
  maxReceives: 5,
  retrySeconds: [5, 300],
} as const satisfies Queue;
`;

const indexText = ({ capability, queue, work }: Of) => `import { depsOf } from '#shared/aws/deps-of.ts';
import { ${queue} } from '#shared/${capability}/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { ${camel(work)} } from './${work}.ts';

export const handler = queueWorker(${queue}, () => depsOf(needs), ${camel(work)});
`;

const needsText = ({ capability, store }: Of) => `import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
${store ? `import { ${store} } from '#shared/${capability}/needs.ts';\n` : ''}
export const needs = { ${store ? `${store}, ` : ''}queues };
${store ? 'export type Deps = DepsOf<typeof needs>;' : ''}
`;

const workText = ({ capability, queue, work, store }: Of) =>
  store
    ? `import type { MessageOf } from '#shared/messages/queue.ts';
import type { ${queue} } from '#shared/${capability}/queues.ts';
import type { Deps } from './needs.ts';

/** A message may arrive again, so a repeat changes nothing. */
export async function ${camel(work)}(
  { account_id: accountId, id }: MessageOf<typeof ${queue}>,
  { ${store} }: Deps,
): Promise<void> {
  await ${store}.put(accountId, id);
}
`
    : `import { log } from '#shared/log.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { ${queue} } from '#shared/${capability}/queues.ts';

/** A message may arrive again, so a repeat changes nothing. */
export async function ${camel(work)}({ id }: MessageOf<typeof ${queue}>): Promise<void> {
  log.info('${words(work)}', { id });
}
`;

const testText = ({ capability, queue, store, work }: Of, queueName: string) =>
  store
    ? `import type { ${queue} } from '#shared/${capability}/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { newUser, newWorld, startApp } from '${testKit}/harness.ts';

it('a message that arrives twice stores one item', async () => {
  const app = await startApp(await newWorld());
  const { id, headers } = await newUser(app);
  const message: MessageOf<typeof ${queue}> = { account_id: id, id: 'queued_1' };
  expect(await app.attempt('${queueName}', message)).toBe(true);
  expect(await app.attempt('${queueName}', message)).toBe(true);
  expect(await app.${camel(capability)}.list${pascal(capability)}({ headers })).toMatchObject({
    status: 200,
    body: { ${capability.replaceAll('-', '_')}: ['queued_1'] },
  });
});
`
    : `import { newWorld, startApp } from '${testKit}/harness.ts';

it('${words(work)} accepts a message, and no message without an ID', async () => {
  const app = await startApp(await newWorld());
  expect(await app.attempt('${queueName}', { account_id: 1, id: 'queued_1' })).toBe(true);
  expect(await app.attempt('${queueName}', { account_id: 1 })).toBe(false);
});
`;

const samplesText = (sample: string) => `import type { MessageSamples } from '${testFolder}/worker/message-samples.ts';

export const messageSamples: MessageSamples = {
  ${sample}
};
`;
