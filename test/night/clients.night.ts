import fc from 'fast-check';
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type Call, fieldOf, languages, missing, type Outcome, outcomesOf, startEcho } from '../examples/odd-values/clients.ts';
import { outcomesOfNode } from '../examples/odd-values/node-client.ts';

const seed = Number(process.env.CLIENTS_SEED ?? Date.now() % 1_000_000);

const words = ['undefined', 'null', 'None', 'nil', '<nil>', 'NaN', 'inf', '+Infinity', 'true', 'False', '[object Map]'];
const character = fc.oneof(
  fc.constantFrom(...' \t\n\r\v\f:-_0aA1\u0000\u001c\u0085\u00a0\u00ad\u1680\u180e\u200b\u2028\u202f\u3000\ufeffİıſK'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: character }, fc.constantFrom(...words, ...words.map((word) => word.toUpperCase()))), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const kinds = ['orderIds', 'refundIds', 'eventIds', 'svc_click_id', 'external_user_id', 'value', 'netValues'];

it('every language is on this machine', () => {
  if (missing.length > 0) process.stdout.write(`Missing: ${missing.join(', ')}.\n`);
  expect(missing).toEqual([]);
});

it('all five clients refuse the same random texts with the same code, and send the same of the others', async () => {
  process.stdout.write(`CLIENTS_SEED=${seed}\n`);
  const calls = fc
    .sample(fc.tuple(fc.constantFrom(...kinds), text), { numRuns: 4000, seed })
    .map(([kind, given]): Call => [kind, kind === 'value' || kind === 'netValues' ? `${given}x` : given]);
  const echo = await startEcho();
  const told = ({ result, error, crash }: Outcome, kind: string) => {
    const refusal = error ?? (result?.error as { code: string } | undefined);
    const item = typeof result?.campaign === 'string' ? JSON.parse(result.campaign) : {};
    // Go has no null: its empty text is a missing value.
    return crash ?? refusal?.code ?? (item[fieldOf(kind)] || null);
  };
  const toldBy = async (outcomes: Promise<Outcome[]>) =>
    (await outcomes).map((outcome, at) => [...(calls[at] as Call), told(outcome, calls[at]?.[0] ?? '')]);
  const expected = await toldBy(outcomesOfNode(calls, echo.address));
  const isRefused = expected.filter(([, , outcome]) => /^(event_id_missing|invalid_id)$/.test(String(outcome)));
  expect(isRefused.length).toBeGreaterThan(calls.length / 20);
  const folder = temporaryFolder();
  for (const language of languages)
    expect([language, await toldBy(outcomesOf(language, calls, { folder, address: echo.address }))]).toEqual([language, expected]);
  echo.close();
});
