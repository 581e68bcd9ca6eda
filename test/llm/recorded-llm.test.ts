import * as z from 'zod';
import type { LlmUsage } from '#shared/llm/llm.ts';
import { type RecordedLlm, recordedLlm } from '#shared/llm/recorded-llm.ts';
import { costMicros } from '#shared/llm/rules/llm-prices.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { openAiLlm } from '#shared/llm/vendors/openai-llm.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { samples } from '#test/prompts/samples.ts';
import { failureOf, mockServerOf } from './openai-scene.ts';

const model = 'gpt-5.4-mini';
const prices = { [model]: { input: 0.75, cached_input: 0.075, output: 4.5, web_search: 0.01 } };
const picture = `data:image/png;base64,${samples.png.toString('base64')}`;
const whom = { userId: 7, subject: 'tsk_1' };

let mockServer: Awaited<ReturnType<typeof mockServerOf>>;
let world: World;
let table: Table;
let llm: RecordedLlm;
beforeAll(async () => {
  mockServer = await mockServerOf('llm');
  world = await newWorld();
  table = tableAt(`${world.prefix}analysis`, testDynamo());
  llm = recordedAt(table);
});
afterAll(() => mockServer.stop());
beforeEach(async () => {
  mockServer.faults.length = 0;
  await table.removeMany((await allItems(world, 'analysis')).map(({ pk, sk }) => ({ pk, sk })));
});

const recordedAt = (analysis: Table) =>
  recordedLlm(openAiLlm({ baseUrl: mockServer.baseUrl, model, apiKey: async () => 'key', random: () => 0 }), {
    calls: llmCallsIn(analysis),
    spend: llmSpendIn(analysis, { now: () => world.clock.now }),
    prices,
    now: () => world.clock.now,
  });
const asking = (text: string) => ({
  purpose: 'test',
  schemaName: 'remark',
  schema: z.object({ remark: z.string() }),
  instructions: 'Secret instructions of ours.',
  input: [{ type: 'text', text } as const, { type: 'image', url: picture } as const],
  maxOutputTokens: 2000,
  timeoutSeconds: 20,
});
const rows = async () =>
  (await allItems(world, 'analysis')).filter(({ kind }) => kind !== 'llm_spend') as unknown as Record<string, unknown>[];
const spent = async () => (await llmSpendIn(table, { now: () => world.clock.now }).thisHour()).micros;
const costOf = (row: Record<string, unknown>) => costMicros(row as LlmUsage, { model, webSearches: Number(row.webSearches) }, prices);

it('an answer comes with its row, to be written with what is kept of it', async () => {
  const { object, row, call } = await llm.ask(whom, asking('running shoes'));
  expect(object).toEqual({ remark: 'sample' });
  expect(await rows()).toEqual([]);
  await table.transact([row]);
  const [written] = await rows();
  expect(written).toMatchObject({
    kind: 'llm_call',
    id: call.id,
    userId: 7,
    subject: 'tsk_1',
    purpose: 'test',
    model,
    outcome: 'ok',
    errorCode: null,
    attempts: 1,
    images: 1,
    webSearches: 0,
    createdAt: new Date(world.clock.now).toISOString(),
    responseId: expect.stringMatching(/^resp_/),
    vendorRequestId: expect.stringMatching(/^req_/),
  });
  expect(Number(written?.inputTokens)).toBeGreaterThan(500);
  expect(written?.costMicros).toBe(costOf(written ?? {}));
  expect(Number(written?.costMicros)).toBeGreaterThan(100);
  expect(await spent()).toBe(written?.costMicros);
});

it('a search of the web is on the row, and in its cost', async () => {
  const { row } = await llm.ask(whom, { ...asking('running shoes'), webSearch: { country: 'US' } });
  await table.transact([row]);
  const [written] = await rows();
  expect(written).toMatchObject({ webSearches: 1 });
  expect(Number(written?.costMicros)).toBeGreaterThan(10_000 + 8000 * 0.75);
});

it.each([
  ['[[refusal]]', 'refused', 'refusal'],
  ['[[incomplete]]', 'unreadable', 'incomplete'],
  ['[[bad-json]]', 'unreadable', 'unreadable'],
  ['[[other-form]]', 'unreadable', 'unreadable'],
])('an answer of no use (%s) leaves a row with what it cost, before it is thrown', async (text, outcome, errorCode) => {
  const written = await llm.ask(whom, asking(text)).catch(rows);
  expect(written).toMatchObject([{ outcome, errorCode, attempts: 1, images: 1, userId: 7, responseId: expect.stringMatching(/^resp_/) }]);
  const [row = {}] = written as Record<string, unknown>[];
  expect(Number(row.outputTokens)).toBeGreaterThan(64);
  expect(row.costMicros).toBe(costOf(row));
  expect(Number(row.costMicros)).toBeGreaterThan(0);
});

it.each([
  ['500 twice', [{ status: 500 }, { status: 500 }], 'error', 'server_error', 2],
  ['429 twice', [{ status: 429 }, { status: 429 }], 'error', 'rate_limit_exceeded', 2],
  ['a wrong key', [{ status: 401 }], 'error', 'invalid_api_key', 1],
  ['cut off twice', [{ cut: true }, { cut: true }], 'error', 'no_answer', 2],
])('no answer (%s) leaves a row of an error that cost nothing', async (_name, faults, outcome, errorCode, attempts) => {
  mockServer.faults.push(...faults);
  const written = await llm.ask(whom, asking('running shoes')).catch(rows);
  expect(written).toMatchObject([
    {
      outcome,
      errorCode,
      attempts,
      model,
      inputTokens: 0,
      outputTokens: 0,
      costMicros: 0,
      responseId: null,
    },
  ]);
});

it('nothing that was said is on any row, of ours, of theirs or of the answer', async () => {
  const said = 'words of a customer';
  const { row } = await llm.ask(whom, asking(said));
  await table.transact([row]);
  for (const marker of ['refusal', 'bad-json', 'quota']) await llm.ask(whom, asking(`${said} [[${marker}]]`)).catch(() => {});
  const text = JSON.stringify(await rows());
  expect(await rows()).toHaveLength(4);
  for (const secret of ['customer', 'Secret instructions', 'base64', 'sample', 'cannot help']) expect(text).not.toContain(secret);
});

it('a row that cannot be written hides no failure of the vendor', async () => {
  const broken = { ...table, put: () => Promise.reject(new Error('The store is away.')) } as Table;
  const failure = await failureOf(recordedAt(broken).ask(whom, asking('[[refusal]]')));
  expect(failure).toMatchObject({ vendor: 'llm', failure: 'refused', code: 'refusal' });
});
