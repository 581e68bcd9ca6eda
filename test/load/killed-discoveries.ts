import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { keyOf as keyOfLlm } from '#shared/llm/items.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tableAt } from '#shared/store/table.ts';
import { keyOf as keyOfTasks } from '#shared/tasks/items.ts';
import { type HostProcess, startHostOn } from '#test/bench/host-process.ts';

export type ModelCall = { form: string; text: string };
export type DiscoveryTask = {
  task_id: string;
  status: string;
  error?: string;
  competitors?: { website: string; source: string }[];
};
export type KilledDiscoveries = {
  kills: number;
  asked: ModelCall[][];
  tasks: DiscoveryTask[];
  paid: { id: string; purpose: string; calls: number; steps: number }[];
  seconds: number;
};
type Settings = {
  websites: readonly string[];
  killsAt: readonly number[];
  thinksMs: number;
  signal: AbortSignal;
  onStep?(step: string): void;
};

export async function killedDiscoveries(settings: Settings): Promise<KilledDiscoveries> {
  const { websites, killsAt, thinksMs, signal, onStep } = settings;
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-discoveries-'));
  let host: HostProcess | undefined;
  const asked: ModelCall[][] = [];
  const started = performance.now();
  const start = async () => {
    host = await startHostOn(directory, signal);
    await json(`${host.facts.vendors}/faults`, {
      method: 'POST',
      body: { vendor: 'llm', delay_ms: thinksMs, times: 10_000 },
    });
    return host;
  };
  try {
    const { facts } = await start();
    const headers = { authorization: `Bearer ${facts.demo.access_token}` };
    const ids = await Promise.all(
      websites.map(async (company_website) => {
        const url = `${facts.api}/api/v1/competitors/discover`;
        const answer = (await json(url, { method: 'POST', headers, body: { company_website } })) as {
          task_id: string;
        };
        return answer.task_id;
      }),
    );
    for (const calls of killsAt) {
      const running = host as HostProcess;
      let seen = await modelCalls(running);
      while (seen.length < calls) {
        signal.throwIfAborted();
        await delay(20);
        seen = await modelCalls(running);
      }
      asked.push(seen);
      await running.kill();
      onStep?.(`killed after ${seen.length} calls of the model`);
      await start();
    }
    const last = host as HostProcess;
    const look = () =>
      Promise.all(
        ids.map(async (id) => {
          const url = `${last.facts.api}/api/v1/competitors/discover/status/${id}`;
          return (await json(url, { headers })) as DiscoveryTask;
        }),
      );
    let tasks = await look();
    while (tasks.some(({ status }) => status === 'pending' || status === 'running')) {
      signal.throwIfAborted();
      await delay(100);
      tasks = await look();
    }
    asked.push(await modelCalls(last));
    const paid = await paidFor(last, ids);
    return { kills: killsAt.length, asked, tasks, paid, seconds: (performance.now() - started) / 1000 };
  } finally {
    await host?.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

const stepsOf: Record<string, RegExp> = {
  discovery_profile: /^profile$/,
  web_search: /^search-/,
  discovery_candidates: /^candidates-/,
  discovery_relevance: /^relevance-/,
};

async function paidFor({ facts }: HostProcess, ids: readonly string[]): Promise<KilledDiscoveries['paid']> {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const table = tableAt('analysis', signedDynamo({ region: 'us-east-1', endpoint: facts.engines.dynamodb, credentials }));
  const rows: (Item & { subject?: string; purpose?: string; outcome?: string })[] = [];
  for (const at of [Date.now() - 86_400_000, Date.now()]) {
    const { pk } = keyOfLlm.llmCall(new Date(at).toISOString().slice(0, 10), '', '');
    rows.push(...(await Array.fromAsync(table.query<Item>(pk, ['0', '~'], { consistent: true }))));
  }
  const paid = ids.map(async (id) => {
    const { pk, sk } = keyOfTasks.taskStep(id, '');
    const steps = await Array.fromAsync(table.query<Item & { step: string }>(pk, [sk, afterPrefix(sk)], { consistent: true }));
    return Object.entries(stepsOf).map(([purpose, name]) => ({
      id,
      purpose,
      calls: rows.filter((row) => row.subject === id && row.purpose === purpose && row.outcome === 'ok').length,
      steps: steps.filter(({ step }) => name.test(step)).length,
    }));
  });
  return (await Promise.all(paid)).flat();
}

type Noted = { body: { text: { format: { name: string } }; input: { content: { text?: string }[] }[] } };

async function modelCalls({ facts }: HostProcess): Promise<ModelCall[]> {
  const noted = (await json(`${facts.vendors}/requests?vendor=llm`, {})) as Noted[];
  return noted
    .map(({ body }) => ({
      form: body.text.format.name,
      text: body.input.flatMap(({ content }) => content.map(({ text }) => text ?? '')).join('\n'),
    }))
    .filter(({ form }) => form.startsWith('discovery_') || form === 'web_search_results');
}

async function json(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object },
): Promise<unknown> {
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}
