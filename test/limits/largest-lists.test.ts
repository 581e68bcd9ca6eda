// Slow: it sends the largest lists of every operation.
import { readFileSync } from 'node:fs';
import { endpoints } from '#functions/groups.ts';
import { ask } from '#test/http/ask.ts';
import { withCredentials } from '#test/http/credentials.ts';
import { bodies, text } from './largest-bodies.ts';

type Schema = { $ref?: string; maxItems?: number } & Record<string, unknown>;
const { components, paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { operationId: string; requestBody?: { content: object } }>>;
};

/** Finds `maxItems` behind references, too. An array of 0 stands for an empty list. */
function hasBoundedList(value: unknown, seen = new Set<string>()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { $ref, maxItems, ...rest } = value as Schema;
  if ($ref !== undefined) {
    if (seen.has($ref)) return false;
    return hasBoundedList(components.schemas[$ref.split('/').at(-1) ?? ''], new Set([...seen, $ref]));
  }
  return (maxItems ?? 0) > 0 || Object.values(rest).some((inner) => hasBoundedList(inner, seen));
}
const operations = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .filter(({ requestBody }) => hasBoundedList(requestBody?.content))
  .map(({ operationId }) => operationId);

/** Other tests send the largest bodies of these, or the service bounds all of the body instead. */
const elsewhere: Record<string, string> = {
  createReconciliation: 'test/night/largest-inputs.night.ts',
  createSpendImport: 'test/night/largest-inputs.night.ts',
  sendConversion: 'a batch is bounded by 5 MB: test/api/conversions/send-batch.test.ts',
  sendChannelEvents: 'a batch is bounded by 5 MB: test/api/conversions/send-batch.test.ts',
  sendPixelEvents: 'bounded by 262,144 bytes: test/api/pixel',
  generateTemplatePrompt: 'bounded by 6 MB: test/api/prompts',
  removeRecoveredSettings: 'six words, of a recovered account: test/api/accounts/deletion/recovery.test.ts',
  setLicence: 'a team of 25 is of users, and has no texts: test/api/operators/licences',
};

it('every operation that takes a bounded list is sent its largest list, or says where', () => {
  expect(operations.toSorted()).toEqual([...Object.keys(bodies), ...Object.keys(elsewhere)].sort());
});

describe('a list at its documented maximum, with texts at full length in letters of three and four bytes', () => {
  let credentials: Awaited<ReturnType<typeof withCredentials>>;
  beforeAll(async () => {
    credentials = await withCredentials();
  });

  it.each(Object.keys(bodies).filter((id) => id !== 'changeWebhookEndpoint'))('%s takes its largest list', async (id) => {
    const endpoint = endpoints.find((candidate) => candidate.id === id);
    if (!endpoint) throw new Error(id);
    const { app, good } = credentials;
    const raw = JSON.stringify(bodies[id]?.(text));
    const sent = good[endpoint.auth as keyof typeof good]();
    const query = id === 'changeSettings' ? { pixel_key: good.pixelKey().body?.key } : {};
    const { status, json } = await ask(app.send, endpoint, { credentials: sent, raw, query });
    expect([status, status < 300 ? '' : JSON.stringify(json).slice(0, 500)]).toEqual([
      expect.toSatisfy((answered: number) => answered >= 200 && answered < 300),
      '',
    ]);
    await app.settle();
  });
});
