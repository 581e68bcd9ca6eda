import { bodyOf } from '#test/journeys/answers.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { campaign, day1, day2, imported } from './scene.ts';

let app: TestApp;
let headers: Record<string, string>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  ({ headers } = await newUser(app));
});
const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe('an import in another currency', () => {
  it('names the currency of what was there and of what comes, and warns that the account changes its currency', async () => {
    await imported(app, headers, [campaign('spring', '5727.02')]);
    const euros = [campaign('spring', '6172.80')];
    const preview = await imported(app, headers, euros, { currency: 'EUR', dry_run: true });
    expect(preview).toMatchObject({
      spend_by_currency: [
        { currency: 'EUR', spend_before: '0.00', spend_after: '6172.80' },
        { currency: 'USD', spend_before: '5727.02', spend_after: '0.00' },
      ],
      warnings: [{ code: 'currency_changed', message: expect.stringContaining('was in USD until now') }],
    });
    expect(preview.warnings[0]?.message).toContain('these rows are in EUR');
    const { import_id: id } = await imported(app, headers, euros, { currency: 'EUR' });
    const params = { id: id ?? '' };
    const stored = bodyOf(await app.spend.readSpendImport({ params, query: {}, headers }));
    expect(codes(stored)).toEqual(['currency_changed']);
  });

  it('warns on other days too, and not for another account or network, nor once it is the only currency', async () => {
    await imported(app, headers, [campaign('spring', '5.00')]);
    const later = [campaign('spring', '6.00', { day: day2 })];
    const asked = async (more: Parameters<typeof imported>[3]) =>
      codes(await imported(app, headers, later, { currency: 'EUR', dry_run: true, ...more }));
    expect(await asked({})).toEqual(['currency_changed']);
    expect(await asked({ account: 'Europe' })).toEqual([]);
    expect(await asked({ network: 'meta' })).toEqual([]);
    expect(await asked({ environment: 'test' })).toEqual([]);
    expect(await asked({ currency: 'USD' })).toEqual([]);
    app.world.clock.now += 60_000;
    const { import_id: id } = await imported(app, headers, [campaign('spring', '5.00', { day: day1 })], {
      currency: 'EUR',
    });
    expect(await asked({})).toEqual([]);
    bodyOf(await app.spend.undoSpendImport({ params: { id: id ?? '' }, query: {}, headers }));
    await app.work('spend_import');
    expect(await asked({})).toEqual(['currency_changed']);
  });
});
