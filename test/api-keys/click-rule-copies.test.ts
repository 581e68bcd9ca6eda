import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { newApiKey, newId, sha256 } from '#shared/values/ids.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const accountId = 7;
const cache = { now: () => Date.parse('2026-11-26T12:00:00Z'), cacheSeconds: 0 };
let table: Table;
beforeEach(async () => {
  const { prefix } = await newWorld();
  table = tableAt(`${prefix}attribution`, testDynamo());
});
const change = (staffNetworks: string[]) => clickRulesIn(table).change(accountId, { staffNetworks }, async () => []);
function newPixel(): ApiKey & { key: string } {
  const key = newApiKey('pk_live_');
  return {
    id: newId('key'),
    accountId,
    kind: 'public',
    environment: 'live',
    name: 'Shop',
    prefix: 'pk_live_',
    last4: key.slice(-4),
    sha256: sha256(key),
    pixelKey: null,
    key,
    createdAt: '2026-11-26T12:00:00.000Z',
  };
}
const networksOf = async (key: string) => (await apiKeysIn(table, cache).pixelCaller(key))?.clickRules.staffNetworks;

it('a public key is issued with the click rules that changed while it was made', async () => {
  await change(['203.0.113.0/24']);
  await apiKeysIn(table, cache).issue(newPixel(), null, []);
  let isFirst = true;
  const racing: Table = {
    ...table,
    transact: async (...args: Parameters<Table['transact']>) => {
      if (isFirst) await change(['198.51.100.0/24']);
      isFirst = false;
      return table.transact(...args);
    },
  };
  const pixel = newPixel();
  expect(await apiKeysIn(racing, cache).issue(pixel, null, [])).toEqual({ outcome: 'issued' });
  expect(await networksOf(pixel.key)).toEqual(['198.51.100.0/24']);
});

it('an older revision of click rules that is copied late does not replace a newer revision', async () => {
  const pixel = newPixel();
  const keys = apiKeysIn(table, cache);
  await keys.issue(pixel, null, []);
  const older = await change(['203.0.113.0/24']);
  const newer = await change(['198.51.100.0/24']);
  await keys.copyClickRules(accountId, newer);
  await keys.copyClickRules(accountId, older);
  expect(await networksOf(pixel.key)).toEqual(['198.51.100.0/24']);
});
